/** Reads the text of a move (docs/ARCHITECTURE.md): which card, from which pile, to which. */

/** @import { Card, PileId, View } from './types.js' */
/** @import { Change } from './session.js' */

/** @param {string} place */
const pileOf = (place) => (/\d/.test(place) ? `cell${place}` : place);

/**
 * @param {string} text
 * @param {View['piles']} piles
 * @returns {{ card: Card, from: PileId, to: PileId }}
 */
export function readMove(text, piles) {
  const named = text.length > 2 && !/^[a-m]/.test(text);
  if (named) return { card: text.slice(0, 2), from: 'reserve', to: pileOf(text[2]) };
  const [from, to] = [pileOf(text[0]), pileOf(text[1])];
  const count = Number(text.slice(2) || 1);
  return { card: piles[from]?.at(-count) ?? '', from, to };
}

/**
 * Moves a card, with those that lie on it in a column, to another pile.
 * @param {View['piles']} piles
 * @param {Card} card
 * @param {PileId} from
 * @param {PileId} to
 * @returns {View['piles']}
 */
export function carry(piles, card, from, to) {
  const source = piles[from];
  const run = from === 'reserve' ? [card] : source.slice(source.indexOf(card));
  return {
    ...piles,
    [from]: source.filter((each) => !run.includes(each)),
    [to]: [...piles[to], ...run],
  };
}

/**
 * Lists the cards that a row of moves takes, in their order.
 * @param {string[]} moves
 * @param {View['piles']} piles
 */
export function cardsMoved(moves, piles) {
  /** @type {Card[]} */
  const cards = [];
  for (const text of moves) {
    const { card, from, to } = readMove(text, piles);
    if (!card || !piles[to]) break;
    cards.push(card);
    piles = carry(piles, card, from, to);
  }
  return cards;
}

/**
 * The move that brought a change about, as it shows on the table now: the card, and the pile that
 * it came from; null where cards did not move one by one.
 * @param {Change} change
 * @returns {{ card: Card, from: PileId } | null}
 */
export function moveOf({ view, intent, moved }) {
  if (intent === 'undo' && moved.length) {
    const { card, to } = readMove(moved[0], view.piles);
    return { card, from: to };
  }
  return ['anticipate', 'move', 'best', 'redo'].includes(intent) ? view.last : null;
}
