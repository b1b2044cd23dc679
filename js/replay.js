/**
 * Watching a game that was won: the engine steps through it on the table, while the game that
 * was being played waits to be taken up again.
 */

/** @import { Opening } from './opening.js' */
/** @import { Session } from './session.js' */
/** @import { Save } from './types.js' */

import { sayReason } from './announce.js';
import { byId, enable, h, icon, isCovered, isEnabled } from './dom.js';
import { clearNotice, noticeShown, notify } from './notice.js';
import { clockText, t } from './strings.js';

/** Milliseconds from move to move, slow to fast. */
const PACES = { half: 1300, one: 650, two: 325, four: 160 };

export class Replay {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #playing = false;
  /** @type {keyof typeof PACES} */
  #pace = 'one';
  #title = '';
  #session;
  #opening;

  /**
   * @param {Session} session
   * @param {Opening} opening
   */
  constructor(session, opening) {
    this.#session = session;
    this.#opening = opening;
    session.addEventListener('change', () => this.#show());
    byId('notice').addEventListener('leave', () => noticeShown() === 'replay' && void this.leave());
  }

  /**
   * Opens a replay at its deal and lets it run.
   * @param {Save} save of the won game, at its deal
   * @param {number} seconds that it is said to have taken
   * @param {string} title what it is
   */
  async watch(save, seconds, title) {
    this.#title = title;
    this.#stop();
    const intent = { intent: 'load', save: { ...save, seconds } };
    const answer = await this.#opening.aside(intent, 'replay');
    if (!answer.ok) return sayReason(answer.reason);
    document.dispatchEvent(new Event('panelopen'));
    this.#play();
    control('toggle').focus({ preventScroll: true });
  }

  /** Goes back to the game that was being played. */
  async leave() {
    this.#stop();
    await this.#opening.back();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#playing = false;
  }

  #play() {
    this.#playing = true;
    this.#timer = setTimeout(() => void this.#next(), PACES[this.#pace]);
    this.#show();
  }

  async #next() {
    const { view } = this.#session;
    if (!this.#playing || this.#session.game.aside !== 'replay' || !view) return;
    if (isCovered()) return this.#play();
    const answer = await this.#session.ask({ intent: 'redo' });
    if (!answer.ok || answer.view.cursor >= answer.view.plies) {
      this.#stop();
      this.#show();
    } else if (this.#playing) this.#play();
  }

  async #toggle() {
    if (this.#playing) {
      this.#stop();
      return this.#show();
    }
    const { view } = this.#session;
    if (view && view.cursor >= view.plies) await this.#session.ask({ intent: 'restart' });
    this.#play();
  }

  /** @param {'undo' | 'redo'} intent */
  #step(intent) {
    this.#stop();
    void this.#session.ask({ intent });
    this.#show();
  }

  /** Shows where the replay is, and what can be done with it. */
  #show() {
    const { view, game } = this.#session;
    if (game.aside !== 'replay' || !view) {
      this.#stop();
      return clearNotice('replay');
    }
    const text = t('replay.at', { i: view.cursor, n: view.plies, time: clockText(this.#session.clock.seconds) });
    if (noticeShown() !== 'replay') notify('replay', { title: this.#title, text, extra: [this.#controls()] });
    const notice = byId('notice');
    /** @type {HTMLElement} */ (notice.querySelector('.notice-text p')).textContent = text;
    const range = /** @type {HTMLInputElement} */ (notice.querySelector('input'));
    range.max = String(view.plies);
    range.value = String(view.cursor);
    enable(control('back'), view.cursor > 0);
    enable(control('on'), view.cursor < view.plies);
    const label = t(this.#playing ? 'solve.pause' : 'replay.play');
    const toggle = control('toggle');
    toggle.replaceChildren(icon(this.#playing ? 'pause' : 'solve'));
    toggle.setAttribute('aria-label', label);
    toggle.title = label;
  }

  #controls() {
    const range = h('input', {
      type: 'range',
      min: '0',
      'aria-label': t('replay.place'),
      onchange: () => {
        this.#stop();
        void this.#session.ask({ intent: 'goto', cursor: Number(range.value) });
      },
    });
    const pace = h(
      'select',
      {
        'aria-label': t('replay.pace'),
        onchange: () => {
          this.#pace = /** @type {keyof typeof PACES} */ (pace.value);
        },
      },
      ...Object.keys(PACES).map((each) =>
        h('option', { value: each, selected: each === this.#pace }, t(`replay.pace.${each}`)),
      ),
    );
    /** @param {string} name @param {string} label @param {string} sign @param {() => void} run */
    const button = (name, label, sign, run) =>
      h(
        'button',
        { type: 'button', className: 'button round', 'aria-label': label, title: label, 'data-replay': name, onclick: run },
        icon(sign),
      );
    return h(
      'div',
      { className: 'replay' },
      range,
      h(
        'div',
        { className: 'replay-row' },
        button('back', t('replay.back'), 'undo', () => isEnabled(control('back')) && this.#step('undo')),
        button('toggle', t('replay.play'), 'solve', () => void this.#toggle()),
        button('on', t('replay.on'), 'redo', () => isEnabled(control('on')) && this.#step('redo')),
        pace,
        h(
          'button',
          { type: 'button', className: 'button', 'data-replay': 'leave', onclick: () => void this.leave() },
          t('replay.leave'),
        ),
      ),
    );
  }
}

/** One of the replay's buttons. @param {string} name */
const control = (name) => /** @type {HTMLElement} */ (byId('notice').querySelector(`[data-replay="${name}"]`));
