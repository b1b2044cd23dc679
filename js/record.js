/**
 * The record of finished games: small entries with unique ids, each under a key of its own,
 * so that adding one rewrites nothing and two tabs cannot lose each other's. Everything that
 * the statistics show is derived from it by the engine.
 */

/** @import { Help, Played } from './played.js' */
/** @import { Save, View } from './types.js' */

import { forget, keys, read, write } from './store.js';

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {boolean} won
 * @property {number} score
 * @property {string} variant
 * @property {string} deal
 * @property {string} daily
 * @property {string} day
 * @property {string} ended
 * @property {number} seconds
 * @property {number} moves
 * @property {Help} help
 * @property {number} [steps] how many cards moved, on their own or not; older entries lack it
 */

const PREFIX = 'record:';

/** @returns {Entry[]} */
export const entries = () => keys(PREFIX).map(read).filter(Boolean);

/**
 * Writes how a game ended; a win is final.
 * @param {Entry} entry
 * @returns {boolean} whether it is in the record now
 */
function add(entry) {
  if (read(PREFIX + entry.id)?.won) return true;
  return write(PREFIX + entry.id, entry);
}

/**
 * @param {Played} game
 * @param {Save} save
 * @param {View | undefined} view
 * @returns {Entry}
 */
function entryOf(game, save, view) {
  return {
    id: game.id,
    won: view?.status === 'won',
    score: view?.score.total ?? 0,
    variant: typeof save.variant === 'string' ? save.variant : 'custom',
    deal: save.deal ?? '',
    daily: save.daily ?? '',
    day: game.day,
    ended: new Date().toISOString(),
    seconds: Math.floor(save.seconds),
    moves: save.cursor,
    help: game.help,
    steps: save.plies.slice(0, save.cursor).join('.').split('.').filter(Boolean).length,
  };
}

/**
 * Records a win, once, whatever is undone and played again afterwards. A game that began from
 * a position of the player's choice proves nothing and is left out.
 * @param {Played} game
 * @param {Save} save
 * @param {View} view
 */
export function recordWin(game, save, view) {
  if (game.recorded || game.aside || save.deal === null || view.status !== 'won') return;
  game.recorded = add(entryOf(game, save, view));
}

/**
 * Records a begun game that is left for another deal; should it be taken up again and won,
 * that counts instead.
 * @param {{ game: Played, save: Save, view?: View }} left
 */
export function recordLeft({ game, save, view }) {
  if (game.recorded || game.aside || save.deal === null || !save.plies.length) return;
  add(entryOf(game, save, view));
}

/**
 * The help that a game counts with: what comes after its win is recorded changes nothing.
 * @param {Played} game
 * @returns {Help}
 */
export const helpCounted = ({ id, help }) => read(PREFIX + id)?.help ?? help;

/**
 * Puts merged entries in place of those with the same ids.
 * @param {Entry[]} merged
 */
export function keepEntries(merged) {
  return merged.every((entry) => write(PREFIX + entry.id, entry));
}

/** Forgets every game. */
export const clearRecord = () => keys(PREFIX).forEach(forget);
