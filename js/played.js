/** What the record will want to know of a game, kept beside its save while it is played. */

import { today } from './calendar.js';

/** @typedef {'none' | 'hint' | 'solution'} Help */
/** @typedef {'replay' | 'lesson' | 'analysis'} Aside */
/**
 * @typedef {object} Played
 * @property {string} id
 * @property {string} day the date on which it was begun
 * @property {Help} help the most help taken
 * @property {boolean} recorded whether its win is in the record
 * @property {Aside} [aside] what it is for that is not the player's own: neither kept nor recorded
 */

/** @returns {Played} a game that has not been seen before */
export function freshGame() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const id = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { id, day: today(), help: 'none', recorded: false };
}
