/** Card faces: an index of our own, pips of our own, and court art where it is large enough. */

import { rankGlyph, suitGlyph, svg, SUIT_SHAPES } from './shapes.js';

export const SUITS = ['C', 'D', 'H', 'S'];
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const COURTS = new Set(['J', 'Q', 'K']);

/** Every card by name, in a fixed order. */
export const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

/** Where the pips of a rank lie, in a field 100 wide and 120 high. @type {Record<string, number[][]>} */
const PIPS = (() => {
  const [left, mid, right] = [20, 50, 80];
  const corners = [[left, 14], [right, 14], [left, 106], [right, 106]];
  const sides = [[left, 60], [right, 60]];
  const eight = [
    ...corners,
    [left, 44.7], [right, 44.7], [left, 75.3], [right, 75.3],
  ];
  return {
    A: [[mid, 60]],
    2: [[mid, 14], [mid, 106]],
    3: [[mid, 14], [mid, 60], [mid, 106]],
    4: corners,
    5: [...corners, [mid, 60]],
    6: [...corners, ...sides],
    7: [...corners, ...sides, [mid, 37]],
    8: [...corners, ...sides, [mid, 37], [mid, 83]],
    9: [...eight, [mid, 60]],
    T: [...eight, [mid, 29], [mid, 91]],
  };
})();

/**
 * Makes the face of a card: its index, one large suit for small cards, and the full
 * picture for large ones (the style sheet shows the one that fits the card's size).
 * @param {string} card
 */
export function makeFace(card) {
  const [rank, suit] = card;
  const face = document.createElement('span');
  face.className = 'face';
  const index = document.createElement('span');
  index.className = 'index';
  index.append(rankGlyph(rank), suitGlyph(suit));
  const emblem = document.createElement('span');
  emblem.className = 'emblem';
  emblem.append(suitGlyph(suit));
  const picture = document.createElement('span');
  picture.className = COURTS.has(rank) ? 'picture court' : 'picture';
  if (!COURTS.has(rank)) picture.append(pips(rank, suit));
  face.append(index, emblem, picture);
  return face;
}

/**
 * @param {string} rank
 * @param {string} suit
 */
function pips(rank, suit) {
  const scale = rank === 'A' ? 0.062 : 0.027;
  const marks = PIPS[rank].map(([x, y]) =>
    svg('path', {
      d: SUIT_SHAPES[suit],
      transform: `translate(${x} ${y})${y > 60 ? ' rotate(180)' : ''} scale(${scale})`,
    }),
  );
  return svg('svg', { class: 'pips', viewBox: '0 0 100 120' }, ...marks);
}

/** Cards that have a picture of their own, fetched only once cards are large enough to show it. */
export const COURT_CARDS = CARDS.filter((card) => COURTS.has(card[0]));
