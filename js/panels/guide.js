/** What the help says of a game: all of it read off the parameters that the engine plays by. */

import { sentence } from '../announce.js';
import { h } from '../dom.js';
import { t } from '../strings.js';
import { PRESETS } from '../variants.js';

/**
 * @typedef {Record<string, any>} Game the parameters of a variant
 * @typedef {{ kind: string, args: Record<string, string>, legal: boolean,
 *   why: { key: string, args: Record<string, unknown> } }} Example
 * @typedef {import('../winnability.js').Figures} Figures
 */

/** @param {(string | number | false | undefined)[]} lines */
const list = (lines) =>
  h('ul', { className: 'rules' }, ...lines.filter(Boolean).map((line) => h('li', {}, String(line))));

/**
 * A table whose head names its columns.
 * @param {string[]} heads
 * @param {HTMLElement[]} rows
 */
const table = (heads, rows) =>
  h(
    'table',
    { className: 'facts' },
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, ...rows),
  );

/**
 * Setup, moving, winning and losing at a glance.
 * @param {Game} game
 */
export function rules(game) {
  const sizes = [...new Set(game.columns)].join(', ');
  const setup = [
    t('rule.columns', { n: game.columns.length, sizes }),
    t(`rule.faces.${game.faces}`),
    t(`rule.kings.${game.kings}`),
    game.aces_placed && t('rule.aces', { n: game.aces_placed }),
    game.reserve && t('rule.reserve', { n: game.reserve }),
    game.cells && t('rule.cells', { n: game.cells }),
  ];
  const moving = [
    t(game.group_moves ? 'rule.group' : 'rule.one'),
    t(`rule.packing.${game.packing}`),
    t(`space.${game.space}`),
    t('rule.foundation'),
    t(`rule.back.${game.worrying_back ? 'yes' : 'no'}`),
  ];
  const rows = { setup, moving, winning: [t('rule.win')], losing: [t('rule.lose')] };
  return h(
    'table',
    { className: 'facts glance' },
    h(
      'tbody',
      {},
      ...Object.entries(rows).map(([name, lines]) =>
        h('tr', {}, h('th', { scope: 'row' }, t(`help.${name}`)), h('td', {}, list(lines))),
      ),
    ),
  );
}

/**
 * Example moves with the engine's verdict on each.
 * @param {Example[]} examples
 */
export const verdicts = (examples) =>
  table(
    [t('help.legal.move'), t('help.legal.verdict')],
    examples.map(({ kind, args, legal, why }) =>
      h(
        'tr',
        { 'data-legal': legal ? 'yes' : 'no' },
        h('td', {}, sentence(t(`example.${kind}`, args))),
        h(
          'td',
          {},
          h('strong', { className: 'verdict' }, t(legal ? 'help.legal.yes' : 'help.legal.no')),
          ' ',
          sentence(t(why.key, why.args)),
        ),
      ),
    ),
  );

/** Whether a king can leave his place for his foundation alone. @param {Game} game */
const kingsStay = (game) => game.space === 'nothing' && !game.cells;

/** @param {Game} game */
export const strategy = (game) =>
  list([
    t('strategy.low'),
    t('strategy.uncovers'),
    t('strategy.beneath'),
    t(`strategy.space.${game.space}`),
    game.kings === 'sunk'
      ? t('strategy.kings.sunk')
      : t(kingsStay(game) ? 'strategy.kings.as-dealt.nothing' : 'strategy.kings.as-dealt'),
    game.packing === 'alternate' && t('strategy.packing.alternate'),
    t(`strategy.level.${game.packing}`),
    game.cells && t('strategy.cells'),
    game.group_moves && t('strategy.group_moves'),
    game.reserve && t('strategy.reserve'),
    game.aces_placed && t('strategy.aces_placed'),
    game.faces === 'top' && t('strategy.faces.top'),
    game.worrying_back && t('strategy.worrying_back'),
  ]);

/** Where at least this share of deals can be won, what is lost is lost by play. */
const NEARLY_ALL = 0.95;

/**
 * @param {Game} game
 * @param {Figures} [figures] what is measured of it
 */
export const dying = (game, figures) =>
  h(
    'div',
    {},
    list([
      t('dying.seal'),
      t('dying.circle'),
      t(`dying.places.${game.packing}`),
      t(`dying.space.${game.space}`),
      game.kings === 'as-dealt' && t(kingsStay(game) ? 'dying.king-over-suit' : 'dying.kings'),
      game.cells && t('dying.cells'),
      game.reserve && t('dying.reserve'),
      game.faces === 'top' && t('dying.faces.top'),
    ]),
    figures && h('p', { 'data-measured': game.id }, t('dying.measured', { ...figures, ...percent(figures) })),
    figures && figures.low >= NEARLY_ALL && h('p', {}, t('dying.at-the-table')),
  );

/**
 * The interval in per cent, widened to what is shown, but never to a certainty that nobody has.
 * @param {Figures} figures
 */
function percent({ low, high }) {
  const digits = high < 1 && Math.ceil(high * 1e4) === 1e4 ? 3 : 2;
  const unit = 10 ** digits;
  return { low: Math.floor(low * 100 * unit) / unit, high: Math.ceil(high * 100 * unit) / unit };
}

/**
 * The games of the family side by side.
 * @param {Game} game
 * @param {string} name
 * @param {Map<string, Game>} presets
 * @param {Record<string, Figures>} measured
 */
export function relatives(game, name, presets, measured) {
  const known = PRESETS.map((id) => presets.get(id)).filter((each) => each !== undefined);
  const games = presets.has(game.id) ? known : [...known, game];
  const heads = ['game', 'layout', 'space', 'kings', 'packing', 'room', 'won'].map((head) => t(`relative.${head}`));
  const rows = games.map((each) => {
    const cells = [
      layoutOf(each.columns),
      t(`relative.space.${each.space}`),
      t(`relative.kings.${each.kings}`),
      t(`relative.packing.${each.packing}`),
      roomOf(each),
      share(measured[each.id]),
    ];
    const own = each.id === game.id;
    return h(
      'tr',
      { role: 'row', 'data-game': each.id, 'aria-current': own ? 'true' : undefined },
      h(
        'th',
        { role: 'rowheader', scope: 'row' },
        own ? name : t(`variant.${each.id}`),
        own && h('span', { className: 'soft' }, ` (${t('relative.this')})`),
      ),
      ...cells.map((cell, i) => h('td', { role: 'cell', 'data-head': heads[i + 1] }, cell)),
    );
  });
  // On a narrow screen each row is shown as a block; the roles keep it a table for those who listen.
  const whole = table(heads, rows);
  whole.classList.add('wide');
  whole.setAttribute('role', 'table');
  for (const part of whole.querySelectorAll('thead, tbody')) part.setAttribute('role', 'rowgroup');
  for (const row of whole.querySelectorAll('thead tr')) row.setAttribute('role', 'row');
  for (const head of whole.querySelectorAll('thead th')) head.setAttribute('role', 'columnheader');
  return whole;
}

/** @param {number[]} columns */
function layoutOf(columns) {
  const sizes = [...new Set(columns)];
  return sizes.map((size) => `${columns.filter((each) => each === size).length}\u00a0×\u00a0${size}`).join(' + ');
}

/** @param {Game} game */
function roomOf({ cells, reserve }) {
  const room = [
    cells && t('relative.room.cells', { n: cells }),
    reserve && t('relative.room.reserve', { n: reserve }),
  ];
  return room.filter(Boolean).join(', ') || t('relative.room.none');
}

/** @param {Figures} [figures] */
function share(figures) {
  if (!figures) return t('relative.share.none');
  const key = figures.unknown ? 'relative.share.open' : 'relative.share';
  return t(key, { ...figures, ...percent(figures) });
}
