/**
 * The game being played, as the page knows it: the last view and save that the engine gave.
 * What the player wants goes to the engine through here and nowhere else; each accepted answer
 * is kept, then told to whoever listens.
 */

/** @import { Card, PileId, Reason, Save, View } from './types.js' */
/** @import { Engine, Intent } from './engine.js' */

import { writeAddress } from './address.js';
import { Clock } from './clock.js';
import { carry } from './moves.js';
import { keepGame } from './store.js';

/**
 * @typedef {object} Change
 * @property {View} view
 * @property {View | null} before
 * @property {string} intent what brought it about; `show` for a view from before the engine
 * @property {string[]} moved
 */
/** @typedef {{ ok: boolean, reason?: Reason, lost?: boolean, [field: string]: any }} Answer */

/** These open a game; the others go on with it. */
const OPENING = new Set(['new', 'position', 'load']);

export class Session extends EventTarget {
  /** What is shown. @type {View | null} */
  view = null;
  /** What the engine last said. @type {View | null} */
  known = null;
  /** @type {Save | null} */
  save = null;
  /** Whether hints or the solver had a hand in this game. */
  helped = false;
  clock = new Clock();
  /** Whether the engine has ever had the game at hand. */
  engaged = false;
  /** Whether another game is being opened. */
  opening = false;
  #pending = 0;
  #engine;

  /** @param {Engine} engine */
  constructor(engine) {
    super();
    this.#engine = engine;
    const keep = () => this.keep();
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
  }

  /** Whether a move still awaits its answer: what is shown may be ahead of the engine. */
  get busy() {
    return this.#pending > 0;
  }

  /**
   * Shows a view from an earlier visit while the engine starts.
   * @param {View} view
   * @param {Save | null} save
   */
  show(view, save) {
    this.known = view;
    this.save = save;
    if (save) this.clock.set(save.seconds);
    this.#tell(view, 'show', []);
  }

  /**
   * Sends an intent; resolves with the answer, also when it is a refusal.
   * @param {Intent} intent
   * @returns {Promise<Answer>}
   */
  async ask(intent) {
    const opens = OPENING.has(intent.intent);
    if (opens) this.opening = true;
    else this.#pending++;
    try {
      const answer = await this.#engine.ask({ ...intent, seconds: Math.floor(this.clock.seconds) });
      if (answer.ok && answer.view) this.#accept(intent.intent, answer);
      else if (!answer.ok) this.#restore();
      return answer;
    } catch {
      this.#restore();
      return { ok: false, lost: true, reason: { key: 'error.lost' } };
    } finally {
      if (opens) this.opening = false;
      else this.#pending--;
    }
  }

  /**
   * Shows a legal move before the engine has confirmed it.
   * @param {Card} card
   * @param {PileId} from
   * @param {PileId} to
   */
  anticipate(card, from, to) {
    if (!this.view) return;
    const piles = carry(this.view.piles, card, from, to);
    this.#tell({ ...this.view, piles, dests: {} }, 'anticipate', []);
  }

  /**
   * @param {string} intent
   * @param {any} answer
   */
  #accept(intent, { view, save, moved = [] }) {
    this.known = view;
    this.save = save;
    this.engaged = true;
    if (OPENING.has(intent)) {
      this.helped = false;
      this.clock.set(save.seconds ?? 0);
    }
    this.clock.run(view.plies > 0 && view.status === 'playing');
    // An early move is on the table already; its own answer comes right after this one.
    const ahead = OPENING.has(intent) && this.busy;
    if (!ahead) this.#tell(view, intent, moved);
    this.keep();
  }

  /** Keeps the game, with the clock as it stands. */
  keep() {
    if (!this.save || !this.known || this.#engine.state === 'failed') return;
    const save = { ...this.save, seconds: Math.floor(this.clock.seconds) };
    keepGame({ save, view: this.known, address: writeAddress(save) });
  }

  #restore() {
    if (this.known && this.view !== this.known) this.#tell(this.known, 'restore', []);
  }

  /**
   * @param {View} view
   * @param {string} intent
   * @param {string[]} moved
   */
  #tell(view, intent, moved) {
    const before = this.view;
    this.view = view;
    /** @type {Change} */
    const detail = { view, before, intent, moved };
    this.dispatchEvent(new CustomEvent('change', { detail }));
  }
}
