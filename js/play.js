/**
 * Play at the table: what is picked up, where it goes, what is drawn. Tap, drag, double tap and
 * keyboard all end in the same few calls here; what is legal, the engine says.
 */

/** @import { Board } from './board.js' */
/** @import { Motion } from './motion.js' */
/** @import { Session, Change } from './session.js' */
/** @import { Card, PileId, View } from './types.js' */

import { hush, say, sayReason, sentenceOf, speak } from './announce.js';
import { layOut } from './layout.js';
import { cardsMoved } from './moves.js';
import { animated, settings } from './settings.js';
import { t } from './strings.js';

/** These are about the card itself, wherever it should go. */
const SOURCE_REASONS = new Set(
  ['only-top', 'face-down', 'foundation-stays', 'one-at-a-time', 'no-card', 'game-over'].map((key) => `reason.${key}`),
);

const WIDE = matchMedia('(min-width: 56.25em) and (min-height: 31.25em)');
const FLAT = matchMedia('(max-height: 31.24em) and (orientation: landscape)');

export class Play extends EventTarget {
  /** @type {Card | null} */
  picked = null;
  /** The engine has nothing to say to it yet, so a tap can only be queued. */
  early = true;
  /**
   * Asked before a move is played: whether it may be. `hurry` settles what it still weighs.
   * @type {{ allows: (card: Card, to?: PileId) => Promise<boolean>, hurry: () => Promise<void> | undefined } | null}
   */
  gate = null;
  /** The card in hand, once its places have been told. @type {Card | null} */
  #told = null;
  #session;
  #board;
  #motion;
  #root;
  /** The size that the table was drawn for. */
  #size = { width: 0, height: 0 };

  /**
   * @param {Session} session
   * @param {Board} board
   * @param {Motion} motion
   * @param {HTMLElement} root the table
   */
  constructor(session, board, motion, root) {
    super();
    this.#session = session;
    this.#board = board;
    this.#motion = motion;
    this.#root = root;
    session.addEventListener('change', (event) => {
      this.#onChange(/** @type {CustomEvent<Change>} */ (event).detail);
    });
    new ResizeObserver(() => this.#resized()).observe(root);
  }

  /**
   * A table that only grows or shrinks in height, as when a notice comes, lets its cards glide,
   * and waits for a card in hand; any other table is another table at once.
   */
  #resized() {
    const { view } = this.#session;
    const { clientWidth: width, clientHeight: height } = this.#root;
    if (!view || width !== this.#size.width || !animated()) return this.draw();
    if (this.#motion.holding || height === this.#size.height) return;
    const seen = this.#motion.seen();
    this.#render(view);
    this.#markPicked();
    this.#motion.glide(seen);
  }

  /** Draws what is known, at once: after a change of size, of settings or of language. */
  draw() {
    const { view } = this.#session;
    if (!view || !this.#root.clientWidth) return;
    this.#motion.drop();
    this.#motion.stop();
    this.#render(view);
    this.#markPicked();
  }

  /** Catches up with a size that came while a card was in hand. */
  settle() {
    this.#resized();
  }

  /** @param {View} view */
  #render(view) {
    const mode = WIDE.matches ? 'wide' : FLAT.matches ? 'flat' : 'tall';
    const { leftHanded, rows } = settings();
    this.#size = { width: this.#root.clientWidth, height: this.#root.clientHeight };
    const layout = layOut(
      {
        ...this.#size,
        mode,
        mirrored: leftHanded,
        rows: /** @type {'auto' | 'one' | 'two'} */ (rows),
      },
      view,
    );
    this.#board.render(view, layout);
    this.#root.dataset.status = view.status;
  }

  /** @param {Change} change */
  #onChange(change) {
    const { view, before, intent, moved } = change;
    // Nothing moved, as when the engine confirms what was shown: a card in hand stays there.
    const same = before !== null && JSON.stringify(before.piles) === JSON.stringify(view.piles);
    if (!same) {
      if (!this.#keepsHold(change)) this.#unpick();
      this.#board.markHint(null);
    }
    const seen = this.#motion.seen();
    this.#render(view);
    if (this.picked && this.#isBuried(this.picked)) this.#unpick();
    this.#markPicked();
    if (!same && before) {
      const order = moved.length > 1 ? cardsMoved(moved, before.piles) : [];
      const dealt = intent === 'new' || intent === 'position';
      if (dealt) this.#dealFrom(seen, view);
      else this.#motion.glide(seen, order);
      const won = view.status === 'won' && before.status !== 'won';
      if (won && !dealt && intent !== 'show' && intent !== 'load') this.#motion.celebrate();
    }
    const sentence = sentenceOf(change);
    if (sentence) {
      speak(sentence);
      hush();
    }
    this.#tellPicked();
    this.dispatchEvent(new CustomEvent('drawn', { detail: { ...change, same } }));
  }

  /**
   * Whether the card in hand stays there: a quick player has it before the move before is
   * answered, and that answer must not take it away.
   * @param {Change} change
   */
  #keepsHold({ view, before, intent }) {
    const { picked } = this;
    if (!picked || !before || (intent !== 'move' && intent !== 'best')) return false;
    const [was, is] = [before, view].map(({ piles }) =>
      Object.keys(piles).find((pile) => piles[pile].includes(picked)),
    );
    return was === is || !/^[CDHS]$/.test(is ?? '');
  }

  /**
   * Deals: the cards gather below the table, then fly out row by row.
   * @param {Map<Card, { x: number, y: number }>} seen
   * @param {View} view
   */
  #dealFrom(seen, view) {
    const from = {
      x: (this.#root.clientWidth - (this.#board.layout?.card.w ?? 0)) / 2,
      y: this.#root.clientHeight,
    };
    for (const card of seen.keys()) seen.set(card, from);
    const columns = Object.values(view.piles);
    const longest = Math.max(...columns.map((column) => column.length));
    const order = [];
    for (let i = 0; i < longest; i++) {
      for (const column of columns) if (column[i]) order.push(column[i]);
    }
    this.#motion.glide(seen, order, 9);
  }

  /**
   * A tap, or Enter, on a card or on an empty pile.
   * @param {Card | null} card
   * @param {PileId} pile
   */
  tap(card, pile) {
    const source = this.picked && this.#board.pileOf(this.picked);
    if (this.picked && pile !== source) return void this.move(this.picked, pile);
    if (!card || card === this.picked) return this.putBack();
    this.grab(card);
  }

  /**
   * Picks a card up, or says why it has to lie.
   * @param {Card} card
   * @returns {boolean} whether it is in hand
   */
  grab(card) {
    if (this.#isBuried(card)) {
      this.#unpick();
      void this.#explain(card);
      return false;
    }
    this.picked = card;
    this.#told = null;
    this.#board.markHint(null);
    this.#markPicked();
    hush();
    this.#tellPicked();
    this.dispatchEvent(new Event('picked'));
    return true;
  }

  /** Says what is in hand, once it is known where it may go. */
  #tellPicked() {
    const { picked: card } = this;
    const { view, busy } = this.#session;
    if (!card || busy || this.#told === card) return;
    this.#told = card;
    speak(t('say.picked', { card, n: view?.dests[card]?.length ?? 0 }));
  }

  /** Whether a card may go to a pile. @param {Card} card @param {PileId} pile */
  mayGo(card, pile) {
    return Boolean(this.#session.view?.dests[card]?.includes(pile));
  }

  /**
   * Whether a card lies under others and cannot be lifted with them. While an answer is on its
   * way nobody knows, and the card may be held.
   * @param {Card} card
   */
  #isBuried(card) {
    const { view, busy } = this.#session;
    const pile = this.#board.pileOf(card);
    if (!view || !pile || busy || view.dests[card]) return false;
    if (/^[CDHS]$/.test(pile)) return true;
    return pile !== 'reserve' && view.piles[pile].at(-1) !== card;
  }

  /**
   * Lets the engine say why a card cannot be moved at all: it is asked for a move elsewhere.
   * @param {Card} card
   */
  async #explain(card) {
    if (this.early) return this.#refuse(card, { ok: false, reason: { key: 'reason.only-top' } });
    const from = this.#board.pileOf(card);
    const to = this.#board.pileIds().find((pile) => /^[a-m]$/.test(pile) && pile !== from) ?? 'a';
    const answer = await this.#session.ask({ intent: 'move', card, to });
    if (answer.ok) return;
    const itself = SOURCE_REASONS.has(answer.reason?.key ?? '');
    this.#refuse(card, itself ? answer : { ok: false, reason: { key: 'reason.nowhere', args: { card } } });
  }

  /** Puts back what was picked up. */
  putBack() {
    if (this.picked) speak(t('say.put-back', { card: this.picked }));
    this.#unpick();
    this.dispatchEvent(new Event('put-back'));
  }

  #unpick() {
    this.picked = null;
    this.#told = null;
    this.#markPicked();
  }

  #markPicked() {
    const targets = this.picked ? (this.#session.view?.dests[this.picked] ?? []) : [];
    this.#board.markPicked(this.picked, targets);
  }

  /**
   * Tries to move a card; says why when it may not.
   * @param {Card} card
   * @param {PileId} to
   * @param {boolean} [sure] whether it is played whatever there is to say against it
   */
  async move(card, to, sure = false) {
    const { view, busy } = this.#session;
    const from = this.#board.pileOf(card);
    this.#unpick();
    if (!view || !from || (this.#session.opening && !this.early)) return;
    const legal = this.mayGo(card, to);
    if (legal && !busy) this.#session.anticipate(card, from, to);
    else if (!busy) this.#motion.putBack();
    if (this.early) say(t(legal ? 'early.queued' : 'early.asked', { card }));
    if (legal && !sure && this.gate && !(await this.gate.allows(card, to))) return this.#session.restore();
    const answer = await this.#session.ask({ intent: 'move', card, to });
    if (!answer.ok) this.#refuse(card, answer);
  }

  /**
   * Sends a card where a double tap sends it.
   * @param {Card} card
   */
  async best(card) {
    this.#unpick();
    if (this.early) say(t('early.queued', { card }));
    if (this.gate && !(await this.gate.allows(card))) return;
    const answer = await this.#session.ask({ intent: 'best', card });
    if (!answer.ok) this.#refuse(card, answer);
  }

  /**
   * @param {Card} card
   * @param {import('./session.js').Answer} answer
   */
  #refuse(card, answer) {
    if (this.#motion.holding) this.#motion.putBack();
    this.#motion.refuse(card);
    sayReason(answer.reason);
    this.dispatchEvent(new CustomEvent('refused', { detail: answer.reason }));
  }

  /**
   * Undo, redo, restart, finish, goto: says so when there is nothing to do.
   * @param {string} intent
   * @param {object} [fields]
   */
  async command(intent, fields = {}) {
    if (this.gate) await this.gate.hurry();
    this.#unpick();
    const view = this.#session.view;
    if (view && !this.#session.busy) {
      if (intent === 'undo' && view.cursor === 0) return say(t('say.nothing-to-undo'));
      if (intent === 'redo' && view.cursor >= view.plies) return say(t('say.nothing-to-redo'));
    }
    const answer = await this.#session.ask({ intent, ...fields });
    if (!answer.ok) sayReason(answer.reason);
    return answer;
  }

  /**
   * Points at a card, and at the pile where it may go, if one is named.
   * @param {{ card: Card, to?: PileId }} move
   */
  point(move) {
    this.#unpick();
    this.#board.markHint(move);
  }

  /**
   * Shows a hint on the table.
   * @param {{ card: Card, to: PileId }} move
   * @param {{ wins: number, worlds: number }} [seen] in how many layouts of the hidden cards it wins
   */
  showHint(move, seen) {
    this.point(move);
    say(seen ? t('hint.seen', { ...move, ...seen }) : t('hint.try', move));
  }

  /** The cards that go along when one is dragged. @param {Card} card @returns {Card[]} */
  runFrom(card) {
    const pile = this.#board.pileOf(card);
    if (!pile || !this.#session.view) return [];
    const cards = this.#session.view.piles[pile];
    return pile === 'reserve' ? [card] : cards.slice(cards.indexOf(card));
  }
}
