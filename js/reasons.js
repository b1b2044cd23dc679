/** The sentence of a reason that the engine gave. */

/** @import { Reason } from './types.js' */

import { has, numberText, t } from './strings.js';

/** @param {Reason | undefined} reason */
export function reasonText({ key, args = {} } = { key: 'error.request' }) {
  // The highest number there is comes as text: it is more than a number holds here.
  if (key === 'error.deal') return t(key, { ...args, highest: numberText(BigInt(String(args.highest))) });
  const name = `parameter.${args.text}`;
  // A parameter of a game of one's own is named as its field is, with what it may be.
  if (key !== 'error.variant' || !has(name)) return t(key, args);
  const range = has(`${name}.range`) ? `${name}.range` : 'parameter.choice.range';
  return t('error.parameter', { name: t(name), range: t(range) });
}
