/** Statistics: what the engine derives from the record, in figures and in pictures. */

/** @import { App } from '../main.js' */
/** @import { Entry } from '../record.js' */

import { calendar, dayKnown } from '../catalogue.js';
import { ring } from '../charts.js';
import { today } from '../dates.js';
import { h, icon } from '../dom.js';
import { clearRecord, entries } from '../record.js';
import { clockText, numberText, t } from '../strings.js';
import { PRESETS, variantName } from '../variants.js';
import { exportAll, importAll, Refused } from './data.js';
import { complaint, field, openDialog, select } from './dialog.js';
import { byGrade, byMoves, byTime, overLine, overTime } from './pictures.js';
import { fileButton } from './plain.js';
import { remark } from './remark.js';

/** @typedef {{ played: number, won: number, helped: { played: number, won: number }, wins_in_a_row: { current: number, best: number }, best: { score: number | null, seconds: number | null, moves: number | null }, times: number[], moves: number[], history: [string, boolean][], streak?: { current: number, best: number } }} Summary */

/**
 * @param {App} app
 * @param {string} [news] what has just been done, to be said first
 */
export async function openStatistics(app, news) {
  const record = entries();
  const body = h('div');
  const dialog = openDialog(
    t('stat.title'),
    remark(news).place,
    body,
    h('h3', {}, t('data.title')),
    ...dataTools(app, record.length, (done) => {
      dialog.close();
      void openStatistics(app, done);
    }),
  );
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
    if (id === 'daily') await calendars(app, record);
    if (scope.value !== id) return;
    place.replaceChildren(...(summary && total(summary) ? pictured(summary, id === 'daily' ? record.filter(isOwnDaily) : []) : [nothing()]));
    if (id === 'daily') place.append(h('p', { className: 'soft' }, t('stat.dailies.open')));
  }

  const parts = [
    scopes.length > 1 ? field(t('stat.scope'), scope) : null,
    answer.ok ? null : h('p', { className: 'wrong' }, t(answer.reason?.key ?? 'error.request')),
    answer.refused ? h('p', { className: 'soft' }, t('stat.refused', { n: answer.refused })) : null,
    place,
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
 * @param {Entry[]} dailies the games that it sums up, if they are dailies
 * @returns {Node[]}
 */
function pictured(summary, dailies) {
  const { played, won, best, helped } = summary;
  const row = summary.streak ?? summary.wins_in_a_row;
  const share = played ? Math.round((100 * won) / played) : 0;
  /** @type {[string, string, string?, Node?][]} */
  const tiles = [
    [t('stat.played'), numberText(played)],
    [t('stat.won'), numberText(won)],
    [t(summary.streak ? 'stat.streak' : 'stat.row'), numberText(row.current), t('stat.best-of', { best: row.best }), row.current ? icon('flame') : undefined],
    [t('stat.score'), best.score === null ? '–' : numberText(best.score)],
    [t('stat.time'), best.seconds === null ? '–' : clockText(best.seconds)],
    [t('stat.moves'), best.moves === null ? '–' : numberText(best.moves)],
  ];
  const excess = excesses(dailies);
  return [
    h(
      'div',
      { className: 'board-of-wins' },
      ring(played ? won / played : 0, t('stat.share', { share }), t('stat.share.label', { share })),
      h(
        'dl',
        { className: 'tiles' },
        ...tiles.map(([label, value, more, sign]) =>
          h('div', { className: 'tile' }, h('dt', {}, label), h('dd', {}, value, sign), more ? h('dd', { className: 'soft' }, more) : null),
        ),
      ),
    ),
    ...(helped.played ? [h('p', { className: 'soft' }, t('stat.helped', { n: helped.played, won: helped.won }))] : []),
    ...(summary.history.length ? [overTime(summary.history)] : []),
    ...(dailies.length ? [byGrade(dailies.map(({ daily, won }) => [dayKnown(daily)?.grade, won]))] : []),
    ...(summary.times.length ? [byTime(summary.times)] : []),
    ...(excess.length ? [overLine(excess)] : []),
    ...(summary.moves.length ? [byMoves(summary.moves)] : []),
  ];
}

/** Whether a game is a daily that was played without help. @param {Entry} entry */
const isOwnDaily = ({ daily, help }) => Boolean(daily) && help === 'none';

/**
 * Reads the years of the catalogue that dailies of the record are from.
 * @param {App} app
 * @param {Entry[]} record
 */
async function calendars({ session }, record) {
  const years = new Set(record.filter(isOwnDaily).map(({ daily }) => daily.slice(0, 4)));
  for (const year of years) await calendar(session, `${year}-01-01`);
}

/**
 * How many steps more than the catalogue's known line each win took. Both count every card that
 * moved: what moves on its own is no move of the player's, but the line has to lift it, too.
 * @param {Entry[]} dailies
 */
const excesses = (dailies) =>
  dailies.flatMap(({ daily, won, steps }) => {
    const day = dayKnown(daily);
    return day && won && steps ? [steps - day.length] : [];
  });

/**
 * What can be done with everything that is kept.
 * @param {App} app
 * @param {number} n how many games the record has
 * @param {(done: string) => void} again shows the statistics anew, and says what was done
 */
function dataTools(app, n, again) {
  const wrong = complaint();
  /** @param {File} file */
  const read = async (file) => {
    // What was said of an earlier file is not true of this one.
    wrong.place.closest('dialog')?.querySelector('.remark')?.replaceChildren();
    try {
      const gained = await importAll(app, file);
      again(t('data.imported', { n: gained }));
    } catch (error) {
      wrong.say(t(error instanceof Refused ? error.key : 'data.damaged'));
    }
  };
  return [
    h('p', { className: 'soft' }, t('data.help')),
    h(
      'div',
      { className: 'buttons' },
      h('button', { type: 'button', className: 'button', 'data-data': 'export', onclick: exportAll }, t('data.export')),
      fileButton(t('data.import'), '.json,application/json', read, { 'data-data': 'import' }),
      n ? h('button', { type: 'button', className: 'button', 'data-data': 'reset', onclick: () => askReset(n, again) }, t('stat.reset')) : null,
    ),
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
