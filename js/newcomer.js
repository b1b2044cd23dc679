/** Offers the first game, once, to whoever comes to the bare address and has never played. */

/** @import { Opening } from './opening.js' */
/** @import { Change, Session } from './session.js' */

import { clearNotice, noticeShown, notify } from './notice.js';
import { keys, read, readSlot, write } from './store.js';
import { t } from './strings.js';

const KIND = 'greeting';

/** Whoever comes by the address of a game came for that game. */
const bare = !location.hash;

/** Whether nothing was ever played here. */
const isNew = () =>
  !keys('record:').length && !keys('game:').some((slot) => readSlot(slot)?.save.plies.length);

/**
 * Offers it with the first sight of the table; it stays until it is answered or a card is moved.
 * @param {Opening} opening
 * @param {Session} session
 * @param {Promise<void>} speaking settles when sentences can be said
 * @param {() => void} start begins the first game
 */
export async function greetNewcomer(opening, session, speaking, start) {
  if ((read('greeted') ?? !bare) || !isNew()) return;
  /** @type {Promise<void>} */
  const opened = new Promise((resolve) => opening.addEventListener('opened', () => resolve(), { once: true }));
  const shown = new Promise((resolve) => session.addEventListener('change', resolve, { once: true }));
  await speaking;
  if (!session.view) await shown;
  if (session.view?.plies || noticeShown() || document.querySelector('dialog[open]')) return;
  write('greeted', true);
  notify(KIND, {
    text: t('lesson.offer'),
    // The game that the engine is opening has to be there before another can stand aside of it.
    actions: [{ label: t('lesson.start'), main: true, run: () => void opened.then(begin) }],
  });
  session.addEventListener('change', (event) => {
    const { intent } = /** @type {CustomEvent<Change>} */ (event).detail;
    if (!['show', 'daily', 'load', 'new'].includes(intent)) clearNotice(KIND);
  });

  function begin() {
    clearNotice(KIND);
    write('greeted', false); // until it ends: if a reload takes it away, it is offered again
    start();
  }
}
