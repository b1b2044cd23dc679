/** The daily deal beside the table: offers a new date when it comes, and says that it is unplayed. */

/** @import { Opening } from './opening.js' */
/** @import { Session } from './session.js' */

import { sayReason } from './announce.js';
import { covers } from './baked.js';
import { dateText, today } from './dates.js';
import { noticeShown, notify } from './notice.js';
import { dailySlot, keys, readSlot } from './store.js';
import { t } from './strings.js';

/** How often the date is compared; coming back to the page compares it at once. */
const LOOK_EVERY_MS = 10_000;

/** Whether a date's daily deal has been begun. @param {string} date */
export const isBegun = (date) => Boolean(readSlot(dailySlot(date))?.save.plies?.length);

/** Whether a date's daily deal lies in its slot as it was won. @param {string} date */
export function isWonThere(date) {
  const { save, game } = readSlot(dailySlot(date)) ?? {};
  return Boolean(game?.recorded && save?.cursor && save.cursor === save.plies.length);
}

/** Fires `day` when the player's clock shows another date. */
export class Daily extends EventTarget {
  #date = today();
  /** Whether today's deal is still to be offered: something else was being said. */
  #due = false;
  #session;
  #opening;

  /**
   * @param {Session} session
   * @param {Opening} opening
   */
  constructor(session, opening) {
    super();
    this.#session = session;
    this.#opening = opening;
    setInterval(() => this.#look(), LOOK_EVERY_MS);
    for (const event of ['visibilitychange', 'focus', 'pageshow']) {
      addEventListener(event, () => this.#look(), true);
    }
    session.addEventListener('change', () => this.mark());
    opening.addEventListener('opened', () => {
      const { daily } = session.save ?? {};
      this.#due = Boolean(daily) && daily !== today();
      this.#offer();
    });
  }

  #look() {
    const date = today();
    if (date !== this.#date) {
      this.#date = date;
      this.#due = true;
      this.mark();
      this.dispatchEvent(new Event('day'));
    }
    this.#offer();
  }

  /** Whether today's deal waits: it is neither begun nor on the table. */
  get waits() {
    const date = today();
    return covers(date) && this.#session.save?.daily !== date && !isBegun(date);
  }

  /** Marks the command while today's deal waits. */
  mark() {
    const button = document.querySelector('[data-action="daily"]');
    if (!button) return;
    button.toggleAttribute('data-news', this.waits);
    button.setAttribute('aria-label', t(this.waits ? 'action.daily.new' : 'action.daily'));
  }

  /** Offers today's deal once, as soon as nothing else is being said there. */
  #offer() {
    if (!this.#due || noticeShown()) return;
    this.#due = false;
    if (!this.waits) return;
    notify('day', {
      title: t('daily.new'),
      text: t('daily.new.text', { date: dateText(today()) }),
      actions: [{ label: t('daily.play-today'), main: true, run: () => void this.play() }],
    });
  }

  /** Opens a day's deal where it was left, or begins it. @param {string} [date] */
  async play(date = today()) {
    const answer = await this.#opening.daily(date);
    if (!answer.ok) sayReason(answer.reason);
    return answer;
  }

  /** The dates whose deals have been opened. */
  opened() {
    return keys(dailySlot('')).map((slot) => slot.slice(dailySlot('').length));
  }
}
