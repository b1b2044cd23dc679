/**
 * Motion is a diff of two layouts: each card glides from where it was seen to where it lies now,
 * so moves, undo, automatic moves and resizing need no animations of their own. Input may
 * interrupt at any moment: a card in flight starts its next flight from where it is.
 */

/** @import { Board } from './board.js' */
/** @import { Card, View } from './types.js' */

import { animated } from './settings.js';

const DURATION = 190;
const EASING = 'cubic-bezier(0.2, 0.7, 0.25, 1)';

/** @typedef {{ x: number, y: number }} Point */

export class Motion {
  #board;
  /** @type {Map<Card, Animation>} */
  #flights = new Map();
  /** @type {Map<Card, Point>} */
  #lifted = new Map();

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
  }

  /** Whether cards are lifted off the table. */
  get holding() {
    return this.#lifted.size > 0;
  }

  get #table() {
    return this.#board.place('AC').closest('main') ?? document.body;
  }

  /** Where each card is seen right now. @returns {Map<Card, Point>} */
  seen() {
    const seen = new Map();
    for (const [card, at] of Object.entries(this.#board.layout?.cards ?? {})) {
      const shift = this.#lifted.get(card) ?? this.#flightOf(card);
      seen.set(card, { x: at.x + shift.x, y: at.y + shift.y });
    }
    return seen;
  }

  /** @param {Card} card @returns {Point} */
  #flightOf(card) {
    if (!this.#flights.has(card)) return { x: 0, y: 0 };
    const { m41, m42 } = new DOMMatrix(getComputedStyle(this.#board.place(card)).transform);
    return { x: m41, y: m42 };
  }

  /**
   * Lets the cards glide from where they were seen to their places.
   * @param {Map<Card, Point>} before
   * @param {Card[]} [order] cards that leave one after the other
   * @param {number} [apart] milliseconds between them
   */
  glide(before, order = [], apart = 60) {
    const lifted = [...this.#lifted.keys()];
    this.drop();
    if (!animated()) return this.stop();
    for (const [card, at] of Object.entries(this.#board.layout?.cards ?? {})) {
      const from = before.get(card);
      if (!from) continue;
      const [dx, dy] = [from.x - at.x, from.y - at.y];
      if (Math.abs(dx) < 1 && Math.abs(dy) < 1) {
        this.#flights.get(card)?.cancel();
        continue;
      }
      const turn = Math.max(0, order.indexOf(card));
      this.#fly(card, dx, dy, turn * apart, lifted.includes(card) ? 110 : DURATION);
    }
  }

  /**
   * @param {Card} card
   * @param {number} dx
   * @param {number} dy
   * @param {number} delay
   * @param {number} least
   */
  #fly(card, dx, dy, delay, least) {
    const place = this.#board.place(card);
    this.#flights.get(card)?.cancel();
    const duration = least + Math.min(160, Math.hypot(dx, dy) * 0.16);
    const flight = place.animate(
      [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'translate(0, 0)' }],
      { duration, delay, easing: EASING, fill: 'backwards' },
    );
    this.#track(card, flight);
  }

  /**
   * Keeps a card above the others while it flies.
   * @param {Card} card
   * @param {Animation} flight
   */
  #track(card, flight) {
    const place = this.#board.place(card);
    this.#flights.set(card, flight);
    place.classList.add('moving');
    const land = () => {
      if (this.#flights.get(card) !== flight) return;
      this.#flights.delete(card);
      place.classList.remove('moving');
    };
    flight.onfinish = land;
    flight.oncancel = land;
  }

  /**
   * Deals: the cards gather below the table, then fly out row by row.
   * @param {View} view
   */
  deal({ piles }) {
    const { layout } = this.#board;
    if (!layout) return;
    const columns = Object.values(piles);
    const rows = Math.max(...columns.map((column) => column.length));
    const order = Array.from({ length: rows }, (_, i) => columns.flatMap((column) => column[i] ?? [])).flat();
    const { clientWidth: width, clientHeight: height } = this.#table;
    const from = { x: (width - layout.card.w) / 2, y: height };
    this.glide(new Map(order.map((card) => [card, from])), order, 9);
  }

  /** A won game: the pack flies out into a ring about the middle of the table, and back. */
  celebrate() {
    const { layout } = this.#board;
    if (!animated() || !layout) return;
    const cards = Object.entries(layout.cards);
    const { clientWidth: width, clientHeight: height } = this.#table;
    const radius = Math.min(width, height) * 0.34;
    const middle = { x: (width - layout.card.w) / 2, y: (height - layout.card.h) / 2 };
    cards.forEach(([card, at], i) => {
      const turn = (i / cards.length) * 2 * Math.PI;
      const dx = middle.x + Math.sin(turn) * radius * Math.max(1, Math.min(1.7, width / height)) - at.x;
      const dy = middle.y - Math.cos(turn) * radius - at.y;
      const out = `translate(${dx}px, ${dy}px) rotate(${turn}rad)`;
      const place = this.#board.place(card);
      this.#flights.get(card)?.cancel();
      const flight = place.animate(
        [
          { transform: 'none' },
          { transform: out, offset: 0.35, easing: 'linear' },
          { transform: out, offset: 0.65 },
          { transform: 'none' },
        ],
        { duration: 2400, delay: 250 + i * 16, easing: 'cubic-bezier(0.4, 0, 0.2, 1)' },
      );
      this.#track(card, flight);
    });
  }

  /** Ends every flight at its goal. */
  stop() {
    for (const flight of this.#flights.values()) flight.cancel();
  }

  /**
   * Lifts cards off the table, to follow a finger.
   * @param {Card[]} cards
   */
  lift(cards) {
    for (const card of cards) {
      this.#lifted.set(card, this.#flightOf(card));
      this.#flights.get(card)?.cancel();
      this.#board.place(card).classList.add('lifted');
    }
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  drag(dx, dy) {
    for (const card of this.#lifted.keys()) {
      this.#lifted.set(card, { x: dx, y: dy });
      this.#board.place(card).style.transform = `translate(${dx}px, ${dy}px) scale(1.04)`;
    }
  }

  /** Lets go of what was lifted. */
  drop() {
    for (const card of this.#lifted.keys()) {
      const place = this.#board.place(card);
      place.style.transform = '';
      place.classList.remove('lifted');
    }
    this.#lifted.clear();
  }

  /** Sends what was lifted back to its place. */
  putBack() {
    const before = this.seen();
    this.glide(before);
  }

  /** A short shake: the card stays where it is. @param {Card} card */
  refuse(card) {
    if (!animated()) return;
    const [left, right] = ['translateX(-4px)', 'translateX(4px)'];
    this.#board
      .button(card)
      .animate({ transform: ['none', left, right, left, 'none'] }, { duration: 220 });
  }
}
