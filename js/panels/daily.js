/** The daily deal: today's, the days before it, and each day's table. */

/** @import { App } from '../main.js' */

import { calendar, covers, dayKnown, firstDate } from '../catalogue.js';
import { isBegun } from '../daily.js';
import { dateText, secondsToTomorrow, shifted, today, weekday } from '../dates.js';
import { h, icon } from '../dom.js';
import { gradeMark, gradeName } from '../grade.js';
import { entries } from '../record.js';
import { clockText, t } from '../strings.js';
import { keepResult, table } from '../tables.js';
import { complaint, openDialog } from './dialog.js';
import { codeIn, openResult } from './result.js';

/** @typedef {'won' | 'begun' | 'unplayed'} State */

const KEYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/**
 * @param {App} app
 * @param {string} [chosen] the date that is looked at first
 */
export async function openDaily(app, chosen = today()) {
  const { session, daily } = app;
  /** What the record tells of each date, once the engine has derived it. @type {Record<string, { won: boolean, score: number }>} */
  let scores = {};
  const streak = h('span');
  let month = chosen.slice(0, 7);
  const card = h('section', { className: 'day-card', 'aria-live': 'polite' });
  const days = h('div', { className: 'month' });
  const results = h('section', { className: 'day-table' });
  const countdown = h('b', { role: 'timer' });
  const wrong = complaint();

  /** @param {string} date @returns {State} */
  const stateOf = (date) => (scores[date]?.won ? 'won' : scores[date] || isBegun(date) ? 'begun' : 'unplayed');

  /** @param {string} date */
  function stateText(date) {
    const state = stateOf(date);
    return t(`daily.${state}`, { score: scores[date]?.score ?? 0 });
  }

  /** @param {string} date */
  async function play(date) {
    const opened = await app.opening.daily(date);
    if (opened.ok) dialog.close();
    else wrong.say(t(opened.reason?.key ?? 'error.request', opened.reason?.args));
  }

  function showCard() {
    const grade = dayKnown(chosen)?.grade;
    card.replaceChildren(
      h('h3', { className: 'day-title' }, dateText(chosen, 'long')),
      h('p', { className: 'day-facts' }, ...(grade ? [gradeMark(grade), gradeName(grade), ' · '] : []), stateText(chosen)),
      h(
        'button',
        { type: 'button', className: 'button main', 'data-daily': 'play', disabled: !covers(chosen), onclick: () => void play(chosen) },
        t({ won: 'daily.look', begun: 'daily.go-on', unplayed: 'daily.play' }[stateOf(chosen)]),
      ),
    );
  }

  async function showMonth() {
    await calendar(session, `${month}-01`);
    const last = shifted(`${shifted(`${month}-01`, 32).slice(0, 7)}-01`, -1);
    const now = today();
    const cells = [];
    for (let date = `${month}-01`; date <= last; date = shifted(date, 1)) cells.push(date > now ? future(date) : past(date));
    cells[0].style.gridColumnStart = String(weekday(`${month}-01`) + 1);
    const week = Array.from({ length: 7 }, (_, i) => dateText(shifted('2026-06-01', i), 'weekday'));
    days.replaceChildren(
      h(
        'div',
        { className: 'month-head' },
        turner(-1, shifted(`${month}-01`, -1), 'daily.earlier', month > firstDate().slice(0, 7)),
        h('h3', { 'aria-live': 'polite' }, dateText(`${month}-01`, 'month')),
        turner(1, shifted(last, 1), 'daily.later', month < now.slice(0, 7)),
      ),
      h('div', { className: 'week', 'aria-hidden': 'true' }, ...week.map((name) => h('span', {}, name))),
      h('div', { className: 'days', role: 'group', 'aria-label': dateText(`${month}-01`, 'month') }, ...cells),
    );
    showCard();
  }

  /** @param {string} date */
  const future = (date) => h('span', { className: 'day future', 'aria-hidden': 'true' }, String(Number(date.slice(8))));

  /** @param {string} date */
  function past(date) {
    const grade = dayKnown(date)?.grade;
    const words = [dateText(date), stateText(date), grade && gradeName(grade)].filter(Boolean).join(', ');
    const state = stateOf(date);
    return h(
      'button',
      {
        type: 'button',
        className: 'day',
        'data-day': date,
        'data-state': state,
        'aria-label': words,
        title: words,
        'aria-pressed': String(date === chosen),
        'aria-current': date === today() ? 'date' : undefined,
        tabIndex: date === stop() ? 0 : -1,
        onclick: () => void choose(date),
        onkeydown: steps,
      },
      String(Number(date.slice(8))),
      grade ? gradeMark(grade) : null,
    );
  }

  /** The one day of the month that the Tab key stops at. */
  function stop() {
    if (chosen.startsWith(month)) return chosen;
    return month === today().slice(0, 7) ? today() : `${month}-01`;
  }

  /** @param {KeyboardEvent} event */
  async function steps(event) {
    const step = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    const from = /** @type {HTMLElement} */ (event.target).dataset.day;
    if (!step || !from) return;
    event.preventDefault();
    const goal = shifted(from, step);
    if (goal > today() || goal < firstDate()) return;
    await choose(goal);
    /** @type {HTMLElement | null} */ (days.querySelector(`[data-day="${goal}"]`))?.focus();
  }

  /** @param {string} date */
  async function choose(date) {
    chosen = date;
    const focused = days.contains(document.activeElement);
    month = date.slice(0, 7);
    await showMonth();
    if (focused) /** @type {HTMLElement | null} */ (days.querySelector(`[data-day="${date}"]`))?.focus();
    void showTable();
  }

  /** @param {number} way @param {string} to @param {string} label @param {boolean} on */
  function turner(way, to, label, on) {
    return h(
      'button',
      {
        type: 'button',
        className: way < 0 ? 'button round turn-back' : 'button round turn-on',
        'aria-label': t(label),
        disabled: !on,
        onclick: async () => {
          month = to.slice(0, 7);
          await showMonth();
          const again = days.querySelector(way < 0 ? '.turn-back' : '.turn-on');
          if (again instanceof HTMLButtonElement && !again.disabled) again.focus();
          else /** @type {HTMLElement | null} */ (days.querySelector('[data-day][tabindex="0"]'))?.focus();
        },
      },
      icon('chevron'),
    );
  }

  async function showTable() {
    const date = chosen;
    const deal = dayKnown(date)?.deal;
    const rows = deal ? await table(session, date, deal) : [];
    if (date !== chosen) return;
    results.replaceChildren(...(rows.length ? [h('h3', {}, t('table.title', { date: dateText(date) })), ranking(rows)] : []));
  }

  /** @param {import('../tables.js').Row[]} rows */
  function ranking(rows) {
    const heads = ['place', 'name', 'score', 'moves', 'time'].map((name) => h('th', { scope: 'col' }, t(`table.${name}`)));
    return h(
      'table',
      { className: 'ranking' },
      h('thead', {}, h('tr', {}, ...heads)),
      h(
        'tbody',
        {},
        ...rows.map((row, i) =>
          h(
            'tr',
            { className: row.mine ? 'mine' : '' },
            h('td', {}, String(i + 1)),
            h(
              'th',
              { scope: 'row' },
              h(
                'button',
                { type: 'button', className: 'link', title: t('result.watch'), onclick: () => look(row.code) },
                row.name || t(row.mine ? 'table.me' : 'table.nameless'),
              ),
            ),
            h('td', {}, String(row.score)),
            h('td', {}, String(row.moves)),
            h('td', {}, clockText(row.seconds)),
          ),
        ),
      ),
    );
  }

  /** @param {string} code */
  function look(code) {
    dialog.close();
    void openResult(app, code);
  }

  /** A code, or a link with one, opens; several lines of them go into the table of the day. */
  function taking() {
    const text = h('textarea', { rows: 2, spellcheck: false, autocomplete: 'off', autocapitalize: 'off', 'aria-label': t('table.codes') });
    return h(
      'form',
      {
        className: 'taking',
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const lines = text.value.split('\n').filter((line) => line.trim());
          if (lines.length === 1 && !/\s/.test(codeIn(lines[0]))) return look(codeIn(lines[0]));
          const taken = await takeLines(lines);
          wrong.say(t('table.taken', { n: taken, of: lines.length }));
          void showTable();
        },
      },
      h('p', { className: 'soft' }, t('table.help')),
      text,
      h('button', { type: 'submit', className: 'button' }, t('table.take')),
    );
  }

  /** @param {string[]} lines a code each, and a name after it if there is one */
  async function takeLines(lines) {
    const deal = dayKnown(chosen)?.deal;
    let taken = 0;
    for (const line of lines) {
      const [code, ...name] = codeIn(line).split(/\s+/);
      const { ok, facts } = await session.ask({ intent: 'open', code });
      if (ok && facts.variant === 'bakers-dozen' && facts.deal === deal && keepResult(chosen, code, name.join(' '))) taken++;
    }
    return taken;
  }

  async function readRecord() {
    const answer = await session.ask({ intent: 'statistics', entries: entries(), today: today() });
    if (!answer.ok) return;
    const { days: known, streak: days } = answer.statistics.dailies;
    scores = known;
    const best = h('span', { className: 'soft' }, t('stat.best-of', { best: days.best }));
    streak.replaceChildren(t('daily.streak', { n: days.current }), ' ', best);
  }

  const count = () => {
    countdown.textContent = clockText(secondsToTomorrow());
  };
  count();
  const dialog = openDialog(
    t('daily.title'),
    card,
    h(
      'p',
      { className: 'day-line' },
      streak,
      h('span', {}, t('daily.next'), ' ', countdown),
    ),
    wrong.place,
    days,
    results,
    h('details', { className: 'more' }, h('summary', {}, t('table.codes')), taking()),
  );
  const ticking = setInterval(count, 1000);
  const again = () => {
    dialog.close();
    void openDaily(app);
  };
  daily.addEventListener('day', again);
  dialog.addEventListener('close', () => {
    clearInterval(ticking);
    daily.removeEventListener('day', again);
  });
  showCard();
  /** @type {HTMLElement | null} */ (card.querySelector('button'))?.focus();
  await Promise.all([readRecord(), calendar(session, chosen)]);
  const held = card.contains(document.activeElement);
  await showMonth();
  if (held) /** @type {HTMLElement | null} */ (card.querySelector('button'))?.focus();
  void showTable();
  return dialog;
}
