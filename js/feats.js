/** What a win is among the player's others: the best so far, the next of a row of days. */

/** @import { Session } from './session.js' */

import { today } from './dates.js';
import { entries } from './record.js';

/** The figures that a best is kept of, and whether one beats another. */
const BEATS = /** @type {const} */ ({
  score: (/** @type {number} */ a, /** @type {number} */ b) => a > b,
  seconds: (/** @type {number} */ a, /** @type {number} */ b) => a < b,
  moves: (/** @type {number} */ a, /** @type {number} */ b) => a < b,
});

/** @typedef {keyof typeof BEATS} Figure */

/**
 * What the win on the table has reached, if it is the one that is recorded. A first win beats
 * nothing, and a game with help counts apart.
 * @param {Session} session
 * @param {{ score: number, moves: number }} win
 * @returns {Promise<{ bests: Figure[], streak: number }>} in what it is the best of its kind so
 *   far; the days in a row that it goes on with, 0 when it is no daily of its own date
 */
export async function feats(session, { score, moves }) {
  const record = entries();
  const own = record.find(({ id }) => id === session.game.id);
  const same = own?.won && own.score === score && own.moves === moves;
  if (!same || own.help !== 'none') return { bests: [], streak: 0 };
  const others = await summed(session, record.filter((entry) => entry !== own));
  const best = (own.daily ? others?.dailies : others?.variants[own.variant])?.best ?? {};
  const figures = /** @type {Figure[]} */ (Object.keys(BEATS));
  const bests = figures.filter((name) => typeof best[name] === 'number' && BEATS[name](own[name], best[name]));
  const counts = own.daily === today() && own.daily === own.day;
  const all = counts ? await summed(session, record) : undefined;
  return { bests, streak: all?.dailies.streak.current ?? 0 };
}

/** @param {Session} session @param {object[]} record */
async function summed(session, record) {
  const answer = await session.ask({ intent: 'statistics', entries: record, today: today() });
  return answer.ok ? answer.statistics : undefined;
}
