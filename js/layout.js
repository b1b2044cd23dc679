/** Where every card lies: pure geometry, from the table's size and what is on it. */

/** @import { Layout, View } from './types.js' */
/** @import { Plan, Shape, Table } from './plan.js' */

import { planFor, shapeOf, spread } from './plan.js';

/** An index takes at most this share of what shows of its card. */
const INDEX = 0.84;

/**
 * Lays out a view on a table.
 * @param {Table} table
 * @param {Pick<View, 'piles' | 'hidden'>} view
 * @returns {Layout}
 */
export function layOut(table, view) {
  const shape = shapeOf(view);
  return place(planFor(table, shape), view, shape);
}

/**
 * How much felt is free below the columns and the reserve while nothing is said there; a column
 * that takes no card any more needs none.
 * @param {Table} table
 * @param {Pick<View, 'piles' | 'hidden' | 'dead'>} view
 */
export function freeFoot(table, view) {
  const { card, cards, piles } = layOut({ ...table, need: 0 }, view);
  const live = Object.keys(piles).filter((name) => /^([a-m]|reserve)$/.test(name) && !view.dead.includes(name));
  const ends = live.flatMap((name) => [piles[name].y, ...view.piles[name].map((each) => cards[each].y)]);
  return table.height - Math.max(0, ...ends) - card.h;
}

/**
 * @param {Plan} plan
 * @param {Pick<View, 'piles' | 'hidden'>} view
 * @param {Shape} shape
 * @returns {Layout}
 */
function place(plan, { piles, hidden = {} }, { columns }) {
  const { w, h } = plan.card;
  const largest = Math.max(Math.min(h * 0.32, 24), h * 0.19);
  /** @type {Layout} */
  const layout = { card: plan.card, piles: {}, cards: {} };
  for (const [name, { x, y, h: room, foot = 0 }] of Object.entries(plan.piles)) {
    const pile = piles[name] ?? [];
    const down = hidden[name] ?? 0;
    let fan = 0;
    if (columns.includes(name) && pile.length > 1) {
      const steps = pile.length - 1 - down / 2;
      fan = Math.min(spread(h), (room - h) / steps);
    }
    const index = fan ? Math.min(largest, fan * INDEX) : largest;
    layout.piles[name] = { x, y, w, h: columns.includes(name) ? room + foot : h, index };
    let offset = 0;
    pile.forEach((card, i) => {
      layout.cards[card] = { x, y: y + offset };
      offset += i < down ? fan / 2 : fan;
    });
  }
  if (piles.reserve?.length && plan.reserve) {
    const { x, y, pitch, perRow, rise } = plan.reserve;
    const lines = Math.ceil(piles.reserve.length / perRow);
    piles.reserve.forEach((card, i) => {
      layout.cards[card] = { x: x + (i % perRow) * pitch, y: y + Math.floor(i / perRow) * rise };
    });
    layout.piles.reserve = {
      x,
      y,
      w: pitch * (Math.min(perRow, piles.reserve.length) - 1) + w,
      h: (lines - 1) * rise + h,
      index: Math.min(largest, Math.max(12, Math.min(rise, (pitch - 4) / 1.45))),
    };
  }
  return layout;
}
