/**
 * What lies where a finger is, reckoned from where things lie: asking the browser for boxes at
 * each move of the finger would make it lay the page out each time.
 */

/** @import { Layout, View } from './types.js' */

/** @param {import('./types.js').Rect} box @param {number} x @param {number} y */
const holds = (box, x, y) => x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;

/**
 * What lies at a point of the table: the uppermost card there, and the pile.
 * @param {Layout} layout
 * @param {Pick<View, 'piles'>} view
 * @param {number} x
 * @param {number} y
 * @returns {{ card: string | null, pile: string | null }}
 */
export function spotAt({ card: size, piles: boxes, cards }, { piles }, x, y) {
  for (const [pile, box] of Object.entries(boxes)) {
    if (!holds(box, x, y)) continue;
    const card = piles[pile]?.findLast((each) => holds({ ...cards[each], ...size }, x, y)) ?? null;
    return { card, pile };
  }
  return { card: null, pile: null };
}

/** A dragged card that covers less than this share of itself on a pile only brushes it. */
const BRUSH = 0.2;

/**
 * The piles that a dragged card lies over, the largest overlap first; those that it only brushes
 * come when there is nothing else.
 * @param {Layout} layout
 * @param {string} card
 * @param {number} dx how far it was dragged
 * @param {number} dy
 */
export function pilesUnder({ card: size, cards, piles }, card, dx, dy) {
  const held = { x: cards[card].x + dx, y: cards[card].y + dy };
  const over = Object.entries(piles).map(([pile, box]) => {
    const w = Math.min(held.x + size.w, box.x + box.w) - Math.max(held.x, box.x);
    const h = Math.min(held.y + size.h, box.y + box.h) - Math.max(held.y, box.y);
    return { pile, share: (Math.max(0, w) * Math.max(0, h)) / (size.w * size.h) };
  });
  over.sort((one, two) => two.share - one.share);
  return over.filter(({ share }, i) => share > (i ? BRUSH : 0));
}
