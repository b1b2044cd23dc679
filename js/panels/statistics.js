/** Statistics: what the engine derives from the record, in figures and in pictures. */

/** @import { App } from '../main.js' */
/** @import { Entry } from '../record.js' */

import { calendar, dayKnown } from '../catalogue.js';
import { barChart, binned } from '../charts.js';
import { dateText, daysBetween, shifted, today, weekday } from '../dates.js';
import { h } from '../dom.js';
import { clearRecord, entries } from '../record.js';
import { clockText, t } from '../strings.js';
import { PRESETS, variantName } from '../variants.js';
import { exportAll, importAll, Refused } from './data.js';
import { complaint, field, openDialog, select } from './dialog.js';
import { remark } from './remark.js';

const MOST_BINS = 12;
const TIMES = [10, 30, 60, 120, 300, 600, 1800, 3600];
const MOVES = [1, 2, 5, 10, 20, 50, 100];

/** @typedef {{ played: number, won: number, helped: { played: number, won: number }, wins_in_a_row: { current: number, best: number }, best: { score: number | null, seconds: number | null, moves: number | null }, times: number[], moves: number[], history: [string, boolean][], streak?: { current: number, best: number } }} Summary */

/**
 * @param {App} app
 * @param {string} [news] what has just been done, to be said first
 */
export async function openStatistics(app, news) {
  const record = entries();
  const body = h('div');
  const dialog = openDialog(t('stat.title'), body);
  const answer = await app.session.ask({ intent: 'statistics', entries: record, today: today() });
  /** @type {{ variants: Record<string, Summary>, dailies: Summary }} */
  const found = answer.ok ? answer.statistics : { variants: {}, dailies: undefined };
  const played = [...PRESETS, 'custom'].filter((id) => found.variants[id] && total(found.variants[id]));
  const scopes = ['daily', ...played];
  const here = app.session.save?.daily ? 'daily' : String(app.session.save?.variant);
  const first = scopes.includes(here) && here !== 'daily' && !total(found.dailies) ? here : scopes.find((id) => id === here) ?? 'daily';
  const place = h('div', { className: 'statistics' });
  const scope = select(
    scopes.map((id) => [id, id === 'daily' ? t('stat.dailies') : variantName(id)]),
    first,
    (id) => void show(id),
  );

  /** @param {string} id */
  async function show(id) {
    const summary = id === 'daily' ? found.dailies : found.variants[id];
    const excess = id === 'daily' ? await excesses(app, record) : null;
    place.replaceChildren(...(summary && total(summary) ? pictured(summary, excess) : [nothing()]));
  }

  const parts = [
    remark(news).place,
    field(t('stat.scope'), scope),
    answer.ok ? null : h('p', { className: 'wrong' }, t(answer.reason?.key ?? 'error.request')),
    answer.refused ? h('p', { className: 'soft' }, t('stat.refused', { n: answer.refused })) : null,
    place,
    h('h3', {}, t('data.title')),
    ...dataTools(app, record.length, (done) => {
      dialog.close();
      void openStatistics(app, done);
    }),
  ];
  body.replaceChildren(...parts.filter((part) => part !== null));
  await show(scope.value);
  return dialog;
}

/** @param {Summary | undefined} summary */
const total = (summary) => (summary ? summary.played + summary.helped.played : 0);

const nothing = () => h('p', { className: 'empty' }, t('stat.nothing'));

/**
 * @param {Summary} summary
 * @param {number[] | null} excess moves over the known line, where one is known
 * @returns {Node[]}
 */
function pictured(summary, excess) {
  const { played, won, best, helped } = summary;
  const row = summary.streak ?? summary.wins_in_a_row;
  const share = played ? Math.round((100 * won) / played) : 0;
  /** @type {[string, string, string?][]} */
  const tiles = [
    [t('stat.played'), String(played)],
    [t('stat.won'), String(won), t('stat.share', { share })],
    [t(summary.streak ? 'stat.streak' : 'stat.row'), String(row.current), t('stat.best-of', { best: row.best })],
    [t('stat.score'), best.score === null ? '–' : String(best.score)],
    [t('stat.time'), best.seconds === null ? '–' : clockText(best.seconds)],
    [t('stat.moves'), best.moves === null ? '–' : String(best.moves)],
  ];
  return [
    h(
      'dl',
      { className: 'tiles' },
      ...tiles.map(([label, value, more]) =>
        h('div', { className: 'tile' }, h('dt', {}, label), h('dd', {}, value), more ? h('dd', { className: 'soft' }, more) : null),
      ),
    ),
    ...(helped.played ? [h('p', { className: 'soft' }, t('stat.helped', { n: helped.played, won: helped.won }))] : []),
    ...(summary.history.length ? [overTime(summary.history)] : []),
    ...(summary.times.length ? [distribution(t('chart.times'), summary.times, TIMES, clockText)] : []),
    ...(excess?.length
      ? [distribution(t('chart.excess'), excess, MOVES, (n) => (n > 0 ? `+${n}` : String(n)))]
      : summary.moves.length
        ? [distribution(t('chart.moves'), summary.moves, MOVES, String)]
        : []),
  ];
}

/**
 * How games ended, by days, weeks or months, so that at most a dozen bars stand side by side.
 * @param {[string, boolean][]} history
 */
function overTime(history) {
  const dates = history.map(([day]) => day).sort();
  const [from, to] = [dates[0], dates[dates.length - 1]];
  const span = daysBetween(from, to) + 1;
  const unit = span <= MOST_BINS ? 'day' : span <= 7 * (MOST_BINS - 1) ? 'week' : 'month';
  /** @param {string} day */
  const start = (day) => (unit === 'day' ? day : unit === 'week' ? shifted(day, -weekday(day)) : `${day.slice(0, 7)}-01`);
  /** @param {string} day */
  const next = (day) => (unit === 'month' ? start(shifted(day, 32)) : shifted(day, unit === 'week' ? 7 : 1));
  /** @type {Map<string, { won: number, other: number }>} */
  const periods = new Map();
  for (let day = start(from); day <= to; day = next(day)) periods.set(day, { won: 0, other: 0 });
  for (const [day, won] of history) {
    const period = periods.get(start(day));
    if (period) period[won ? 'won' : 'other']++;
  }
  const shown = [...periods].slice(-MOST_BINS);
  return barChart(
    t('chart.wins'),
    t(`chart.wins.${unit}`),
    shown.map(([day, { won, other }], i) => {
      const when = dateText(day, unit === 'month' ? 'month' : 'short');
      const label = unit === 'month' ? dateText(day, 'shortMonth') : when;
      const sparse = shown.length > 6 && (shown.length - 1 - i) % 2;
      return { label: sparse ? '' : label, tip: t('chart.wins.tip', { when, won, n: won + other }), value: won, rest: other };
    }),
  );
}

/**
 * @param {string} title
 * @param {number[]} numbers
 * @param {number[]} widths
 * @param {(n: number) => string} write
 */
function distribution(title, numbers, widths, write) {
  const bins = binned(numbers, MOST_BINS, widths);
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  return barChart(
    title,
    t('chart.summary', { n: numbers.length, low: write(sorted[0]), middle: write(middle), high: write(sorted[sorted.length - 1]) }),
    bins.map(({ from, to, count }, i) => ({
      label: bins.length > 6 && i % 2 ? '' : write(from),
      tip: t('chart.bin', { n: count, from: write(from), to: write(to - 1) }),
      value: count,
    })),
  );
}

/**
 * How many moves more than the catalogue's known line each daily took that was won unaided.
 * @param {App} app
 * @param {Entry[]} record
 */
async function excesses(app, record) {
  const won = record.filter(({ daily, won: is, help }) => daily && is && help === 'none');
  for (const year of new Set(won.map(({ daily }) => daily.slice(0, 4)))) await calendar(app.session, `${year}-01-01`);
  return won.flatMap(({ daily, moves }) => {
    const day = dayKnown(daily);
    return day ? [moves - day.length] : [];
  });
}

/**
 * What can be done with everything that is kept.
 * @param {App} app
 * @param {number} n how many games the record has
 * @param {(done: string) => void} again shows the statistics anew, and says what was done
 */
function dataTools(app, n, again) {
  const wrong = complaint();
  const file = h('input', {
    type: 'file',
    accept: '.json,application/json',
    'data-data': 'import',
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      try {
        const gained = await importAll(app, chosen);
        again(t('data.imported', { n: gained }));
      } catch (error) {
        wrong.say(t(error instanceof Refused ? error.key : 'data.damaged'));
      }
      file.value = '';
    },
  });
  return [
    h('p', { className: 'soft' }, t('data.help')),
    h(
      'div',
      { className: 'buttons' },
      h('button', { type: 'button', className: 'button', 'data-data': 'export', onclick: exportAll }, t('data.export')),
      n ? h('button', { type: 'button', className: 'button', 'data-data': 'reset', onclick: () => askReset(n, again) }, t('stat.reset')) : null,
    ),
    field(t('data.import'), file),
    wrong.place,
  ];
}

/**
 * @param {number} n
 * @param {(done: string) => void} again
 */
function askReset(n, again) {
  /** @param {() => void} run */
  const closing = (run) => () => {
    dialog.close();
    run();
  };
  const clear = () => {
    clearRecord();
    again(t('stat.reset.done'));
  };
  const dialog = openDialog(
    t('stat.reset'),
    h('p', {}, t('stat.reset.question', { n })),
    h(
      'div',
      { className: 'buttons' },
      h('button', { type: 'button', className: 'button main', onclick: closing(() => undefined) }, t('stat.reset.no')),
      h('button', { type: 'button', className: 'button', 'data-data': 'reset-yes', onclick: closing(clear) }, t('stat.reset.yes')),
    ),
  );
}
