/**
 * Two tabs with one game: what is played in one is followed in the other, so neither undoes it,
 * and the time that one counts is the other's, too.
 */

/** @import { Opening } from './opening.js' */
/** @import { Session } from './session.js' */

import { say } from './announce.js';
import { onElsewhere, PREFIX, readSlot, sameGame, slotFor } from './store.js';
import { t } from './strings.js';

/**
 * @param {Session} session
 * @param {Opening} opening
 */
export function bindTabs(session, opening) {
  /** @param {string} [key] what another tab has written */
  async function follow(key) {
    const { slot } = session;
    if (!slot || session.game.aside) return;
    const own = slotFor(slot.save);
    const kept = !key || key === own ? readSlot(own) : undefined;
    if (!kept) return;
    if (kept.game.id === session.game.id) session.clock.follow(kept.save.seconds);
    if (session.busy || session.opening || sameGame(kept, slot)) return;
    const { ok } = await opening.load(kept);
    if (ok && document.visibilityState === 'visible') say(t('tabs.followed'));
  }

  onElsewhere((key) => void follow(key));
  // A page that slept in the browser's memory heard nothing meanwhile.
  addEventListener('pageshow', (event) => event.persisted && void follow());
  shareClock(session);
}

/**
 * Tells the other tabs what the clock has counted, and hears it from them, while the page is
 * visible: a hidden one counts nothing, and finds the time in the slot when it is looked at again.
 * @param {Session} session
 */
function shareClock(session) {
  /** @type {BroadcastChannel | null} */
  let channel = null;
  const update = () => {
    channel?.close();
    channel = document.visibilityState === 'visible' ? openChannel() : null;
    channel?.addEventListener('message', ({ data }) => {
      if (data?.id === session.game.id) session.clock.follow(data.seconds);
    });
  };
  update();
  document.addEventListener('visibilitychange', update);
  session.clock.addEventListener('tick', () => {
    channel?.postMessage({ id: session.game.id, seconds: session.clock.seconds });
  });
}

/** @returns {BroadcastChannel | null} null where the browser keeps tabs from hearing each other */
function openChannel() {
  try {
    return new BroadcastChannel(`${PREFIX}clock`);
  } catch {
    return null;
  }
}
