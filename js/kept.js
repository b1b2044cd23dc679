/** Which game an address means, what is kept of it, and so what can be shown before the engine is there. */

/** @import { Slot } from './store.js' */

import { decoded, readAddress, writeAddress } from './address.js';
import { covers, firstView } from './baked.js';
import { today } from './calendar.js';
import * as store from './store.js';

/** @typedef {Exclude<import('./address.js').Wanted, { intent: 'open' | 'fresh' }>} Wanted */

/**
 * The game that an address names, if it names one.
 * @param {import('./address.js').Wanted | null | undefined} wanted
 * @returns {Wanted | null}
 */
export const gameIn = (wanted) =>
  wanted && wanted.intent !== 'open' && wanted.intent !== 'fresh' ? wanted : null;

/** @param {Wanted} wanted */
function addressOf(wanted) {
  if (wanted.intent === 'daily') return `#daily=${wanted.date}`;
  return wanted.intent === 'new'
    ? writeAddress({ ...wanted, position: null })
    : writeAddress({ variant: wanted.variant, deal: null, position: wanted.text });
}

/** The slot that the game at an address is kept in. @param {Wanted} wanted */
export const slotAt = (wanted) =>
  wanted.intent === 'daily' ? store.dailySlot(wanted.date) : store.slotOf(wanted.variant);

/** @param {Slot} kept */
const begun = ({ save, game }) => save.plies?.length > 0 && !game.recorded;

/** The game last played, but for a daily of another date that there is nothing to go on with. */
export function keptLast() {
  const slot = store.currentSlot();
  const kept = slot ? store.readSlot(slot) : undefined;
  const { daily } = kept?.save ?? {};
  return kept && (!daily || daily === today() || begun(kept)) ? kept : undefined;
}

/**
 * The kept game that began at an address: coming back to the address goes on with it. A daily
 * whose date has yet to come, by a clock that was set back, is there only while it is played.
 * @param {Wanted} wanted
 */
export function keptFor(wanted) {
  const kept = store.readSlot(slotAt(wanted));
  if (wanted.intent === 'daily') {
    return kept && (wanted.date <= today() || begun(kept)) ? kept : undefined;
  }
  return kept && decoded(addressOf(wanted)) === decoded(kept.address) ? kept : undefined;
}

/**
 * What is known of the game that the engine will open.
 * @param {string} fragment of the page's address
 * @returns {Partial<Slot> & { day?: string }} what to show, or the date whose deal the catalogue has
 */
export function knownAtOnce(fragment) {
  const address = readAddress(fragment);
  // Which deal it will be, the engine has yet to say.
  if (address?.intent === 'fresh') return {};
  const wanted = gameIn(address);
  const kept = wanted ? keptFor(wanted) : keptLast();
  if (kept) return kept;
  const first = firstView();
  if (!first) return {};
  const coming = wanted ?? { intent: 'daily', date: today() };
  if (addressOf(coming) === writeAddress(first.save)) return first;
  const dated = coming.intent === 'daily' && coming.date <= today() && covers(coming.date);
  return dated ? { day: coming.date } : {};
}
