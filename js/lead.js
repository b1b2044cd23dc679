/** Where the focus goes when a card is moved. */

/** @import { Board } from './board.js' */
/** @import { Change } from './session.js' */
/** @import { Card } from './types.js' */

import { moveOf } from './moves.js';

/**
 * Leads the focus with the card that was moved; when that went up, to what it uncovered, where
 * play goes on. Whoever has gone on to another card before the answer came, stays there; and when
 * the move comes to nothing, the focus goes back to the card.
 * @param {Board} board
 * @param {HTMLElement} root the table
 * @returns {(change: Change) => void}
 */
export function focusLeader(board, root) {
  /**
   * Where it was led, by a move of which card, that has still to be answered.
   * @type {{ goal: HTMLElement | undefined, card: Card } | null}
   */
  let led = null;

  return function lead(change) {
    const held = document.activeElement;
    const before = led;
    led = null;
    if (!root.contains(held)) return;
    if (before && change.intent !== 'anticipate' && held !== before.goal) return;
    const move = moveOf(change);
    if (change.intent === 'restore' && before) return focus(board.button(before.card));
    if (!move) return;
    const pile = board.pileOf(move.card) ?? '';
    const goal = /^[CDHS]$/.test(pile) ? board.landing(move.from) : board.button(move.card);
    if (change.intent === 'anticipate') led = { goal, card: move.card };
    focus(goal);
  };
}

/** @param {HTMLElement | undefined} element */
const focus = (element) => element?.focus({ preventScroll: true });
