/**
 * What the solver has to say: the winnable sign, hints, a solution played step by step,
 * and where the game was lost. Each runs as a job that any change of the table ends.
 */

/** @import { Engine, Intent, Progress } from './engine.js' */
/** @import { Play } from './play.js' */
/** @import { Session, Change } from './session.js' */

import { say, sayReason, speak } from './announce.js';
import { isCovered } from './dom.js';
import { readMove } from './moves.js';
import { clearNotice, notify } from './notice.js';
import { Proofs } from './proved.js';
import { settings } from './settings.js';
import { t } from './strings.js';

/** The sign waits for a pause in play before it searches. */
const PAUSE_MS = 150;
/** Searches shorter than this show no progress. */
const PATIENCE_MS = 350;
/** How much longer "search longer" searches each time. */
const LONGER = 10;
const FIRST_BUDGET = 30_000;
const STEP_MS = 420;

/** How the game ended, or whether it can be won. @typedef {'won' | 'no-moves' | 'yes' | 'no' | 'unknown' | 'checking' | 'off'} Sign */

/** @type {Record<string, Sign>} */
const SIGN_OF = { solved: 'yes', unsolvable: 'no', unknown: 'unknown' };

/**
 * Fires `idle` whenever the solver has nothing else to do about the position on the table, `end`
 * when the sign of a game that has ended is touched.
 */
export class Advice extends EventTarget {
  #engine;
  #session;
  #play;
  #sign;
  /** @type {AbortController | null} */
  #running = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;
  #budget = FIRST_BUDGET;
  /** @type {{ stopped: boolean } | null} */
  #show = null;
  #proofs = new Proofs();
  /** What the sign said last of what is proved. @type {Sign | undefined} */
  #heard;

  /**
   * @param {Engine} engine
   * @param {Session} session
   * @param {Play} play
   * @param {HTMLElement} sign
   */
  constructor(engine, session, play, sign) {
    super();
    this.#engine = engine;
    this.#session = session;
    this.#play = play;
    this.#sign = sign;
    session.addEventListener('change', (event) => {
      const { intent } = /** @type {CustomEvent<Change>} */ (event).detail;
      if (intent === 'anticipate') return;
      this.#budget = FIRST_BUDGET;
      this.refresh();
    });
    sign.addEventListener('click', () => this.explain());
  }

  /** Whether a solution is being played. */
  get showing() {
    return this.#show !== null;
  }

  /** @returns {Sign} */
  get sign() {
    return /** @type {Sign} */ (this.#sign.dataset.winnable);
  }

  /** Asks anew whether the position can be won, where the player wants to know. */
  refresh() {
    const { view } = this.#session;
    clearTimeout(this.#pause);
    this.#stop();
    if (view?.status === 'won') this.#note('yes');
    const open = this.#engine.state === 'failed' ? 'unknown' : 'checking';
    const sign = this.#ended ?? (settings().winnable ? (this.#known ?? open) : 'off');
    this.#setSign(sign);
    this.#hear(sign);
    if (this.#engine.state !== 'ready') return;
    const next = () => (sign === 'checking' ? void this.#probe() : this.#rest());
    this.#pause = setTimeout(next, PAUSE_MS);
  }

  /** How the player's game ended; the sign of it leads back to what was said of that. */
  get #ended() {
    const { view, game } = this.#session;
    return view && view.status !== 'playing' && !game.aside ? view.status : undefined;
  }

  /** What is known of the position on the table without a search. @returns {Sign | undefined} */
  get #known() {
    const { view, save } = this.#session;
    if (view?.status === 'won') return 'off';
    if (view?.status === 'no-moves') return 'no';
    return save ? this.#proofs.of(save) : undefined;
  }

  /** @param {'yes' | 'no'} proof of the position on the table */
  #note(proof) {
    const { save } = this.#session;
    if (save) this.#proofs.note(save, proof);
  }

  /**
   * Keeps what a search proved, so that it is said at once whenever the position is there again.
   * @param {any} result
   */
  #learn({ verdict, worlds, plies, marks, last_won: won, first_lost: lost }) {
    const { save } = this.#session;
    if (!save || worlds !== undefined) return;
    if (marks) this.#proofs.noteCourse(save, marks);
    if (Number.isInteger(won)) this.#proofs.note({ ...save, cursor: won }, 'yes');
    if (Number.isInteger(lost)) this.#proofs.note({ ...save, cursor: lost }, 'no');
    if (verdict === 'unsolvable') this.#note('no');
    if (verdict !== 'solved') return;
    const line = [...save.plies.slice(0, save.cursor), ...(plies ?? [])];
    this.#proofs.note({ ...save, plies: line, cursor: line.length }, 'yes');
  }

  /** Whether a search is under way. */
  get busy() {
    return this.#running !== null;
  }

  #rest() {
    if (!this.busy && this.#engine.state === 'ready') this.dispatchEvent(new Event('idle'));
  }

  async #probe() {
    const result = await this.job({ intent: 'probe' });
    if (!result) return;
    this.#setSign(SIGN_OF[result.verdict]);
    this.#hear(SIGN_OF[result.verdict]);
  }

  /** Tells who hears the page what others see: that the game can be won no more. @param {Sign} sign */
  #hear(sign) {
    if (sign !== 'yes' && sign !== 'no') return;
    // After the move itself has been told.
    if (sign === 'no' && this.#heard === 'yes') setTimeout(() => speak(t('winnable.now-lost')));
    this.#heard = sign;
  }

  /**
   * Runs a job; null when it was cancelled, or when the table changed meanwhile.
   * @param {Intent} intent
   * @param {string} [title] shown with its progress when it takes long
   * @param {{ most?: number, onProgress?: (progress: Progress) => void }} [limits] at most so many
   *   milliseconds; who else is told of the progress
   */
  async job(intent, title, { most, onProgress } = {}) {
    this.#stop();
    clearTimeout(this.#pause);
    const controller = new AbortController();
    this.#running = controller;
    /** @type {ReturnType<typeof progressNotice> | undefined} */
    let notice;
    let unwanted = false;
    const cancel = () => {
      unwanted = true;
      controller.abort();
    };
    const patience = setTimeout(() => {
      if (title) notice = progressNotice(title, cancel);
    }, PATIENCE_MS);
    const end = most === undefined ? undefined : setTimeout(() => controller.abort(), most);
    try {
      const result = await this.#engine.job(intent, {
        signal: controller.signal,
        onProgress: (progress) => {
          notice?.(progress);
          onProgress?.(progress);
        },
      });
      const stale = result.cancelled || result.key !== this.#session.known?.key;
      if (result.cancelled && unwanted) say(t('job.cancelled'));
      if (stale) return null;
      this.#learn(result);
      return result;
    } catch (error) {
      const reason = error instanceof Error ? error.cause : undefined;
      if (title) sayReason(/** @type {any} */ (reason ?? { key: 'error.lost' }));
      return null;
    } finally {
      clearTimeout(patience);
      clearTimeout(end);
      if (notice) clearNotice('progress');
      if (this.#running === controller) {
        this.#running = null;
        setTimeout(() => this.#rest());
      }
    }
  }

  #stop() {
    this.#running?.abort();
    this.#running = null;
  }

  /** @param {Sign} sign */
  #setSign(sign) {
    this.#sign.dataset.winnable = sign;
    this.#sign.hidden = sign === 'off';
    const text = t(`winnable.${sign}`);
    /** @type {HTMLElement} */ (this.#sign.querySelector('.sign-text')).textContent = text;
    const peeks = Object.keys(this.#session.view?.hidden ?? {}).length > 0;
    this.#sign.title = [t(`winnable.${sign}.tip`), peeks && t('winnable.peeks')].filter(Boolean).join(' ');
  }

  /** Says what the sign means, and offers what can be done about it. */
  explain() {
    const sign = this.sign;
    if (this.#ended) return void this.dispatchEvent(new Event('end'));
    const actions = [];
    if (sign === 'unknown') actions.push({ label: t('winnable.longer'), run: () => void this.#longer() });
    if (sign === 'no' && this.#session.view?.cursor) {
      actions.push({ label: t('action.autopsy'), run: () => void this.autopsy() });
    }
    if (sign === 'yes') actions.push({ label: t('action.hint'), run: () => void this.hint() });
    notify('advice', { title: t(`winnable.${sign}`), text: this.#sign.title, actions });
  }

  async #longer() {
    clearNotice('advice');
    this.#setSign('checking');
    const intent = { intent: 'probe', budget: this.#budget };
    this.#budget *= LONGER;
    const result = await this.job(intent, t('job.probe'));
    this.#setSign(result ? SIGN_OF[result.verdict] : 'unknown');
    if (!result) return;
    say(t(`winnable.${this.sign}`));
    if (result.verdict === 'unknown') this.explain();
  }

  /** Shows the next move of a winning line, or says what is known. */
  async hint() {
    if (this.#session.view?.status !== 'playing') return say(t(`status.${this.#session.view?.status}`));
    const result = await this.job({ intent: 'hint' }, t('job.hint'));
    if (!result) return;
    // From the cards that can be seen alone; the sign knows the others, too.
    const seen = result.worlds !== undefined;
    if (!seen) this.#tell(result.verdict);
    if (result.move) {
      this.#session.helpWith('hint');
      this.#play.showHint(result.move, seen ? { wins: result.wins, worlds: result.worlds } : undefined);
    } else if (result.verdict === 'unsolvable') this.#sayLost(result.back);
    else this.#sayUnknown();
  }

  /** @param {number} cursor */
  #goTo(cursor) {
    clearNotice('advice');
    this.#session.helpWith('hint');
    void this.#play.command('goto', { cursor });
  }

  /** @param {string} verdict */
  #tell(verdict) {
    if (settings().winnable) this.#setSign(SIGN_OF[verdict]);
  }

  /** @param {number | null} [back] the last cursor from which the game can surely be won */
  #sayLost(back = null) {
    const actions = [];
    if (back !== null) actions.push({ label: t('hint.back'), main: true, run: () => this.#goTo(back) });
    if (this.#session.view?.cursor) {
      actions.push({ label: t('action.autopsy'), run: () => void this.autopsy() });
    } else {
      actions.push({ label: t('action.new'), run: () => void this.#play.dispatchEvent(new Event('new')) });
    }
    notify('advice', { title: t('winnable.no'), text: t('winnable.no.tip'), actions });
  }

  #sayUnknown() {
    const actions = [{ label: t('winnable.longer'), run: () => void this.#longer() }];
    notify('advice', { title: t('winnable.unknown'), text: t('winnable.unknown.tip'), actions });
  }

  /** Finds a solution and plays it, a move at a time, until it ends or is stopped. */
  async solve() {
    if (this.#show) return this.#stopShow();
    const result = await this.job({ intent: 'solve' }, t('job.solve'));
    if (!result) return;
    this.#tell(result.verdict);
    if (result.verdict === 'unsolvable') return this.#sayLost();
    if (result.verdict === 'unknown') return this.#sayUnknown();
    this.#session.helpWith('solution');
    await this.#playLine(result.plies);
  }

  #stopShow() {
    if (this.#show) this.#show.stopped = true;
  }

  /** @param {string[]} plies */
  async #playLine(plies) {
    const show = { stopped: false, paused: false };
    this.#show = show;
    let next = 0;
    const stop = () => void (show.stopped = true);
    const stopByKey = (/** @type {KeyboardEvent} */ { key }) => void (key === 'Escape' && !isCovered() && stop());
    // Whoever touches the table takes over.
    const table = document.getElementById('table');
    table?.addEventListener('pointerdown', stop, { once: true });
    document.addEventListener('keydown', stopByKey);
    const tell = () =>
      notify('show', {
        text: t('solve.step', { i: next, n: plies.length }),
        actions: [
          {
            label: t(show.paused ? 'solve.go-on' : 'solve.pause'),
            run: () => {
              show.paused = !show.paused;
              tell();
            },
          },
          { label: t('solve.stop'), run: stop },
        ],
      });
    try {
      while (next < plies.length && !show.stopped) {
        tell();
        await new Promise((resolve) => setTimeout(resolve, STEP_MS));
        if (show.stopped) break;
        if (show.paused || isCovered()) continue;
        const { view } = this.#session;
        if (!view) break;
        const { card, to } = readMove(plies[next].split('.')[0], view.piles);
        const intent = view.finish ? { intent: 'finish' } : { intent: 'move', card, to };
        const answer = await this.#session.ask(intent);
        if (!answer.ok || answer.view.key !== view.key + 1) break;
        next++;
      }
    } finally {
      table?.removeEventListener('pointerdown', stop);
      document.removeEventListener('keydown', stopByKey);
      this.#show = null;
      clearNotice('show');
    }
    if (show.stopped) speak(t('solve.stopped', { i: next, n: plies.length }));
  }

  /** Finds the move that lost the game and offers to go back before it. */
  async autopsy() {
    clearNotice('advice');
    const result = await this.job({ intent: 'autopsy' }, t('job.autopsy'));
    if (!result) return;
    const { last_won: won, first_lost: lost, move } = result;
    const key =
      won === null
        ? lost === 0
          ? 'autopsy.deal'
          : 'autopsy.unknown'
        : move
          ? 'autopsy.move'
          : lost === null
            ? 'autopsy.not-lost'
            : 'autopsy.between';
    const text = t(key, { ...move, n: (won ?? 0) + 1, won: won ?? 0, lost: lost ?? 0 });
    const actions = [];
    if (won !== null && won < (this.#session.view?.cursor ?? 0)) {
      actions.push({
        label: t('autopsy.back'),
        main: true,
        run: () => this.#goTo(won),
      });
    }
    notify('advice', { title: t('action.autopsy'), text, actions });
  }
}

/**
 * Shows a job's progress, with a way to end it.
 * @param {string} title
 * @param {() => void} cancel
 */
function progressNotice(title, cancel) {
  const bar = document.createElement('progress');
  bar.setAttribute('aria-label', title);
  const figures = document.createElement('span');
  figures.className = 'figures';
  notify('progress', { text: title, extra: [bar, figures], actions: [{ label: t('job.cancel'), run: cancel }] });
  return (/** @type {Progress} */ { nodes, budget, seconds }) => {
    bar.max = budget;
    bar.value = Math.min(nodes, budget);
    figures.textContent = t('job.progress', { nodes, seconds: Math.round(seconds) });
  };
}
