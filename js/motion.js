/**
 * Motion is a diff of two layouts: each card glides from where it was seen to where it lies now,
 * so moves, undo, automatic moves and resizing need no animations of their own. Input may
 * interrupt at any moment: a card in flight starts its next flight from where it is, and cards
 * that leave one after the other are at their goals as soon as a finger or a key comes down.
 * Only transforms are animated, which the browser draws without laying out or painting anew.
 */

/** @import { Board } from './board.js' */
/** @import { Card, View } from './types.js' */

import { animated } from './settings.js';

const DURATION = 190;
const EASING = 'cubic-bezier(0.2, 0.7, 0.25, 1)';

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ animation: Animation, goal: Point }} Flight */

export class Motion {
  #board;
  /** @type {Map<Card, Flight>} */
  #flights = new Map();
  /** @type {Map<Card, Point>} */
  #lifted = new Map();
  /** Whether cards leave one after the other: a show that input cuts short. */
  #showing = false;
  /** Counts what sends cards off, so that the feast of a win does not follow another wish. */
  #departures = 0;

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
    for (const kind of ['pointerdown', 'keydown']) {
      document.addEventListener(kind, () => this.#showing && this.stop(), { capture: true });
    }
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
   * Lets the cards glide from where they were seen to their places. A flight whose goal is still
   * the same goes on.
   * @param {Map<Card, Point>} before
   * @param {Card[]} [order] cards that leave one after the other
   */
  glide(before, order = []) {
    const lifted = [...this.#lifted.keys()];
    this.drop();
    if (!animated()) return this.stop();
    for (const [card, at] of Object.entries(this.#board.layout?.cards ?? {})) {
      const from = before.get(card);
      const goal = this.#flights.get(card)?.goal;
      if (!from || (goal && near(goal, at))) continue;
      if (near(from, at)) this.#land(card);
      else this.#fly(card, from, at, Math.max(0, order.indexOf(card)) * 60, lifted.includes(card) ? 110 : DURATION);
    }
    this.#showing ||= order.length > 1;
  }

  /**
   * @param {Card} card
   * @param {Point} from
   * @param {Point} goal
   * @param {number} delay
   * @param {number} least
   */
  #fly(card, from, goal, delay, least) {
    const [dx, dy] = [from.x - goal.x, from.y - goal.y];
    const duration = least + Math.min(160, Math.hypot(dx, dy) * 0.16);
    this.#depart(
      card,
      goal,
      [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'translate(0, 0)' }],
      { duration, delay, easing: EASING, fill: 'backwards' },
    );
  }

  /**
   * Sends a card off, and keeps it above the others until it has landed.
   * @param {Card} card
   * @param {Point} goal
   * @param {Keyframe[]} keyframes
   * @param {KeyframeAnimationOptions} timing
   */
  #depart(card, goal, keyframes, timing) {
    const place = this.#board.place(card);
    this.#flights.get(card)?.animation.cancel();
    const animation = place.animate(keyframes, timing);
    this.#departures++;
    this.#flights.set(card, { animation, goal });
    place.classList.add('moving');
    animation.onfinish = () => this.#flights.get(card)?.animation === animation && this.#land(card);
  }

  /** Lets a card lie where it belongs, at once if it is in flight. @param {Card} card */
  #land(card) {
    this.#flights.get(card)?.animation.cancel();
    this.#flights.delete(card);
    this.#board.place(card).classList.remove('moving');
    if (!this.#flights.size) this.#showing = false;
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
    this.drop();
    if (!animated()) return this.stop();
    order.forEach((card, i) => this.#fly(card, from, layout.cards[card], i * 9, DURATION));
    this.#showing = true;
  }

  /**
   * A won game: when every card lies on its foundation, the pack flies out into a ring about the
   * middle of the table, and back.
   */
  async celebrate() {
    const departures = this.#departures;
    await this.landed();
    const { layout } = this.#board;
    if (!animated() || !layout || departures !== this.#departures) return;
    const cards = Object.entries(layout.cards);
    const { clientWidth: width, clientHeight: height } = this.#table;
    const radius = Math.min(width, height) * 0.34;
    const middle = { x: (width - layout.card.w) / 2, y: (height - layout.card.h) / 2 };
    cards.forEach(([card, at], i) => {
      const turn = (i / cards.length) * 2 * Math.PI;
      const dx = middle.x + Math.sin(turn) * radius * Math.max(1, Math.min(1.7, width / height)) - at.x;
      const dy = middle.y - Math.cos(turn) * radius - at.y;
      const out = `translate(${dx}px, ${dy}px) rotate(${turn}rad)`;
      this.#depart(
        card,
        at,
        [
          { transform: 'none' },
          { transform: out, offset: 0.35, easing: 'linear' },
          { transform: out, offset: 0.65 },
          { transform: 'none' },
        ],
        { duration: 2400, delay: 250 + i * 16, easing: 'cubic-bezier(0.4, 0, 0.2, 1)' },
      );
    });
    this.#showing = true;
  }

  /** Settles when the cards that fly now have come down. */
  landed() {
    return Promise.allSettled([...this.#flights.values()].map(({ animation }) => animation.finished));
  }

  /** Ends every flight at its goal. */
  stop() {
    this.#departures++;
    for (const card of this.#flights.keys()) this.#land(card);
  }

  /**
   * Lifts cards off the table, to follow a finger.
   * @param {Card[]} cards
   */
  lift(cards) {
    for (const card of cards) {
      this.#lifted.set(card, this.#flightOf(card));
      this.#land(card);
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

/** Whether two points are less than a pixel apart. @param {Point} one @param {Point} two */
const near = (one, two) => Math.abs(one.x - two.x) < 1 && Math.abs(one.y - two.y) < 1;
