/**
 * The table as it is drawn: for its size, the player's choices, and what covers its foot. No card
 * moves when something is said: where the columns need the felt themselves, it lies over them, and
 * goes as soon as the table is touched. Only what fills the screen with something else than play
 * has the cards make room.
 */

/** @import { Board } from './board.js' */
/** @import { View } from './types.js' */

import { freeFoot, layOut } from './layout.js';
import { dismissNotice, placeShown } from './notice.js';
import { tableIn } from './screen.js';

export class Stage {
  #board;
  #root;
  #foot;
  /** The size that the table was drawn for. */
  #size = { width: 0, height: 0 };
  /** How much of it what lies at its foot has covered since it came. */
  #covered = 0;
  /** How much felt is free there. */
  #free = 0;

  /**
   * @param {Board} board
   * @param {HTMLElement} root the table
   * @param {HTMLElement} foot what is said or offered over its lower edge
   */
  constructor(board, root, foot) {
    this.#board = board;
    this.#root = root;
    this.#foot = foot;
    root.addEventListener('pointerdown', () => {
      if (!placeShown() && foot.offsetHeight > this.#free) dismissNotice();
    });
  }

  /** Whether the table has another width than it was drawn for. */
  get isAnother() {
    return this.#root.clientWidth !== this.#size.width;
  }

  /** Whether it has another height, or more of it is covered. */
  get isChanged() {
    return this.#root.clientHeight !== this.#size.height || this.#need() !== this.#covered;
  }

  /** What lies at the foot may grow and shrink while it is there; the cards give way to it once. */
  #need() {
    const height = placeShown() ? this.#foot.offsetHeight : 0;
    return height && Math.max(height, this.#covered);
  }

  /** @param {View} view */
  render(view) {
    if (this.isAnother) this.#covered = 0;
    this.#covered = this.#need();
    const table = tableIn(this.#root);
    this.#size = { width: table.width, height: table.height };
    this.#free = freeFoot(table, view);
    const layout = layOut({ ...table, need: this.#covered > this.#free ? this.#covered : 0 }, view);
    // Foundations and cells beside the columns reach down to the edge.
    this.#foot.style.setProperty('--aside', `${table.mode === 'flat' ? layout.card.w + 8 : 0}px`);
    this.#board.render(view, layout);
  }
}
