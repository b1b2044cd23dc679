/**
 * The line of a game that another was branched off from: it is kept, offered where they part, and
 * one tap away after that.
 */

/** @import { Change, Session } from './session.js' */
/** @import { Save } from './types.js' */

import { say } from './announce.js';
import { read, slotFor, write } from './store.js';
import { t } from './strings.js';

/** @typedef {{ id: string, save: Save }} Line */

/**
 * Keeps the line on the table, for other moves may be made after the position it goes back to.
 * @param {Session} session
 * @param {number} cursor where it goes back to
 */
export function keepEarlier({ save, game }, cursor) {
  if (save && !game.aside && save.cursor > cursor) keep({ id: game.id, save });
}

/**
 * The line that was left for the one on the table.
 * @param {Session} session
 * @returns {Line | undefined}
 */
export function earlierLine({ save, game }) {
  const line = save && !game.aside ? /** @type {Line | undefined} */ (read(keyOf(save))) : undefined;
  if (!line || line.id !== game.id || !Array.isArray(line.save?.plies)) return undefined;
  return line.save.plies.every((ply, i) => ply === save?.plies[i]) ? undefined : line;
}

/**
 * Puts it on the table again, and keeps the other one.
 * @param {Session} session
 */
export async function takeEarlier(session) {
  const line = earlierLine(session);
  const { save, game } = session;
  if (!line || !save) return;
  keep({ id: game.id, save });
  await session.ask({ intent: 'load', save: { ...line.save, seconds: session.clock.seconds } }, game);
}

/**
 * Offers it right where another is begun; later it is found in the timeline.
 * @param {Session} session
 */
export function bindEarlier(session) {
  session.addEventListener('change', (event) => {
    const { intent } = /** @type {CustomEvent<Change>} */ (event).detail;
    if (!['move', 'best', 'finish'].includes(intent)) return;
    const line = earlierLine(session);
    const before = session.save?.plies.slice(0, -1);
    if (!line || !before || before.some((ply, i) => ply !== line.save.plies[i])) return;
    say(t('timeline.branched'), { label: t('timeline.earlier'), run: () => void takeEarlier(session) });
  });
}

/** @param {Save} save */
const keyOf = (save) => `line:${slotFor(save)}`;

/** @param {Line} line */
const keep = (line) => write(keyOf(line.save), line);
