/**
 * Tables of daily results: the player's own and those that others sent, each kept as its code
 * and nothing else, so that whatever a table shows has been replayed by the engine.
 */

/** @import { Session } from './session.js' */

import { siteAddress } from './place.js';
import { keys, read, write } from './store.js';

/** @typedef {{ code: string, name: string, mine: boolean, score: number, moves: number, seconds: number }} Row */
/** @typedef {{ name: string, mine: boolean, game?: string }} Kept `game` is the id of the player's own */

const LONGEST_NAME = 40;
const MOST_ROWS = 100;
const HOSTED = siteAddress('leaderboard/');

/** @param {string} date */
const prefix = (date) => `table:${date}:`;

/** The name under which the player's own results stand; none at first. */
export const ownName = () => String(read('name') ?? '');

/** @param {string} name */
export const keepOwnName = (name) => write('name', cleanName(name));

/** @param {unknown} name */
const cleanName = (name) =>
  [...String(name ?? '').replace(/\p{C}/gu, ' ').replace(/\s+/g, ' ').trim()].slice(0, LONGEST_NAME).join('');

/**
 * Keeps a result in a day's table.
 * @param {string} date
 * @param {string} code
 * @param {string} name
 */
export function keepResult(date, code, name) {
  const key = prefix(date) + code;
  return read(key)?.mine || write(key, { name: cleanName(name), mine: false });
}

/**
 * Keeps the player's own result: the first win of a game, whatever is played again after it.
 * @param {string} date
 * @param {string} code
 * @param {string} game its id
 */
export function keepOwnResult(date, code, game) {
  if (!hasOwnResult(date, game)) write(prefix(date) + code, { name: '', mine: true, game });
}

/**
 * @param {string} date
 * @param {string} game
 */
export const hasOwnResult = (date, game) => keys(prefix(date)).some((key) => read(key)?.game === game);

/**
 * The table of a day: own, imported and the host's results that the engine has verified, ranked
 * by score, then moves, then time.
 * @param {Session} session
 * @param {string} date
 * @param {string} deal whose results they must be
 * @returns {Promise<Row[]>}
 */
export async function table(session, date, deal) {
  /** @type {Map<string, Kept>} */
  const wanted = new Map();
  for (const { code, name } of await hosted(date)) wanted.set(code, { name, mine: false });
  for (const key of keys(prefix(date))) {
    const kept = read(key);
    if (kept) wanted.set(key.slice(prefix(date).length), { name: cleanName(kept.name), mine: Boolean(kept.mine) });
  }
  /** @type {Row[]} */
  const rows = [];
  for (const [code, { name, mine }] of wanted) {
    const facts = await proved(session, code);
    if (facts?.variant !== 'bakers-dozen' || facts.deal !== deal) continue;
    const { score, moves, seconds } = facts;
    rows.push({ code, name: mine ? ownName() : name, mine, score, moves, seconds });
  }
  return rows.sort((a, b) => b.score - a.score || a.moves - b.moves || a.seconds - b.seconds);
}

/** What the engine has found of codes since the page was opened. @type {Map<string, any>} */
const known = new Map();

/**
 * What a code proves; null when it proves nothing.
 * @param {Session} session
 * @param {string} code
 */
async function proved(session, code) {
  if (known.has(code)) return known.get(code);
  const { ok, lost, facts } = await session.ask({ intent: 'open', code });
  if (!lost) known.set(code, ok ? facts : null);
  return ok ? facts : null;
}

/** @type {Promise<string[]> | undefined} */
let dates;

/**
 * What the host's own table of a day holds; nothing when it has none. Which days it has, a list
 * says that every site carries, so that nothing is asked for in vain.
 * @param {string} date
 * @returns {Promise<{ code: string, name: string }[]>}
 */
async function hosted(date) {
  if (!navigator.onLine) return [];
  dates ??= json('index.json').then((list) => list.filter((each) => typeof each === 'string'));
  if (!(await dates).includes(date)) return [];
  const rows = await json(`${date}.json`);
  return rows
    .filter((row) => typeof row?.code === 'string')
    .slice(0, MOST_ROWS)
    .map((row) => ({ code: row.code, name: cleanName(row.name) }));
}

/**
 * @param {string} name
 * @returns {Promise<any[]>}
 */
async function json(name) {
  try {
    const response = await fetch(new URL(name, HOSTED));
    const found = response.ok ? await response.json() : [];
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
