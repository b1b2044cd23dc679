/**
 * The game being played, as the page knows it: the last view and save that the engine gave.
 * What the player wants goes to the engine through here and nowhere else; each accepted answer
 * is kept, then told to whoever listens.
 */

/** @import { Card, PileId, Reason, Save, View } from './types.js' */
/** @import { Engine, Intent } from './engine.js' */
/** @import { Help, Played } from './played.js' */
/** @import { Slot } from './store.js' */

import { writeAddress } from './address.js';
import { Clock } from './clock.js';
import { today } from './dates.js';
import { carry } from './moves.js';
import { freshGame } from './played.js';
import { recordLeft, recordWin } from './record.js';
import { forget, keepGame, keepLeft, readSlot, sameGame, slotFor, write } from './store.js';

/**
 * @typedef {object} Change
 * @property {View} view
 * @property {View | null} before
 * @property {string} intent what brought it about; `show` for a view from before the engine
 * @property {string[]} moved
 */
/** @typedef {{ ok: boolean, reason?: Reason, lost?: boolean, [field: string]: any }} Answer */

/** These open a game. */
const OPENING = new Set(['new', 'daily', 'position', 'load']);
/** These go on with it; what else is asked leaves the table as it is. */
const PLAYING = new Set(['move', 'best', 'undo', 'redo', 'restart', 'goto', 'finish']);
/** These would change a game that is only watched. */
const CHANGING = new Set(['move', 'best', 'finish']);
/** @type {Help[]} */
const HELP = ['none', 'hint', 'solution'];

export class Session extends EventTarget {
  /** What is shown. @type {View | null} */
  view = null;
  /** What the engine last said. @type {View | null} */
  known = null;
  /** @type {Save | null} */
  save = null;
  /** What the record will want to know of the game. @type {Played} */
  game = freshGame();
  clock = new Clock();
  /** Whether the engine has ever had the game at hand. */
  engaged = false;
  /** Whether another game is being opened. */
  opening = false;
  /** @type {Intent[]} */
  #unanswered = [];
  /** Whether the oldest of these is being answered. */
  #answering = false;
  #engine;

  /** @param {Engine} engine */
  constructor(engine) {
    super();
    this.#engine = engine;
    const leave = () => this.#leave();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
  }

  /** Whether a move still awaits its answer: what is shown may be ahead of the engine. */
  get busy() {
    return this.#unanswered.length > (this.#answering ? 1 : 0);
  }

  /**
   * Shows a view from an earlier visit while the engine starts.
   * @param {View} view
   * @param {Save | null} save
   * @param {Played} [game]
   */
  show(view, save, game = freshGame()) {
    this.known = view;
    this.save = save;
    this.game = game;
    if (save) this.clock.set(save.seconds);
    this.#tell(view, 'show', []);
  }

  /**
   * Sends an intent; resolves with the answer, also when it is a refusal.
   * @param {Intent} intent
   * @param {Played} [game] what is known of the game that it opens, when that is not a fresh one
   * @returns {Promise<Answer>}
   */
  async ask(intent, game) {
    if (this.game.aside === 'replay' && CHANGING.has(intent.intent)) {
      this.restore();
      return { ok: false, reason: { key: 'replay.only-watched' } };
    }
    const opens = OPENING.has(intent.intent);
    const plays = PLAYING.has(intent.intent);
    if (opens) this.opening = true;
    if (plays) this.#await(intent);
    try {
      const answer = await this.#engine.ask({ ...intent, seconds: Math.floor(this.clock.seconds) });
      this.#answering = plays;
      if (answer.ok && answer.view) this.#accept(intent.intent, answer, game);
      else if (!answer.ok && plays) this.restore();
      return answer;
    } catch {
      this.restore();
      return { ok: false, lost: true, reason: { key: 'error.lost' } };
    } finally {
      this.#answering = false;
      if (opens) this.opening = false;
      if (plays) this.#await(null);
    }
  }

  /**
   * Runs a job, which leaves the table as it is.
   * @param {Intent} intent
   * @param {Parameters<Engine['job']>[1]} [options]
   */
  job(intent, options) {
    return this.#engine.job(intent, options);
  }

  /**
   * Notes what is asked until it is answered, so that a page closed in between loses no move.
   * @param {Intent | null} intent null when the oldest has its answer
   */
  #await(intent) {
    if (intent) this.#unanswered.push(intent);
    else this.#unanswered.shift();
    if (this.game.aside || !this.save) return;
    if (!this.busy) return forget('unanswered');
    const [id, cursor] = [this.game.id, this.save.cursor];
    write('unanswered', { id, cursor, intents: this.#unanswered });
  }

  /**
   * Asks once more what an earlier visit got no answer to, if the game stands where it stood then.
   * @param {{ id: string, cursor: number, intents: Intent[] } | undefined} left
   */
  async resume(left) {
    if (!left || this.busy || left.id !== this.game.id || left.cursor !== this.save?.cursor) return;
    for (const intent of left.intents) await this.ask(intent);
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
    this.#tell({ ...this.view, piles, dests: {}, last: { card, from, to } }, 'anticipate', []);
  }

  /**
   * @param {string} intent
   * @param {any} answer
   * @param {Played} [game]
   */
  #accept(intent, { view, save, moved = [] }, game = freshGame()) {
    const opens = OPENING.has(intent);
    // A deal that only lay there has not been begun: the first move is what begins it.
    const unbegun = opens ? view.plies === 0 : this.known?.plies === 0;
    // What this tab has counted of the very game that another has gone on with is not lost.
    const counted = game.id === this.game.id ? this.clock.seconds : 0;
    this.known = view;
    this.save = save;
    this.engaged = true;
    if (opens) this.game = game;
    if (unbegun) this.game.day = today();
    if (opens) this.clock.set(Math.max(save.seconds ?? 0, counted));
    this.clock.run(view.plies > 0 && view.status === 'playing' && !this.game.aside);
    // The time of a win is the one that its score was counted with.
    if (view.status === 'won') this.clock.set(save.seconds);
    this.keep();
    // An early move is on the table already; its own answer comes right after this one.
    const ahead = opens && this.busy;
    if (!ahead) this.#tell(view, intent, moved);
    if (view.status === 'won') this.dispatchEvent(new Event('won'));
  }

  /** The game at hand as it is kept, with the clock as it stands. @returns {Slot | null} */
  get slot() {
    if (!this.save || !this.known) return null;
    const save = { ...this.save, seconds: Math.round(this.clock.seconds * 10) / 10 };
    return { save, view: this.known, address: writeAddress(save), game: this.game };
  }

  /** Keeps the game; records it if it is won, and the game that it takes the place of. */
  keep() {
    if (!this.save || !this.known || this.game.aside || this.#engine.state === 'failed') return;
    const before = readSlot(slotFor(this.save));
    if (before?.game.id === this.game.id) this.clock.follow(before.save.seconds);
    else if (before) {
      recordLeft(before);
      keepLeft(before);
    }
    const slot = /** @type {Slot} */ (this.slot);
    recordWin(this.game, slot.save, this.known);
    keepGame(slot);
  }

  /** Keeps the clock when the page is left, unless another tab has gone on with the game. */
  #leave() {
    const kept = this.save && readSlot(slotFor(this.save));
    if (!kept || (this.slot && sameGame(kept, this.slot))) this.keep();
  }

  /** Remembers that the player was helped. @param {Help} help */
  helpWith(help) {
    if (HELP.indexOf(help) <= HELP.indexOf(this.game.help)) return;
    this.game.help = help;
    this.keep();
  }

  /** Shows what the engine last said, after a move that was shown came to nothing. */
  restore() {
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
