/** The calendar of a month: each day that has come is a button, none of the future is. */

import { dayKnown, firstDate } from '../catalogue.js';
import { dateText, monthsOn, shifted, today, weekday } from '../dates.js';
import { h, icon } from '../dom.js';
import { gradeMark, gradeName } from '../grade.js';
import { numberText, t } from '../strings.js';

/** @typedef {'won' | 'begun' | 'unplayed'} State */
/**
 * @typedef {object} Days what the record and the store tell of dates
 * @property {(date: string) => State} stateOf
 * @property {(date: string) => number} scoreOf the best score, 0 where there is none
 */

/**
 * Where a key leads from a date, as in every grid of dates.
 * @type {Record<string, (date: string, year: boolean) => string>}
 */
const KEYS = {
  ArrowLeft: (date) => shifted(date, -1),
  ArrowRight: (date) => shifted(date, 1),
  ArrowUp: (date) => shifted(date, -7),
  ArrowDown: (date) => shifted(date, 7),
  Home: (date) => within(shifted(date, -weekday(date))),
  End: (date) => within(shifted(date, 6 - weekday(date))),
  PageUp: (date, year) => within(monthsOn(date, year ? -12 : -1)),
  PageDown: (date, year) => within(monthsOn(date, year ? 12 : 1)),
};
/** Any Monday. */
const MONDAY = '2026-06-01';

/** The date that there is a deal of, nearest to a date. @param {string} date */
const within = (date) => (date > today() ? today() : date < firstDate() ? firstDate() : date);

/** The state of a date in words. @param {Days} days @param {string} date */
export const stateText = (days, date) => t(`daily.${days.stateOf(date)}`, { score: days.scoreOf(date) });

/**
 * @param {string} month of any year, `2026-11`
 * @param {string} chosen the date that is looked at
 * @param {Days} days
 * @param {{ choose: (date: string) => unknown, turn: (month: string) => unknown }} what to do
 */
export function monthView(month, chosen, days, { choose, turn }) {
  const now = today();
  const first = `${month}-01`;
  const last = shifted(`${shifted(first, 32).slice(0, 7)}-01`, -1);
  const dates = Array.from({ length: Number(last.slice(8)) }, (_, i) => shifted(first, i));
  const come = dates.filter((date) => date <= now);
  const won = come.filter((date) => days.stateOf(date) === 'won');
  const best = won.reduce((top, date) => (top && days.scoreOf(top) >= days.scoreOf(date) ? top : date), '');
  // The Tab key stops at one day of the month.
  const stop = chosen.startsWith(month) ? chosen : now.startsWith(month) ? now : first;

  /** @param {string} date */
  const cell = (date) => {
    if (date > now) return h('span', { className: 'day future', role: 'gridcell', 'aria-disabled': 'true' }, dayNumber(date));
    const grade = dayKnown(date)?.grade;
    const state = days.stateOf(date);
    const words = [dateText(date, 'dayOfWeek'), stateText(days, date), date === best && t('daily.legend.best'), grade && gradeName(grade)];
    const name = words.filter(Boolean).join(', ');
    return h(
      'button',
      {
        type: 'button',
        className: 'day',
        'data-day': date,
        'data-state': state,
        'aria-label': name,
        title: name,
        role: 'gridcell',
        'aria-selected': String(date === chosen),
        'aria-current': date === now ? 'date' : undefined,
        tabIndex: date === stop ? 0 : -1,
        onclick: () => choose(date),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const lead = !(event.ctrlKey || event.metaKey || event.altKey) && KEYS[event.key];
          if (!lead) return;
          event.preventDefault();
          const goal = lead(date, event.shiftKey);
          if (goal !== date && goal === within(goal)) void choose(goal);
        },
      },
      h('span', { className: 'day-number' }, dayNumber(date)),
      grade ? gradeMark(grade) : null,
      state === 'won' ? h('span', { className: 'day-score' }, date === best ? '★' : '', numberText(days.scoreOf(date))) : null,
    );
  };

  /** @param {string} name @param {string} to @param {string} label @param {boolean} on */
  const turner = (name, to, label, on) =>
    h(
      'button',
      {
        type: 'button',
        className: `button round ${name}`,
        'aria-label': t(label),
        disabled: !on,
        onclick: () => turn(to.slice(0, 7)),
      },
      icon('chevron'),
    );

  const cells = dates.map(cell);
  const lead = weekday(first);
  cells[0].style.gridColumnStart = String(lead + 1);
  const weeks = Array.from({ length: Math.ceil((lead + cells.length) / 7) }, (_, i) =>
    cells.slice(Math.max(0, 7 * i - lead), 7 * (i + 1) - lead),
  );
  const week = Array.from({ length: 7 }, (_, i) => dateText(shifted(MONDAY, i), 'weekday'));
  return [
    h(
      'div',
      { className: 'month-head' },
      turner('turn-back', shifted(first, -1), 'daily.earlier', month > firstDate().slice(0, 7)),
      h('h3', { 'aria-live': 'polite' }, dateText(first, 'month')),
      turner('turn-on', shifted(last, 1), 'daily.later', month < now.slice(0, 7)),
    ),
    h('div', { className: 'week', 'aria-hidden': 'true' }, ...week.map((name) => h('span', {}, name))),
    h(
      'div',
      { className: 'days', role: 'grid', 'aria-label': dateText(first, 'month') },
      ...weeks.map((row) => h('div', { className: 'days-row', role: 'row' }, ...row)),
    ),
    legend(won.length, come.length),
  ];
}

/** @param {string} date */
const dayNumber = (date) => String(Number(date.slice(8)));

/**
 * What the signs of the month mean, and how many of its days were won.
 * @param {number} won
 * @param {number} n how many have come
 */
function legend(won, n) {
  /** @param {State} state */
  const sign = (state) =>
    h('span', { className: 'sign-of' }, h('i', { className: 'day', 'data-state': state }), t(`daily.legend.${state}`));
  return h(
    'div',
    { className: 'legend' },
    h('p', {}, t('daily.month', { won, n })),
    h(
      'p',
      { className: 'signs-of', 'aria-hidden': 'true' },
      sign('won'),
      sign('begun'),
      sign('unplayed'),
      h('span', { className: 'sign-of' }, '★ ', t('daily.legend.best')),
    ),
  );
}
