/**
 * Which game is opened: the one that the address names, else the one last played, else the
 * daily deal. What cannot be opened is said, and the game at hand stays.
 */

/** @import { Play } from './play.js' */
/** @import { Answer, Session } from './session.js' */
/** @import { Intent } from './engine.js' */
/** @import { Wanted } from './kept.js' */
/** @import { Played } from './played.js' */
/** @import { Slot } from './store.js' */
/** @import { Reason, View } from './types.js' */

import { say, sayReason, show, speak } from './announce.js';
import { readAddress, writeAddress } from './address.js';
import { panelShown } from './back.js';
import { covers, firstView } from './baked.js';
import { dayView, yearText } from './catalogue.js';
import { today } from './dates.js';
import { entropy } from './entropy.js';
import { gameIn, keptFor, keptLast, knownAtOnce, slotAt } from './kept.js';
import { freshGame } from './played.js';
import { recordLeft } from './record.js';
import { settings } from './settings.js';
import * as store from './store.js';
import { t } from './strings.js';
import { gameName } from './variants.js';
import { winnableDeal } from './winnable.js';

/**
 * One thing to try: an intent, or the reason why there is none. The slot is set aside when what
 * it holds cannot be opened.
 * @typedef {{ intent?: Intent, game?: Played, reason?: Reason, slot?: string, quiet?: boolean }} Attempt
 */

/** The game of the app's shortcut to a new deal. */
const FIRST = 'bakers-dozen';

/** @type {Answer} */
const OVERTAKEN = { ok: false, reason: { key: 'job.cancelled' } };

/** Fires `result` with a code, when an address brings one. */
export class Opening extends EventTarget {
  #session;
  #play;
  #asked = location.hash;
  /** What was played before a game that stands aside. @type {Slot | null} */
  #waiting = null;
  #unanswered = store.read('unanswered');
  /** Counts what is opened: a deal that is long in coming is not to replace a later wish. */
  #turn = 0;

  /**
   * @param {Session} session
   * @param {Play} play
   */
  constructor(session, play) {
    super();
    this.#session = session;
    this.#play = play;
  }

  /** Shows what the engine will open, from what was kept, before the engine is there. */
  showAtOnce() {
    const { view, save, game, day } = knownAtOnce(this.#asked);
    if (view && save) this.#session.show(view, save, game);
    else if (day) void this.#showDay(day);
  }

  /**
   * Shows a day's deal as soon as the catalogue has come, unless the engine was quicker.
   * @param {string} date
   */
  async #showDay(date) {
    const first = firstView();
    const dealt = first && (await dayView(date, first).catch(() => null));
    if (dealt && !this.#session.view) this.#session.show(dealt.view, dealt.save);
  }

  /**
   * Opens the game in the engine, trying one thing after another until one is accepted.
   * @param {Promise<void>} speaking settles when sentences can be said
   */
  async start(speaking) {
    /** @type {Reason | null} */
    let complaint = null;
    for await (const { intent, game, reason, slot, quiet } of this.#attempts()) {
      const answer = intent ? await this.#ask(intent, game) : { ok: false, reason };
      if (answer.lost) return; // The sign of the failed start says so.
      if (answer.ok) break;
      if (slot) store.setAside(slot);
      if (!quiet) complaint ??= slot ? { key: 'error.damaged' } : (answer.reason ?? { key: 'error.request' });
    }
    const wanted = readAddress(this.#asked);
    if (wanted === undefined) complaint ??= { key: 'error.address' };
    await this.#session.resume(this.#unanswered);
    this.#unanswered = undefined;
    await speaking;
    this.#play.early = false;
    if (complaint) sayReason(complaint);
    if (wanted?.intent === 'open') this.#tellResult(wanted.code);
    this.#asked = '';
    this.dispatchEvent(new Event('opened'));
  }

  /**
   * What may be opened at the start, best first.
   * @returns {AsyncGenerator<Attempt>}
   */
  async *#attempts() {
    // After a failed start the game at hand is newer than any that was kept.
    if (this.#session.engaged) yield { intent: { intent: 'load', save: this.#session.slot?.save }, game: this.#session.game };
    const address = readAddress(this.#asked);
    if (address?.intent === 'fresh') {
      // The moment that a deal may be looked for begins when the engine is there.
      await this.#session.ask({ intent: 'hello' });
      const intent = await this.#fresh(FIRST);
      if (intent) yield { intent };
    }
    const wanted = gameIn(address);
    if (wanted) {
      const slot = slotAt(wanted);
      if (store.isDamaged(slot)) yield { slot };
      const kept = keptFor(wanted);
      if (kept) yield { ...loading(kept), slot };
      yield beginning(wanted);
    }
    const last = store.currentSlot();
    if (last && store.isDamaged(last)) yield { slot: last };
    const kept = keptLast();
    if (last && kept) yield { ...loading(kept), slot: last };
    const daily = keptFor({ intent: 'daily', date: today() });
    if (daily) yield { ...loading(daily), slot: store.slotFor(daily.save) };
    yield { ...(await beginning({ intent: 'daily', date: today() })), quiet: true };
    yield { intent: { intent: 'new', variant: 'bakers-dozen', entropy: entropy() } };
  }

  /** Follows a changed address while a game is being played. */
  async follow() {
    const wanted = readAddress(location.hash);
    if (wanted === null || location.hash === this.address) return;
    if (wanted?.intent === 'open') {
      this.showAddress();
      return this.#tellResult(wanted.code);
    }
    if (wanted === undefined) {
      say(t('error.address'));
      return this.showAddress();
    }
    if (wanted.intent === 'fresh') {
      this.showAddress();
      return void this.deal(FIRST);
    }
    const before = wanted.intent === 'daily' ? null : this.#endangered(wanted.variant);
    const answer = await this.#openWanted(wanted);
    if (answer.ok) return this.#offerBack(before);
    sayReason(answer.reason);
    this.showAddress();
  }

  /**
   * Deals a new game of a variant, by number or at random.
   * @param {View['variant']} [variant] the one being played, when left out
   * @param {string} [deal]
   * @returns {Promise<Answer>}
   */
  async deal(variant = this.own?.variant ?? 'bakers-dozen', deal) {
    const intent = deal === undefined ? await this.#fresh(variant) : { intent: 'new', variant, deal };
    if (!intent) return OVERTAKEN;
    const before = this.#endangered(variant);
    const answer = await this.#ask(intent);
    const unproved = settings().winnableDeals && 'entropy' in intent;
    if (answer.ok) this.#offerBack(before, unproved ? t('say.unproved') : '');
    return answer;
  }

  /**
   * How a deal that nobody named is asked for; null when another game was asked for meanwhile.
   * @param {View['variant']} variant
   * @returns {Promise<Intent | null>}
   */
  async #fresh(variant) {
    const turn = ++this.#turn;
    const deal = settings().winnableDeals ? await winnableDeal(this.#session, variant) : undefined;
    if (turn !== this.#turn) return null;
    return { intent: 'new', variant, ...(deal === undefined ? { entropy: entropy() } : { deal }) };
  }

  /** The player's own game, also while another stands before it. */
  get own() {
    return this.#session.game.aside ? this.#waiting?.save : this.#session.save;
  }

  /**
   * Opens a game that stands aside; the player's own waits.
   * @param {Intent} intent
   * @param {import('./played.js').Aside} aside
   */
  aside(intent, aside) {
    if (!this.#session.game.aside) {
      this.#session.keep();
      this.#waiting = this.#session.slot;
    }
    this.#turn++;
    return this.#session.ask(intent, { ...freshGame(), aside });
  }

  /** Goes back to the player's own game, which another tab may have gone on with. */
  async back() {
    const waiting = this.#waiting;
    const kept = waiting && store.readSlot(store.slotFor(waiting.save));
    const own = kept ?? waiting;
    const answer = own ? await this.load(own) : await this.resume('bakers-dozen');
    if (!answer.ok) sayReason(answer.reason);
    return answer;
  }

  /**
   * Opens the daily deal of a date where it was left, or begins it.
   * @param {string} date
   * @returns {Promise<Answer>}
   */
  async daily(date) {
    const answer = await this.#openWanted({ intent: 'daily', date });
    if (!answer.ok) return answer;
    const others = store.keys(store.dailySlot('')).filter((slot) => slot !== store.dailySlot(date));
    for (const slot of others) {
      const left = store.readSlot(slot);
      if (left) recordLeft(left);
    }
    return answer;
  }

  /**
   * Opens a variant where it was left, or deals it.
   * @param {View['variant']} variant
   */
  async resume(variant) {
    const kept = store.readSlot(store.slotOf(variant));
    if (kept) {
      const answer = await this.load(kept);
      if (answer.ok) return answer;
      store.setAside(store.slotOf(variant));
    }
    const intent = await this.#fresh(variant);
    return intent ? this.#ask(intent) : OVERTAKEN;
  }

  /** The begun game that the one at hand took the place of. */
  get left() {
    const { save, game } = this.#session;
    const left = save ? store.readLeft(store.slotFor(save)) : undefined;
    return left && left.game.id !== game.id ? left : undefined;
  }

  /**
   * Opens a position given as text.
   * @param {View['variant']} variant
   * @param {string} text
   */
  async position(variant, text) {
    const before = this.#endangered(variant);
    const answer = await this.#ask({ intent: 'position', variant, text });
    if (answer.ok) this.#offerBack(before);
    return answer;
  }

  /**
   * Goes on with a game where it was left.
   * @param {Pick<Slot, 'save' | 'game'>} kept
   */
  load(kept) {
    const { intent, game } = loading(kept);
    return this.#ask(intent, game);
  }

  /**
   * @param {Intent} intent
   * @param {Played} [game]
   */
  async #ask(intent, game) {
    this.#turn++;
    const answer = await this.#session.ask(intent, game);
    // An open panel keeps its address; closing shows that of the game.
    if (answer.ok && !panelShown()) this.showAddress();
    return answer;
  }

  /**
   * @param {Wanted} wanted
   * @returns {Promise<Answer>}
   */
  async #openWanted(wanted) {
    const kept = keptFor(wanted);
    if (kept) {
      const answer = await this.load(kept);
      if (answer.ok || answer.lost) return answer;
      store.setAside(store.slotFor(kept.save));
    }
    const { intent, game, reason } = await beginning(wanted);
    return intent ? this.#ask(intent, game) : { ok: false, reason };
  }

  /** Where the player's own game begins. */
  get address() {
    const { own } = this;
    return own ? writeAddress(own) : '';
  }

  /** Writes the address of the game at hand. */
  showAddress() {
    history.replaceState(history.state, '', this.address || location.pathname);
  }

  /** @param {string} code */
  #tellResult(code) {
    this.dispatchEvent(new CustomEvent('result', { detail: code }));
  }

  /**
   * The game that another deal of a variant takes the place of, or takes out of sight.
   * @param {View['variant']} variant
   * @returns {Slot | null | undefined}
   */
  #endangered(variant) {
    const { slot, game } = this.#session;
    const own = store.slotOf(variant);
    if (slot && !game.aside && store.slotFor(slot.save) === own) return slot;
    const kept = store.readSlot(own);
    return kept && kept.save.cursor > 0 && !kept.game.recorded ? kept : game.aside ? null : slot;
  }

  /**
   * A game left in the middle is one tap away for a while.
   * @param {Slot | null | undefined} before
   * @param {string} [doubt] what is to be said of the new one
   */
  #offerBack(before, doubt = '') {
    const { view } = this.#session;
    if (!view || !before || before.save.cursor === 0 || this.#session.game.id === before.game.id) {
      return doubt && say(doubt);
    }
    const offer = { label: t('say.back'), run: () => void this.load(before) };
    // Which game it is was spoken when it came.
    const text = view.deal === null ? t('say.position') : t('say.new', { game: gameName(view) });
    show(doubt ? `${text} ${doubt}` : text, offer);
    if (doubt) speak(doubt);
    speak(t('say.offer', offer));
  }
}

/** @param {Pick<Slot, 'save' | 'game'>} kept */
const loading = ({ save, game }) => ({ intent: { intent: 'load', save }, game });

/**
 * How a game is begun that was not kept.
 * @param {Wanted} wanted
 * @returns {Promise<Attempt>}
 */
async function beginning(wanted) {
  if (wanted.intent !== 'daily') return { intent: { ...wanted } };
  const { date } = wanted;
  if (date > today()) return { reason: { key: 'daily.future' } };
  const first = firstView();
  if (first?.save.daily === date) return loading({ save: first.save, game: freshGame() });
  if (!covers(date)) return { reason: { key: 'error.day', args: { text: date } } };
  try {
    return { intent: { ...wanted, year: await yearText(date) } };
  } catch {
    return { reason: { key: 'daily.unreachable' } };
  }
}
