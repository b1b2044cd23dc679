/**
 * Play at the table: what is picked up, where it goes, what is drawn. Tap, drag, double tap and
 * keyboard all end in the same few calls here; what is legal, the engine says.
 */

/** @import { Board } from './board.js' */
/** @import { Motion } from './motion.js' */
/** @import { Session, Change } from './session.js' */
/** @import { Card, PileId, View } from './types.js' */

import { hush, keyFor, say, sayReason, sentenceOf, show, speak } from './announce.js';
import { keepEarlier } from './earlier.js';
import { focusLeader } from './lead.js';
import { cardsMoved } from './moves.js';
import { animated } from './settings.js';
import { Stage } from './stage.js';
import { placesText, t } from './strings.js';

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
  #stage;
  #leadFocus;

  /**
   * @param {Session} session
   * @param {Board} board
   * @param {Motion} motion
   * @param {HTMLElement} root the table
   * @param {HTMLElement} foot what is said or offered over its lower edge
   */
  constructor(session, board, motion, root, foot) {
    super();
    this.#session = session;
    this.#board = board;
    this.#motion = motion;
    this.#root = root;
    this.#stage = new Stage(board, root, foot);
    this.#leadFocus = focusLeader(board, root);
    session.addEventListener('change', (event) => {
      this.#onChange(/** @type {CustomEvent<Change>} */ (event).detail);
    });
    // Whoever goes elsewhere, to a panel or to analysis, has put down what was in hand.
    document.addEventListener('panelopen', () => this.picked && this.putBack());
    const observer = new ResizeObserver(() => this.#resized());
    for (const each of [root, foot]) observer.observe(each);
  }

  /**
   * A table that only grows or shrinks in height, or is covered at its foot, lets its cards
   * glide, and waits for a card in hand; any other table is another table at once.
   */
  #resized() {
    const { view } = this.#session;
    if (!view || this.#stage.isAnother) return this.draw();
    if (this.#motion.holding || !this.#stage.isChanged) return;
    if (!animated()) return this.draw();
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
    this.#stage.render(view);
    this.#root.dataset.status = view.status;
  }

  /** Settles when every card that has been played lies in its place. */
  landed() {
    return this.#motion.landed();
  }

  /** @param {Change} change */
  #onChange(change) {
    const { view, before, intent, moved } = change;
    // Nothing moved, as when the engine confirms what was shown: a card in hand stays there.
    const same = before !== null && JSON.stringify(before.piles) === JSON.stringify(view.piles);
    // A game that is opened is another one, even where the cards lie as before; but not the one
    // that has been on the table since before the engine was there.
    const opened = ['load', 'new', 'position', 'daily'].includes(intent) && !this.early;
    if (!same || opened) {
      if (!this.#keepsHold(change)) this.#unpick();
      this.#board.markHint(null);
    }
    const seen = this.#motion.seen();
    this.#render(view);
    this.#leadFocus(change);
    if (this.picked && this.#isBuried(this.picked)) this.#unpick();
    this.#markPicked();
    if (!same && before) {
      const order = moved.length > 1 ? cardsMoved(moved, before.piles) : [];
      const dealt = intent === 'new' || intent === 'position';
      if (dealt) this.#motion.deal(view);
      else this.#motion.glide(seen, order);
      const won = view.status === 'won' && before.status !== 'won';
      if (won && !dealt && intent !== 'show' && intent !== 'load') this.#motion.celebrate();
    }
    const sentence = sentenceOf(change);
    if (sentence) {
      speak(sentence, intent === 'undo' || intent === 'redo' ? intent : '');
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
   * A tap, or Enter, on a card or on an empty pile.
   * @param {Card | null} card
   * @param {PileId} pile
   */
  tap(card, pile) {
    const held = this.picked;
    if (held && pile !== this.#board.pileOf(held)) return void this.#aim(held, pile, card);
    if (!card || card === held) return this.putBack();
    this.grab(card);
  }

  /**
   * With a card in hand, a tap on another pile means its target; where it may not go, the card
   * that was tapped, if that one can be moved; else the card stays in hand for another try. What
   * is in hand then is told after the refusal.
   * @param {Card} held
   * @param {PileId} pile
   * @param {Card | null} tapped
   */
  async #aim(held, pile, tapped) {
    if (this.#cannotPlay) return;
    const meant = () => (tapped && this.#isMovable(tapped, pile) ? tapped : held);
    if (!this.#session.busy && !this.mayGo(held, pile)) {
      if (meant() !== held) this.grab(meant(), true);
      if (this.early) say(t('early.asked', { card: held }));
      await this.#ask(held, { intent: 'move', card: held, to: pile });
      if (this.picked !== held) this.#tellPicked();
      return;
    }
    const answer = await this.move(held, pile);
    if (answer?.reason && !answer.lost && !this.picked) this.#pick(meant());
  }

  /** Whether a card can be taken for another: one on a foundation stands for its pile. @param {Card} card @param {PileId} pile */
  #isMovable(card, pile) {
    return !/^[CDHS]$/.test(pile) && Boolean(this.#session.view?.dests[card]?.length);
  }

  /** Whether no move may be asked for now: another game is on its way. */
  get #cannotPlay() {
    return this.#session.opening && !this.early;
  }

  /**
   * Picks a card up, or says why it has to lie.
   * @param {Card} card
   * @param {boolean} [silent] whether something else is to be said first
   * @returns {boolean} whether it is in hand
   */
  grab(card, silent = false) {
    if (this.#isBuried(card)) {
      void this.#explain(card);
      return false;
    }
    hush();
    this.#pick(card, silent);
    return true;
  }

  /** @param {Card} card @param {boolean} [silent] */
  #pick(card, silent = false) {
    this.picked = card;
    this.#told = null;
    this.#board.markHint(null);
    this.#markPicked();
    if (!silent) this.#tellPicked();
    this.dispatchEvent(new Event('picked'));
  }

  /** Says what is in hand, once it is known where it may go. */
  #tellPicked() {
    const { picked: card } = this;
    const { view, busy } = this.#session;
    if (!card || busy || this.#told === card) return;
    this.#told = card;
    const targets = view?.dests[card] ?? [];
    const places = view && placesText(targets, view.piles);
    speak(targets.length ? this.#aboutRun('say.picked', card, { places }) : t('say.picked.nowhere', { card }));
  }

  /**
   * A sentence about a card, and those that go along with it.
   * @param {string} key
   * @param {Card} card
   * @param {Record<string, any>} [args]
   */
  #aboutRun(key, card, args) {
    const run = this.runFrom(card);
    return t(keyFor(key, run.length), { card, top: run.at(-1), size: run.length, ...args });
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
   * Lets the engine say why a card cannot be moved at all.
   * @param {Card} card
   */
  async #explain(card) {
    if (this.early) say(t('early.asked', { card }));
    this.#refuse(card, await this.#session.ask({ intent: 'why', card }));
  }

  /** Puts back what was picked up. */
  putBack() {
    if (this.picked) speak(this.#aboutRun('say.put-back', this.picked));
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
   * @returns {Promise<import('./session.js').Answer | void>} the engine's answer, if it was asked
   */
  async move(card, to, sure = false) {
    const { view, busy } = this.#session;
    const from = this.#board.pileOf(card);
    this.#unpick();
    if (!view || !from || this.#cannotPlay) return;
    const legal = this.mayGo(card, to);
    if (legal && !busy) this.#session.anticipate(card, from, to);
    else if (!busy) this.#motion.putBack();
    // What may be played after a move that waits is not known yet.
    if (this.early) say(t(legal ? 'early.queued' : busy ? 'early.next' : 'early.asked', { card }));
    if (legal && !sure && this.gate && !(await this.gate.allows(card, to))) return this.#session.restore();
    return this.#ask(card, { intent: 'move', card, to });
  }

  /**
   * Asks the engine for a move of a card; says why when it refuses.
   * @param {Card} card
   * @param {import('./engine.js').Intent} intent
   */
  async #ask(card, intent) {
    const answer = await this.#session.ask(intent);
    if (!answer.ok) this.#refuse(card, answer);
    return answer;
  }

  /**
   * Sends a card where a double tap sends it.
   * @param {Card} card
   */
  async best(card) {
    this.#unpick();
    if (this.early) say(t('early.queued', { card }));
    if (this.gate && !(await this.gate.allows(card))) return;
    await this.#ask(card, { intent: 'best', card });
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
    const { picked } = this;
    if (!picked || !this.#isBuried(picked)) return;
    // It was taken while that answer was on its way, when nobody knew that it could not be.
    this.#unpick();
    void this.#explain(picked);
  }

  /**
   * Undo, redo, restart, finish, goto: says so when there is nothing to do.
   * @param {string} intent
   * @param {object} [fields]
   * @param {boolean} [held] whether a key or a finger stays on it: then it ends quietly
   */
  async command(intent, fields = {}, held = false) {
    if (this.gate) await this.gate.hurry();
    this.#unpick();
    const view = this.#session.view;
    if (view && !this.#session.busy) {
      const atDeal = !view.cursor && (intent === 'undo' || intent === 'restart');
      const ended = atDeal || (intent === 'redo' && view.cursor >= view.plies);
      if (ended) return held ? undefined : say(t(`say.nothing-to-${intent}`));
    }
    if (intent === 'restart') keepEarlier(this.#session, 0);
    const answer = await this.#session.ask({ intent, ...fields });
    if (!answer.ok && !held) sayReason(answer.reason);
    if (answer.ok && intent === 'restart' && view) this.#offerBack(view.cursor);
    return answer;
  }

  /** To begin again may have been a slip. @param {number} cursor where the game stood */
  #offerBack(cursor) {
    const offer = { label: t('say.restart.back'), run: () => void this.command('goto', { cursor }) };
    show(t('say.restart'), offer);
    speak(t('say.offer', offer));
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
