/**
 * Which game is opened: the one that the address names, else the one last played, else the
 * first deal that came with the page. What cannot be opened is said, and the game at hand stays.
 */

/** @import { Play } from './play.js' */
/** @import { Answer, Session } from './session.js' */
/** @import { Intent } from './engine.js' */
/** @import { Reason, Save, View } from './types.js' */

import { say } from './announce.js';
import { readAddress, writeAddress } from './address.js';
import * as store from './store.js';
import { t } from './strings.js';

/** @typedef {import('./address.js').Opening} Wanted */

export class Opening {
  #session;
  #play;
  #asked = location.hash;

  /**
   * @param {Session} session
   * @param {Play} play
   */
  constructor(session, play) {
    this.#session = session;
    this.#play = play;
  }

  /** Shows what the engine will open, from what was kept, before the engine is there. */
  showAtOnce() {
    const wanted = readAddress(this.#asked);
    const kept = wanted ? this.#keptFor(wanted) : this.#keptLast();
    if (kept) return this.#session.show(kept.view, kept.save);
    const first = firstView();
    if (!first) return;
    const named = wanted && writeAddress({ ...wanted, position: null, deal: wanted.intent === 'new' ? wanted.deal : null });
    if (!wanted || named === writeAddress(first.save)) this.#session.show(first.view, first.save);
  }

  /**
   * Opens the game in the engine, trying one thing after another until one is accepted.
   * @param {Promise<void>} speaking settles when sentences can be said
   */
  async start(speaking) {
    /** @type {Reason | null} */
    let complaint = null;
    for (const { intent, slot } of this.#attempts()) {
      const answer = intent ? await this.#ask(intent) : { ok: false };
      if (answer.lost) return; // The sign of the failed start says so.
      if (answer.ok) break;
      if (slot) store.setAside(slot);
      complaint ??= slot ? { key: 'error.damaged' } : (answer.reason ?? { key: 'error.request' });
    }
    if (readAddress(this.#asked) === undefined) complaint ??= { key: 'error.address' };
    await speaking;
    this.#play.early = false;
    if (complaint) say(t(complaint.key, complaint.args));
  }

  /**
   * What may be opened at the start, best first; a `slot` is set aside when what it holds
   * cannot be opened.
   * @returns {Generator<{ intent: Intent | null, slot?: string }>}
   */
  *#attempts() {
    // After a failed start the game at hand is newer than any that was kept.
    if (this.#session.engaged) yield { intent: { intent: 'load', save: this.#session.save } };
    const wanted = readAddress(this.#asked);
    if (wanted) {
      const kept = this.#keptFor(wanted);
      const slot = store.slotOf(wanted.variant);
      if (kept) yield { intent: { intent: 'load', save: kept.save }, slot };
      yield { intent: { ...wanted } };
    }
    const last = store.currentSlot();
    if (last && store.isDamaged(last)) yield { intent: null, slot: last };
    const kept = this.#keptLast();
    if (last && kept) yield { intent: { intent: 'load', save: kept.save }, slot: last };
    const first = firstView()?.save;
    yield {
      intent: first?.deal
        ? { intent: 'new', variant: first.variant, deal: first.deal }
        : { intent: 'new', variant: 'bakers-dozen', entropy: entropy() },
    };
  }

  /** Follows a changed address while a game is being played. */
  async follow() {
    const wanted = readAddress(location.hash);
    if (wanted === null || location.hash === this.#address()) return;
    if (wanted === undefined) {
      say(t('error.address'));
      return this.#showAddress();
    }
    const before = this.#session.save;
    const answer = await this.#openWanted(wanted);
    if (answer.ok) return this.#offerBack(before);
    say(t(answer.reason?.key ?? 'error.request', answer.reason?.args));
    this.#showAddress();
  }

  /**
   * Deals a new game of a variant, by number or at random.
   * @param {View['variant']} [variant] the one being played, when left out
   * @param {string} [deal]
   * @returns {Promise<Answer>}
   */
  async deal(variant = this.#session.save?.variant ?? 'bakers-dozen', deal) {
    const before = this.#session.save;
    const answer = await this.#ask({
      intent: 'new',
      variant,
      ...(deal === undefined ? { entropy: entropy() } : { deal }),
    });
    if (answer.ok) this.#offerBack(before);
    return answer;
  }

  /**
   * Opens a variant where it was left, or deals it.
   * @param {View['variant']} variant
   */
  async resume(variant) {
    const kept = store.readSlot(store.slotOf(variant));
    if (kept) {
      const answer = await this.#ask({ intent: 'load', save: kept.save });
      if (answer.ok) return answer;
      store.setAside(store.slotOf(variant));
    }
    return this.#ask({ intent: 'new', variant, entropy: entropy() });
  }

  /**
   * Opens a position given as text.
   * @param {View['variant']} variant
   * @param {string} text
   */
  async position(variant, text) {
    const before = this.#session.save;
    const answer = await this.#ask({ intent: 'position', variant, text });
    if (answer.ok) this.#offerBack(before);
    return answer;
  }

  /** @param {import('./engine.js').Intent} intent */
  async #ask(intent) {
    const answer = await this.#session.ask(intent);
    if (answer.ok) this.#showAddress();
    return answer;
  }

  /** @param {Wanted} wanted */
  #openWanted(wanted) {
    const kept = this.#keptFor(wanted);
    return this.#ask(kept ? { intent: 'load', save: kept.save } : { ...wanted });
  }

  #keptLast() {
    const slot = store.currentSlot();
    return slot ? store.readSlot(slot) : undefined;
  }

  /**
   * The kept game that began at an address: coming back to the address goes on with it.
   * @param {Wanted} wanted
   */
  #keptFor(wanted) {
    const kept = store.readSlot(store.slotOf(wanted.variant));
    if (!kept) return undefined;
    const asked = decodeURIComponent(
      wanted.intent === 'new'
        ? writeAddress({ ...wanted, position: null })
        : writeAddress({ variant: wanted.variant, deal: null, position: wanted.text }),
    );
    return asked === decodeURIComponent(kept.address) ? kept : undefined;
  }

  #address() {
    return this.#session.save ? writeAddress(this.#session.save) : '';
  }

  #showAddress() {
    history.replaceState(history.state, '', this.#address() || location.pathname);
  }

  /**
   * A game left in the middle is one tap away for a while.
   * @param {Save | null} before
   */
  #offerBack(before) {
    if (!before || before.cursor === 0 || this.#session.save === before) return;
    const seconds = Math.floor(this.#session.clock.seconds);
    say(t('say.new', { deal: this.#session.save?.deal ?? '' }), {
      label: t('say.back'),
      run: () => void this.#ask({ intent: 'load', save: { ...before, seconds: before.seconds || seconds } }),
    });
  }
}

/** Sixteen hex digits from the browser's generator, of which the engine makes a deal number. */
function entropy() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns {{ view: View, save: Save } | undefined} the deal that came with the page */
function firstView() {
  const block = document.getElementById('first-view')?.textContent;
  if (!block) return undefined;
  const answer = JSON.parse(block);
  return answer.view ? answer : undefined;
}
