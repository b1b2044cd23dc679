/** The daily deal: today's, the days before it, and each day's table. */

/** @import { App } from '../main.js' */
/** @import { Days } from './month.js' */

import { covers } from '../baked.js';
import { calendar, dayKnown } from '../catalogue.js';
import { isBegun, isWonThere } from '../daily.js';
import { dateText, secondsToTomorrow, today } from '../dates.js';
import { h, icon } from '../dom.js';
import { gradeMark, gradeName } from '../grade.js';
import { entries } from '../record.js';
import { clockText, t } from '../strings.js';
import { complaint, openDialog } from './dialog.js';
import { monthView, stateText } from './month.js';
import { ranking, taking } from './ranking.js';
import { openResult } from './result.js';

/** What a day's main button does, by how the day stands. */
const CALLS = { won: 'daily.look', begun: 'daily.go-on', unplayed: 'daily.play' };

/**
 * @param {App} app
 * @param {string} [chosen] the date that is looked at first
 */
export async function openDaily(app, chosen = today()) {
  const { session, daily } = app;
  /** What the record tells of each date, once the engine has derived it. @type {Record<string, { won: boolean, score: number }>} */
  let scores = {};
  let now = today();
  let month = chosen.slice(0, 7);
  const card = h('section', { className: 'day-card' });
  const streak = h('span', { className: 'streak' });
  const countdown = h('b', { role: 'timer' });
  const days = h('div', { className: 'month' });
  const results = h('section', { className: 'day-table' });
  const wrong = complaint();

  /** @type {Days} */
  const known = {
    stateOf: (date) => (scores[date]?.won ? 'won' : scores[date] || isBegun(date) ? 'begun' : 'unplayed'),
    scoreOf: (date) => scores[date]?.score ?? 0,
  };

  /** Opens a day's deal. @param {string} date @param {string} [then] the command to go on with */
  async function play(date, then) {
    const opened = await app.opening.daily(date);
    if (!opened.ok) return wrong.say(t(opened.reason?.key ?? 'error.request', opened.reason?.args));
    dialog.close();
    if (then) void app.run(then);
  }

  /** @param {string} code */
  function look(code) {
    dialog.close();
    void openResult(app, code);
  }

  function showCard() {
    const date = chosen;
    const grade = dayKnown(date)?.grade;
    const state = known.stateOf(date);
    /** @param {string} name @param {string} label @param {() => unknown} run */
    const button = (name, label, run) =>
      h('button', { type: 'button', className: 'button', 'data-daily': name, onclick: run }, t(label));
    const main = button('play', CALLS[state], () => play(date));
    main.classList.add('main');
    main.disabled = !covers(date);
    card.replaceChildren(
      leaf(date),
      h(
        'div',
        { className: 'day-about' },
        h('h3', { className: 'day-title' }, dateText(date, 'long')),
        h(
          'p',
          { className: 'day-facts' },
          ...(grade ? [h('span', { className: 'day-grade' }, gradeMark(grade), gradeName(grade))] : []),
          h('span', { className: 'day-state' }, state === 'won' && icon('won'), stateText(known, date)),
        ),
        h(
          'div',
          { className: 'day-buttons' },
          main,
          isWonThere(date) && button('share', 'action.share', () => play(date, 'share')),
          date !== today() && button('today', 'daily.today', () => choose(today())),
        ),
      ),
    );
  }

  /** Shows the month anew; the focus stays on the day or the button that has it. */
  async function showMonth() {
    const date = `${month}-01`;
    await calendar(session, date);
    if (!date.startsWith(month)) return;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const [inDays, inCard] = [days, card].map((place) => place.contains(focused));
    const turned = focused?.className;
    days.replaceChildren(
      ...monthView(month, chosen, known, {
        choose,
        turn: (to) => {
          month = to;
          void showMonth();
        },
      }),
    );
    showCard();
    if (inCard) focusOn(card, '[data-daily=play]');
    if (!inDays || !turned) return;
    const again = turned.includes('turn-') ? `.${turned.split(' ').at(-1)}:enabled` : '';
    if (!again || !focusOn(days, again)) focusOn(days, '[data-day][tabindex="0"]');
  }

  async function showTable() {
    const date = chosen;
    const table = await ranking(session, date, look);
    if (date === chosen) results.replaceChildren(...table);
  }

  /** @param {string} date */
  async function choose(date) {
    chosen = date;
    month = date.slice(0, 7);
    await showMonth();
    void showTable();
  }

  async function readRecord() {
    const answer = await session.ask({ intent: 'statistics', entries: entries(), today: today() });
    if (!answer.ok) return;
    const { days: found, streak: row } = answer.statistics.dailies;
    scores = found;
    streak.replaceChildren(
      ...(row.current ? [icon('flame')] : []),
      h('span', {}, t('daily.streak', { n: row.current }), ' ', h('span', { className: 'soft' }, t('stat.best-of', { best: row.best }))),
    );
  }

  const count = () => {
    countdown.textContent = clockText(secondsToTomorrow());
  };
  /** A new date has come: who looked at today's deal looks at the new one. */
  const turnDay = async () => {
    const before = now;
    now = today();
    count();
    await readRecord();
    await choose(chosen === before ? now : chosen);
  };
  count();
  const dialog = openDialog(
    t('daily.title'),
    card,
    h('p', { className: 'day-line' }, streak, h('span', {}, t('daily.next'), ' ', countdown)),
    wrong.place,
    days,
    results,
    h(
      'details',
      { className: 'more' },
      h('summary', {}, t('table.codes')),
      taking(session, () => chosen, { look, taken: showTable }),
    ),
  );
  dialog.classList.add('daily');
  const ticking = setInterval(count, 1000);
  daily.addEventListener('day', turnDay);
  dialog.addEventListener('close', () => {
    clearInterval(ticking);
    daily.removeEventListener('day', turnDay);
  });
  showCard();
  focusOn(card, '[data-daily=play]');
  await Promise.all([readRecord(), calendar(session, chosen)]);
  await choose(chosen);
  return dialog;
}

/** A leaf of a calendar. @param {string} date */
const leaf = (date) =>
  h(
    'div',
    { className: 'leaf', 'aria-hidden': 'true' },
    h('span', { className: 'leaf-head' }, dateText(date, 'weekday')),
    h('span', { className: 'leaf-day' }, String(Number(date.slice(8)))),
    h('span', { className: 'leaf-month' }, dateText(date, 'shortMonth')),
  );

/** @param {HTMLElement} place @param {string} selector @returns {boolean} whether there is one */
function focusOn(place, selector) {
  const goal = /** @type {HTMLElement | null} */ (place.querySelector(selector));
  goal?.focus();
  return Boolean(goal);
}
