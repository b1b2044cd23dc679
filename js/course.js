/**
 * What each position of the game on the table is worth, found out bit by bit whenever the solver
 * has nothing else to do. Fires `change` as more is known.
 */

/** @import { Advice } from './advice.js' */
/** @import { Session } from './session.js' */
/** @import { Card, PileId } from './types.js' */

const UNSEEN = '.';

export class Course extends EventTarget {
  /** A letter for each position from the deal on; docs/ARCHITECTURE.md has them. */
  marks = '';
  /** The move that lost the game. @type {{ cursor: number, card: Card, to: PileId } | null} */
  turn = null;
  /** Whether it goes on searching. */
  searching = false;
  #advice;
  #session;
  #game = '';

  /**
   * @param {Advice} advice
   * @param {Session} session
   */
  constructor(advice, session) {
    super();
    this.#advice = advice;
    this.#session = session;
    advice.addEventListener('idle', () => void this.#next());
    session.addEventListener('change', () => this.#follow());
  }

  /** Whether every position has been looked at. */
  get done() {
    return this.marks !== '' && !this.marks.includes(UNSEEN);
  }

  start() {
    this.searching = true;
    this.#follow();
    if (!this.#advice.busy) void this.#next();
  }

  stop() {
    this.searching = false;
    this.#tell();
  }

  /** Begins anew when the moves are other ones; going to and fro among them changes nothing. */
  #follow() {
    const { save } = this.#session;
    const game = JSON.stringify([save?.variant, save?.deal, save?.position, save?.plies]);
    if (game === this.#game) return;
    this.#game = game;
    this.marks = UNSEEN.repeat((save?.plies.length ?? 0) + 1);
    this.turn = null;
    this.#tell();
  }

  async #next() {
    if (!this.searching || this.done || this.#advice.busy) return;
    const game = this.#game;
    const found = await this.#advice.job({ intent: 'timeline' });
    // Another question came between; the next idle moment takes it up again.
    if (!found || game !== this.#game) return;
    this.marks = found.marks;
    this.turn = found.turn;
    if (found.done) this.searching = false;
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event('change'));
  }
}
