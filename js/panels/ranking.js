/** The table of a day: results in their order, and a place to bring those of others. */

/** @import { Session } from '../session.js' */

import { dayKnown } from '../catalogue.js';
import { dateText } from '../dates.js';
import { h } from '../dom.js';
import { clockText, numberText, t } from '../strings.js';
import { keepResult, table } from '../tables.js';
import { plainField } from './plain.js';
import { remark } from './remark.js';
import { codeIn } from './result.js';

/**
 * The table of a date; nothing when it has no result.
 * @param {Session} session
 * @param {string} date
 * @param {(code: string) => unknown} look
 * @returns {Promise<Node[]>}
 */
export async function ranking(session, date, look) {
  const deal = dayKnown(date)?.deal;
  const rows = deal ? await table(session, date, deal) : [];
  if (!rows.length) return [];
  const heads = ['place', 'name', 'score', 'moves', 'time'].map((name) => h('th', { scope: 'col' }, t(`table.${name}`)));
  return [
    h('h3', {}, t('table.title', { date: dateText(date) })),
    h(
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
            h('td', {}, h('span', { className: 'row-place' }, String(i + 1))),
            h(
              'th',
              { scope: 'row' },
              h(
                'button',
                { type: 'button', className: 'link', title: t('result.watch'), onclick: () => look(row.code) },
                row.name || t(row.mine ? 'table.me' : 'table.nameless'),
              ),
            ),
            h('td', {}, numberText(row.score)),
            h('td', {}, numberText(row.moves)),
            h('td', {}, clockText(row.seconds)),
          ),
        ),
      ),
    ),
  ];
}

/**
 * Takes results of others: a code, or a link with one, is looked at; several lines of them go into
 * the table of the day.
 * @param {Session} session
 * @param {() => string} dateWanted
 * @param {{ look: (code: string) => unknown, taken: () => unknown }} then
 */
export function taking(session, dateWanted, { look, taken }) {
  const done = remark();
  const text = plainField({ rows: 2, 'aria-label': t('table.codes') });
  return h(
    'form',
    {
      className: 'taking',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const lines = text.value.split('\n').filter((line) => line.trim());
        if (lines.length === 1 && !/\s/.test(codeIn(lines[0]))) return look(codeIn(lines[0]));
        const n = await takeLines(session, dateWanted(), lines);
        done.say(t('table.taken', { n, of: lines.length }));
        taken();
      },
    },
    h('p', { className: 'soft' }, t('table.help')),
    text,
    h('button', { type: 'submit', className: 'button' }, t('table.take')),
    done.place,
  );
}

/**
 * @param {Session} session
 * @param {string} date
 * @param {string[]} lines a code each, and a name after it if there is one
 */
async function takeLines(session, date, lines) {
  const deal = dayKnown(date)?.deal;
  let taken = 0;
  for (const line of lines) {
    const [code, ...name] = codeIn(line).split(/\s+/);
    const { ok, facts } = await session.ask({ intent: 'open', code });
    if (ok && facts.variant === 'bakers-dozen' && facts.deal === deal && keepResult(date, code, name.join(' '))) taken++;
  }
  return taken;
}
