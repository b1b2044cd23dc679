/**
 * Where the browser can install the game, this is offered once, and not in the middle of a game:
 * to somebody who has come back, or has played one, before the first card of the next is moved.
 */

/** @import { Session, Change } from './session.js' */

import { clearNotice, noticeShown, notify } from './notice.js';
import * as store from './store.js';
import { t } from './strings.js';

/** So many moves make somebody a player. */
const PLAYED = 15;

/** @typedef {Event & { prompt: () => Promise<unknown> }} Prompt */

/**
 * @param {Session} session
 * @param {EventTarget} opening tells when the first game has been opened
 */
export function bindInstall(session, opening) {
  let known = store.currentSlot() !== undefined;
  /** @type {Prompt | null} */
  let prompt = null;

  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = /** @type {Prompt} */ (event);
    offer();
  });
  addEventListener('appinstalled', () => {
    prompt = null;
    clearNotice('install');
  });
  opening.addEventListener('opened', offer);
  session.addEventListener('change', (event) => {
    const { view } = /** @type {CustomEvent<Change>} */ (event).detail;
    if (view.cursor >= PLAYED || view.status === 'won') known = true;
    if (view.cursor > 0) clearNotice('install');
    else offer();
  });

  function offer() {
    const idle = session.engaged && session.view?.cursor === 0 && !noticeShown();
    if (!prompt || !known || !idle || store.read('install-offered')) return;
    store.write('install-offered', true);
    notify('install', {
      title: t('install.title'),
      text: t('install.text'),
      actions: [
        { label: t('install.go'), main: true, run: install },
        { label: t('install.later'), run: () => clearNotice('install') },
      ],
    });
  }

  function install() {
    clearNotice('install');
    void prompt?.prompt();
    prompt = null;
  }
}
