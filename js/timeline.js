/**
 * After a game: its whole course, the move at which it turned, and the way back to there. For a
 * win of a deal in the catalogue, the line known there beside it.
 */

/** @import { App } from './main.js' */
/** @import { Change } from './session.js' */

import { sentence, speak } from './announce.js';
import { dayOf, linesText } from './catalogue.js';
import { Course } from './course.js';
import { byId, h } from './dom.js';
import { earlierLine, keepEarlier, takeEarlier } from './earlier.js';
import { clearNotice, noticeShown, notify } from './notice.js';
import { courseText, makeStrip } from './strip.js';
import { t } from './strings.js';

const KIND = 'timeline';

/** @type {Timeline | undefined} */
let timeline;

/** Shows the course of the game on the table. @param {App} app */
export function openTimeline(app) {
  timeline ??= new Timeline(app);
  return timeline.open();
}

class Timeline {
  #app;
  #course;
  /** @type {ReturnType<typeof makeStrip> | null} */
  #strip = null;
  #text = h('p');
  #compared = h('p', { className: 'soft', hidden: true });
  #progress = h('p', { className: 'figures', role: 'status' });
  #resume = button('timeline.resume', () => this.#resumeAtTurn(), true);
  #search = button('timeline.stop', () => this.#toggle());
  #earlier = button('timeline.earlier', () => void this.#takeEarlier());
  #spoken = '';

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#course = new Course(app.advice, app.session);
    this.#course.addEventListener('change', () => this.#show());
    byId('notice').addEventListener('leave', () => noticeShown() === KIND && clearNotice(KIND));
    byId('notice').addEventListener('cleared', () => {
      this.#course.searching = false;
    });
    app.session.addEventListener('change', (event) => {
      this.#follow(/** @type {CustomEvent<Change>} */ (event).detail);
    });
  }

  open() {
    this.#strip = makeStrip(this.#course, (cursor) => this.#goTo(cursor));
    this.#spoken = '';
    this.#compared.hidden = true;
    for (const [each, key] of /** @type {const} */ ([
      [this.#resume, 'timeline.resume'],
      [this.#earlier, 'timeline.earlier'],
    ])) {
      each.textContent = t(key);
    }
    notify(KIND, {
      title: t('timeline.title'),
      text: '',
      extra: [
        this.#text,
        this.#strip.place,
        this.#compared,
        this.#progress,
        h('div', { className: 'notice-actions' }, this.#resume, this.#earlier, this.#search, analyseButton()),
      ],
    });
    document.dispatchEvent(new Event('panelopen'));
    this.#course.start();
    this.#show();
    void this.#compare();
    this.#strip.focus();
  }

  #show() {
    const { view } = this.#app.session;
    if (noticeShown() !== KIND || !this.#strip || !view) {
      this.#course.searching = false;
      return;
    }
    const { marks, turn, searching, done } = this.#course;
    this.#strip.show(view.cursor);
    this.#text.textContent = sentence(courseText(this.#course)) || t('timeline.looking');
    const seen = [...marks].filter((mark) => mark !== '.').length;
    this.#progress.textContent = done ? '' : t('timeline.progress', { i: seen, n: marks.length });
    this.#search.hidden = done;
    this.#search.textContent = t(searching ? 'timeline.stop' : 'timeline.go-on');
    this.#resume.hidden = !turn || turn.cursor === view.cursor;
    this.#earlier.hidden = !earlierLine(this.#app.session);
    if (done && this.#spoken !== marks) {
      this.#spoken = marks;
      speak(this.#text.textContent);
    }
  }

  /** @param {Change} change */
  #follow({ intent }) {
    if (intent === 'anticipate') return;
    const moved = intent === 'move' || intent === 'best' || intent === 'finish';
    if (noticeShown() !== KIND) return;
    if (moved || intent === 'new' || intent === 'daily' || intent === 'position') clearNotice(KIND);
    else this.#show();
  }

  #toggle() {
    if (this.#course.searching) {
      this.#course.stop();
      this.#app.advice.refresh();
    } else this.#course.start();
  }

  #resumeAtTurn() {
    const { turn } = this.#course;
    if (turn) this.#goTo(turn.cursor);
  }

  /**
   * Goes to a position of the game; the moves after it can be redone, and stay one step away
   * when others are made instead.
   * @param {number} cursor
   */
  #goTo(cursor) {
    const { session, play } = this.#app;
    keepEarlier(session, cursor);
    if (this.#course.marks[cursor] !== '.') session.helpWith('hint');
    void play.command('goto', { cursor });
  }

  async #takeEarlier() {
    await takeEarlier(this.#app.session);
    this.#show();
  }

  /** Lays a win beside the line that the catalogue has of the deal. */
  async #compare() {
    const { session } = this.#app;
    const { view } = session;
    if (view?.status !== 'won' || view.deal === null || view.daily === undefined) return;
    const date = view.daily ?? (await dayOf(session, view.variant, view.deal))?.day;
    if (!date) return;
    const lines = await linesText(date).catch(() => null);
    const answer = lines === null ? null : await session.ask({ intent: 'compare', date, lines });
    if (!answer?.ok || session.view?.key !== view.key) return;
    const { moves, length, parted, own, line } = answer;
    this.#compared.textContent = [
      t('compare.length', { n: moves, length }),
      parted === null
        ? t('compare.same')
        : `${t('compare.parted', { n: parted })} ${t('compare.own', own)} ${t('compare.line', line)}`,
    ].join(' ');
    this.#compared.hidden = false;
  }
}

/**
 * @param {string} key
 * @param {() => void} run
 * @param {boolean} [main]
 */
function button(key, run, main = false) {
  return h('button', { type: 'button', className: main ? 'button main' : 'button', onclick: run }, t(key));
}

function analyseButton() {
  const made = h('button', { type: 'button', className: 'button' }, t('action.analyse'));
  made.dataset.action = 'analyse';
  return made;
}
