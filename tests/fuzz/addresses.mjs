/**
 * Reads many addresses, sound ones, damaged ones and noise; prints what was wrong with any.
 *
 *     node tests/fuzz/addresses.mjs HOW_MANY SEED
 */

import { register } from 'node:module';

// The build writes this module; no address depends on what is in it.
const languages = 'data:text/javascript,export const LANGUAGES = {}';
const hook = `export const resolve = (name, context, next) =>
  name.endsWith('/languages.js') ? { url: '${languages}', shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
const { readAddress, writeAddress } = await import('../../js/address.js');

const [many, seed] = process.argv.slice(2).map(Number);

// The same numbers for the same seed: a linear congruential generator will do for choices.
let state = seed >>> 0;
const below = (/** @type {number} */ bound) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
};
/** @template T @param {ArrayLike<T>} from @returns {T} */
const pick = (from) => from[below(from.length)];

const SOUND = [
  '#deal=bakers-dozen:1',
  '#deal=freecell:11982',
  '#daily=2026-11-30',
  '#daily=2028-02-29',
  '#position=bakers-dozen:KC6SJDQD/KH9S8SJH/KDQCJS7S/KSQHQSTS CJDTHTS5',
  '#position=freecell:' + encodeURIComponent('4H7S8HTH/9S6CKH7H|♥ 10♥\n-'),
  '#deal=custom;columns=6.6.6.6.6.6;reserve=16;space=king;cells=2;group_moves=yes:12',
  '#result=AQEHXR9Zpv9v6JZg05wE6AfTArsC7ac',
  '#new',
  '#',
  '',
];
const LETTERS = [...'#=:;.%/-+&? 0123456789abcDEFZ<>"\'\\\u0000\u202e♥é😀\ud800', '%E0%A4%A', '%00', '%23', '__proto__', 'custom;'];

function damaged(/** @type {string} */ text) {
  for (let left = below(6); left > 0; left--) {
    const at = below(text.length + 1);
    const to = at + pick([0, 1, 3, 20]);
    const middle = pick([pick(LETTERS), pick(LETTERS).repeat(pick([1, 2, 500])), text.slice(at, to).repeat(2), '']);
    text = text.slice(0, at) + middle + text.slice(to);
  }
  return text;
}

const FORMS = {
  new: (/** @type {any} */ wanted) => isVariant(wanted.variant) && typeof wanted.deal === 'string',
  daily: (/** @type {any} */ wanted) => isDay(wanted.date),
  position: (/** @type {any} */ wanted) => isVariant(wanted.variant) && typeof wanted.text === 'string',
  open: (/** @type {any} */ wanted) => typeof wanted.code === 'string',
  fresh: () => true,
};
const isVariant = (/** @type {any} */ variant) =>
  typeof variant === 'string' ? variant !== '' : Object.getPrototypeOf(variant) === Object.prototype;
const isParameter = (/** @type {any} */ value) =>
  Array.isArray(value) ? value.every((size) => size > 0 && size < 60) : !/[^a-z-]/.test(String(value)) || Number.isInteger(value);
const isDay = (/** @type {string} */ date) => {
  const day = new Date(`${date}T00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date);
};

/** @param {string} text */
function faultOf(text) {
  const wanted = readAddress(text);
  if (wanted === null) return /^#?$/.test(text) ? null : 'taken for none';
  if (wanted === undefined) return SOUND.slice(0, 8).includes(text) ? 'not read' : null;
  if (!FORMS[wanted.intent]?.(wanted)) return 'of no known form';
  if (wanted.intent === 'open' || wanted.intent === 'fresh') return null;
  const save =
    wanted.intent === 'daily'
      ? { variant: 'bakers-dozen', deal: '1', position: null, daily: wanted.date }
      : wanted.intent === 'new'
        ? { variant: wanted.variant, deal: wanted.deal, position: null }
        : { variant: wanted.variant, deal: null, position: wanted.text };
  let written;
  try {
    written = writeAddress(save);
  } catch (error) {
    // Half of a character, which no address can hold and no board text is written with.
    return error instanceof URIError ? null : String(error);
  }
  // What is written is what the engine has taken: a game that there is, a deal by its number.
  if (wanted.intent === 'new' && !/^\d+$/.test(wanted.deal)) return null;
  if (typeof wanted.variant === 'string' && !/^[a-z\d-]+$/.test(wanted.variant)) return null;
  if (typeof wanted.variant === 'object' && !Object.values(wanted.variant).every(isParameter)) return null;
  return same(readAddress(written), wanted) ? null : `comes back as ${written}`;
}

/** @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

let faults = 0;
for (let n = 0; n < many && faults < 10; n++) {
  const text = n < SOUND.length ? SOUND[n] : damaged(pick(SOUND));
  let fault;
  try {
    fault = faultOf(text);
  } catch (error) {
    fault = `throws ${error}`;
  }
  if (fault) {
    faults++;
    console.log(`${JSON.stringify(text.slice(0, 200))}: ${fault}`);
  }
}
console.log(`${many} read, ${faults} wrong`);
process.exitCode = faults ? 1 : 0;
