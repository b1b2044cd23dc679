/**
 * Addresses in the page's fragment: of games, `#deal=VARIANT:NUMBER`, `#daily=YYYY-MM-DD` and
 * `#position=VARIANT:TEXT`; of a won game's replay, `#result=CODE`; and the app's shortcuts, `#daily`
 * and `#new`.
 * A custom game is written out in full: `#deal=custom;columns=6.6.6;space=any:12`.
 */

/** @import { Save, View } from './types.js' */

import { isDate, today } from './calendar.js';

/**
 * @typedef {{ intent: 'new', variant: View['variant'], deal: string }
 *   | { intent: 'daily', date: string }
 *   | { intent: 'fresh' }
 *   | { intent: 'position', variant: View['variant'], text: string }
 *   | { intent: 'open', code: string }} Wanted
 */

/**
 * Reads a fragment.
 * @param {string} fragment
 * @returns {Wanted | null | undefined} null when there is none, undefined when it makes no sense
 */
export function readAddress(fragment) {
  const text = fragment.replace(/^#/, '');
  if (!text) return null;
  if (text === 'new') return { intent: 'fresh' };
  if (text === 'daily') return { intent: 'daily', date: today() };
  const code = /^result=(.*)$/.exec(text)?.[1];
  if (code !== undefined) return { intent: 'open', code: decoded(code) };
  const date = /^daily=(.*)$/.exec(text)?.[1];
  if (date !== undefined) return isDate(date) ? { intent: 'daily', date } : undefined;
  const match = /^(deal|position)=([^:]*):([^]*)$/.exec(decoded(text));
  if (!match) return undefined;
  const variant = readVariant(match[2]);
  if (!variant) return undefined;
  return match[1] === 'deal'
    ? { intent: 'new', variant, deal: match[3].trim() }
    : { intent: 'position', variant, text: match[3] };
}

/**
 * Reads percent signs where they make sense.
 * @param {string} text
 */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * @param {string} text
 * @returns {View['variant'] | undefined}
 */
export function readVariant(text) {
  const [id, ...fields] = text.split(';');
  if (id !== 'custom') return fields.length ? undefined : id;
  /** @type {Record<string, unknown>} */
  const parameters = {};
  for (const field of fields) {
    const [, name, value] = /^([a-z_]+)=(.*)$/.exec(field) ?? [];
    if (!name) return undefined;
    if (name === 'columns') parameters[name] = value.split('.').map(Number);
    else if (value === 'yes' || value === 'no') parameters[name] = value === 'yes';
    else parameters[name] = /^\d{1,3}$/.test(value) ? Number(value) : value;
  }
  return parameters;
}

/** @param {View['variant']} variant */
export function writeVariant(variant) {
  if (typeof variant === 'string') return variant;
  const fields = Object.entries(variant)
    .filter(([name]) => name !== 'id')
    .map(([name, value]) => {
      if (Array.isArray(value)) return `${name}=${value.join('.')}`;
      return `${name}=${typeof value === 'boolean' ? (value ? 'yes' : 'no') : value}`;
    });
  return ['custom', ...fields].join(';');
}

/**
 * Writes the address at which a game begins.
 * @param {Pick<Save, 'variant' | 'deal' | 'position'> & { daily?: string | null }} save
 */
export function writeAddress({ variant, deal, position, daily }) {
  if (daily) return `#daily=${daily}`;
  const game = writeVariant(variant);
  return deal === null
    ? `#position=${game}:${encodeURIComponent(position ?? '')}`
    : `#deal=${game}:${deal}`;
}
