/** Offers the first game, once, to whoever comes to the bare address and has never played. */

/** @import { Opening } from './opening.js' */
/** @import { Session } from './session.js' */

import { say } from './announce.js';
import { noticeShown } from './notice.js';
import { keys, read, readSlot, write } from './store.js';
import { t } from './strings.js';

/** The table is looked at first. */
const AFTER_MS = 2500;
/** A line that asks something stays long enough to be weighed. */
const STAYS_MS = 20_000;

/** Whoever comes by the address of a game came for that game. */
const bare = !location.hash;

/** Whether nothing was ever played here. */
const isNew = () =>
  !keys('record:').length && !keys('game:').some((slot) => readSlot(slot)?.save.plies.length);

/**
 * @param {Opening} opening
 * @param {Session} session
 * @param {() => void} start begins the first game
 */
export function greetNewcomer(opening, session, start) {
  if (!bare || read('greeted')) return;
  opening.addEventListener('opened', () => setTimeout(offer, AFTER_MS), { once: true });

  function offer() {
    const busy = session.view?.plies || noticeShown() || document.querySelector('dialog[open]');
    if (busy || !isNew()) return;
    write('greeted', true);
    say(t('lesson.offer'), { label: t('lesson.start'), run: start, stays: STAYS_MS });
  }
}
