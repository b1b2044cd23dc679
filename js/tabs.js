/** Two tabs with one game: what is played in one is followed in the other, so neither undoes it. */

/** @import { Opening } from './opening.js' */
/** @import { Session } from './session.js' */

import { say } from './announce.js';
import { onElsewhere, readSlot, sameGame, slotFor } from './store.js';
import { t } from './strings.js';

/**
 * @param {Session} session
 * @param {Opening} opening
 */
export function bindTabs(session, opening) {
  /** @param {string} [key] what another tab has written */
  async function follow(key) {
    const { slot } = session;
    if (!slot || session.game.aside || session.busy || session.opening) return;
    const own = slotFor(slot.save);
    const kept = !key || key === own ? readSlot(own) : undefined;
    if (!kept || sameGame(kept, slot)) return;
    const { ok } = await opening.load(kept);
    if (ok && document.visibilityState === 'visible') say(t('tabs.followed'));
  }

  onElsewhere((key) => void follow(key));
  // A page that slept in the browser's memory heard nothing meanwhile.
  addEventListener('pageshow', (event) => event.persisted && void follow());
}
