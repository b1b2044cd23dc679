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
import { settings } from './settings.js';
import { t } from './strings.js';

const WIDE = matchMedia('(min-width: 56.25em) and (min-height: 31.25em)');
const FLAT = matchMedia('(max-height: 31.24em) and (orientation: landscape)');

export class Play extends EventTarget {
  /** @type {Card | null} */
  picked = null;
  /** The engine has nothing to say to it yet, so a tap can only be queued. */
  early = true;
  #session;
  #board;
  #motion;
  #root;
  #info;

  /**
   * @param {Session} session
   * @param {Board} board
   * @param {Motion} motion
   * @param {HTMLElement} root the table
   * @param {HTMLElement} info lies on the table where there is no bar
   */
  constructor(session, board, motion, root, info) {
    super();
    this.#session = session;
    this.#board = board;
    this.#motion = motion;
    this.#root = root;
    this.#info = info;
    session.addEventListener('change', (event) => {
      this.#onChange(/** @type {CustomEvent<Change>} */ (event).detail);
    });
    new ResizeObserver(() => this.draw()).observe(root);
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

  /** @param {View} view */
  #render(view) {
    const mode = WIDE.matches ? 'wide' : FLAT.matches ? 'flat' : 'tall';
    const { leftHanded, rows } = settings();
    const text = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const layout = layOut(
      {
        width: this.#root.clientWidth,
        height: this.#root.clientHeight,
        mode,
        mirrored: leftHanded,
        rows: /** @type {'auto' | 'one' | 'two'} */ (rows),
        text,
      },
      view,
    );
    this.#board.render(view, layout);
    this.#root.dataset.status = view.status;
    const { info } = layout;
    this.#info.classList.toggle('boxed', Boolean(info && info.w < this.#root.clientWidth / 2));
    this.#info.classList.toggle('two-lines', Boolean(info && info.h > 40 * text));
    if (info) {
      const style = this.#info.style;
      const { offsetLeft, offsetTop } = this.#root;
      style.setProperty('--x', `${info.x + offsetLeft}px`);
      style.setProperty('--y', `${info.y + offsetTop}px`);
      style.setProperty('--w', `${info.w}px`);
      style.setProperty('--h', `${info.h}px`);
    }
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
      Object.entries(piles).find(([, cards]) => cards.includes(picked)),
    );
    return Boolean(was && is && was[0] === is[0] && was[1].indexOf(picked) === is[1].indexOf(picked));
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
    const closed = /^[CDHS]$/.test(pile) && !this.#session.view?.dests[card];
    if (!closed) this.pick(card);
  }

  /** @param {Card} card */
  pick(card) {
    this.picked = card;
    this.#board.markHint(null);
    this.#markPicked();
    hush();
    const n = this.#session.view?.dests[card]?.length ?? 0;
    speak(t('say.picked', { card, n }));
  }

  /** Puts back what was picked up. */
  putBack() {
    if (this.picked) speak(t('say.put-back', { card: this.picked }));
    this.#unpick();
  }

  #unpick() {
    this.picked = null;
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
   */
  async move(card, to) {
    const { view, busy } = this.#session;
    const from = this.#board.pileOf(card);
    this.#unpick();
    if (!view || !from || (this.#session.opening && !this.early)) return;
    const legal = view.dests[card]?.includes(to);
    if (legal && !busy) this.#session.anticipate(card, from, to);
    else if (!legal && this.#motion) this.#motion.putBack();
    if (this.early) say(t(legal ? 'early.queued' : 'early.asked', { card }));
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
    const answer = await this.#session.ask({ intent: 'best', card });
    if (!answer.ok) this.#refuse(card, answer);
  }

  /**
   * @param {Card} card
   * @param {import('./session.js').Answer} answer
   */
  #refuse(card, answer) {
    this.#motion.refuse(card);
    sayReason(answer.reason);
  }

  /**
   * Undo, redo, restart, finish, goto: says so when there is nothing to do.
   * @param {string} intent
   * @param {object} [fields]
   */
  async command(intent, fields = {}) {
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
   * Shows a hint on the table.
   * @param {{ card: Card, to: PileId }} move
   * @param {{ wins: number, worlds: number }} [seen] in how many layouts of the hidden cards it wins
   */
  showHint(move, seen) {
    this.#unpick();
    this.#board.markHint(move);
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
