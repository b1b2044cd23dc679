/** Where a lesson stands: pure functions of its steps and of what has been played. */

/** @import { Card, PileId, View } from '../types.js' */

import { carry, readMove } from '../moves.js';

/**
 * @typedef {object} Step
 * @property {string} say which sentence asks for it
 * @property {Card} card to be moved; none where there is only something to read
 * @property {PileId} to
 * @property {string | null} reason why the rules refuse the move that it asks for
 * @property {boolean} free from here on the player decides; the move is one to beware of
 */

/**
 * The steps that ask for a move which the rules allow, in their order.
 * @param {Step[]} steps
 */
export const asked = (steps) => steps.filter(({ card, reason, free }) => card && !reason && !free);

/**
 * Reads plies as moves of cards.
 * @param {string[]} plies
 * @param {View['piles']} piles the board that they begin on
 */
export function course(plies, piles) {
  return plies.flatMap((ply) => ply.split('.')).map((text) => {
    const { card, from, to } = readMove(text, piles);
    piles = carry(piles, card, from, to);
    return { card, to };
  });
}

/**
 * Finds the step that comes next.
 * @param {Step[]} steps
 * @param {number} at where the lesson stood before
 * @param {ReturnType<typeof course>} moves that have been played
 * @returns {{ at: number, strayed: boolean }} `strayed`: the moves played are not those asked for
 */
export function follow(steps, at, moves) {
  const script = asked(steps);
  const wrong = moves.findIndex(({ card, to }, i) => script[i] && (script[i].card !== card || script[i].to !== to));
  if (wrong < 0 && moves.length > script.length) return { at: steps.length - 1, strayed: false };
  const done = wrong < 0 ? moves.length : wrong;
  const first = done ? steps.indexOf(script[done - 1]) + 1 : 0;
  const last = done < script.length ? steps.indexOf(script[done]) : steps.length - 1;
  return { at: Math.max(first, Math.min(at, last)), strayed: wrong >= 0 };
}

/**
 * Whether the last move was the one that the free step warns of, made at once.
 * @param {Step[]} steps
 * @param {ReturnType<typeof course>} moves
 */
export function trapped(steps, moves) {
  const { card, to } = steps[steps.length - 1];
  const last = moves.at(-1);
  return moves.length === asked(steps).length + 1 && last?.card === card && last.to === to;
}
