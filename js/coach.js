/**
 * The coach: before a move is played, or after it, says what speaks against it, and who says so:
 * the solver, which has proved it, or a rule of thumb. It never takes the move out of the
 * player's hand: whatever else is done at the table, its notice goes.
 */

/** @import { App } from './main.js' */
/** @import { Change } from './session.js' */
/** @import { Card, PileId, Reason } from './types.js' */

import { sentence } from './announce.js';
import { clearNotice, notify } from './notice.js';
import { settings } from './settings.js';
import { t } from './strings.js';

/** A move waits no longer than this to be weighed; then it is played, and judged afterwards. */
const MOST_MS = 700;
const KIND = 'coach';

/**
 * @typedef {object} Judgement
 * @property {'solver' | 'thumb' | null} by
 * @property {{ card: Card, to: PileId }} move
 * @property {string} before
 * @property {Reason[]} reasons
 * @property {{ card: Card, to: PileId } | null} instead
 */

let bound = false;

/** Seats the coach at the table, once. @param {App} app */
export function bindCoach(app) {
  if (bound) return;
  bound = true;
  const { session, play, advice, engine } = app;
  /** The position whose last move is to be judged. @type {number | null} */
  let due = null;
  /** Moves are weighed one after the other. @type {Promise<unknown>} */
  let turn = Promise.resolve();
  let weighing = 0;

  /** @param {string} when */
  const watches = (when) => settings().coach === when && !session.game.aside && engine.state === 'ready';

  play.gate = {
    async allows(card, to) {
      clearNotice(KIND);
      if (!watches('before') || session.busy) return true;
      weighing++;
      const mine = turn.then(() => weigh(card, to)).finally(() => weighing--);
      turn = mine;
      return mine;
    },
    hurry() {
      if (!weighing) return undefined;
      advice.refresh();
      // The move that was held goes first.
      return turn.then(() => new Promise((resolve) => setTimeout(resolve)));
    },
  };

  /**
   * @param {Card} card
   * @param {PileId} [to] where a double tap sends it, when left out
   */
  async function weigh(card, to) {
    if (session.busy) return true;
    const found = /** @type {Judgement | null} */ (
      await advice.job({ intent: 'judge', card, ...(to && { to }) }, undefined, { most: MOST_MS })
    );
    if (!found) due = session.known ? session.known.key + 1 : null;
    if (!found?.by) return true;
    advice.refresh();
    const { move } = found;
    tell(found, [
      { label: t('coach.play'), run: () => void play.move(move.card, move.to, true) },
      { label: t('coach.take-back'), main: true, run: () => clearNotice(KIND) },
    ]);
    return false;
  }

  session.addEventListener('change', (event) => {
    const { intent, view } = /** @type {CustomEvent<Change>} */ (event).detail;
    if (intent === 'anticipate' || intent === 'restore') return;
    clearNotice(KIND);
    const judged = watches('after') && (intent === 'move' || intent === 'best');
    if (judged) due = view.key;
    else if (due !== view.key) due = null;
  });

  advice.addEventListener('idle', async () => {
    if (due === null || due !== session.known?.key || session.view?.status === 'won') return;
    const found = /** @type {Judgement | null} */ (await advice.job({ intent: 'judge' }));
    if (!found) return;
    due = null;
    if (found.by) tell(found, [{ label: t('action.undo'), main: true, run: () => void play.command('undo') }]);
  });

  /**
   * @param {Judgement} found
   * @param {{ label: string, run: () => void, main?: boolean }[]} actions
   */
  function tell(found, actions) {
    const { by, before, reasons, instead, move } = found;
    const hidden = Object.keys(session.view?.hidden ?? {}).length > 0;
    const ground =
      by === 'thumb'
        ? hidden
          ? 'coach.thumb.hidden'
          : 'coach.thumb'
        : before === 'solved'
          ? 'coach.proved'
          : 'coach.proved.after';
    const said = [
      ...(by === 'solver' ? [t(ground)] : []),
      ...reasons.map(({ key, args }) => t(key, args)),
      ...(by === 'thumb' ? [t(ground)] : []),
      ...(instead ? [t('coach.instead', instead)] : []),
    ];
    const text = said.map(sentence).join(' ');
    const title = t('coach.title', move);
    if (instead) session.helpWith('hint');
    notify(KIND, { title, text, actions });
  }
}
