/**
 * The clock of a game: visible play only, from the first move on. Several tabs may show one game;
 * a moment that any of them shows it counts once. So each counts on from what it knows, and takes
 * over what another has counted further (`js/tabs.js`).
 */

import { isCovered } from './dom.js';

/** A longer gap between ticks means that the page was frozen: it does not count. */
const LONGEST_TICK_MS = 1500;

/** More visible play than this is no play. */
export const MOST_SECONDS = 1e7;

export class Clock extends EventTarget {
  /** Seconds played so far. */
  seconds = 0;
  #wanted = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #last = 0;

  constructor() {
    super();
    document.addEventListener('visibilitychange', () => this.#update());
  }

  /**
   * Starts from a number of seconds, for a game that has just been opened. What was kept may be
   * damaged; a clock that shows nonsense would spoil all that it is sent with.
   * @param {number} seconds
   */
  set(seconds) {
    this.seconds = seconds >= 0 && seconds <= MOST_SECONDS ? seconds : 0;
    this.dispatchEvent(new Event('tick'));
  }

  /**
   * Takes over what another tab has counted of the same game, if it has counted more.
   * @param {unknown} seconds
   */
  follow(seconds) {
    if (!this.#wanted || typeof seconds !== 'number') return;
    if (this.#timer !== undefined) this.#count();
    if (seconds > this.seconds) this.set(Math.min(seconds, MOST_SECONDS));
  }

  /** Says whether the game is one that time passes in. @param {boolean} wanted */
  run(wanted) {
    this.#wanted = wanted;
    this.#update();
  }

  #update() {
    const running = this.#wanted && document.visibilityState === 'visible';
    if (running === (this.#timer !== undefined)) return;
    if (running) {
      this.#last = performance.now();
      this.#timer = setInterval(() => this.#tick(), 250);
    } else {
      this.#tick();
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #tick() {
    if (this.#count()) this.dispatchEvent(new Event('tick'));
  }

  /** Counts the time since it was last counted. @returns {boolean} whether it was time of play */
  #count() {
    const now = performance.now();
    const passed = now - this.#last;
    this.#last = now;
    // Behind a dialog the clock stands still.
    if (passed > LONGEST_TICK_MS || isCovered()) return false;
    this.seconds += passed / 1000;
    return true;
  }
}
