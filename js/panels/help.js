/** Rules and help; the rules are read off the same parameters that the engine plays by. */

/** @import { App } from '../main.js' */

import { h } from '../dom.js';
import { t } from '../strings.js';
import { variantName } from '../variants.js';
import { openDialog } from './dialog.js';

/** @type {[string[], string][]} */
const KEYS = [
  [['←', '→', '↑', '↓'], 'arrows'],
  [['Enter', 'Space'], 'enter'],
  [['Esc'], 'escape'],
  [['U', 'Ctrl+Z'], 'undo'],
  [['R', 'Ctrl+Y'], 'redo'],
  [['H'], 'hint'],
  [['N'], 'new'],
];

/** @param {App} app */
export async function openHelp(app) {
  const variant = app.session.save?.variant ?? 'bakers-dozen';
  const parameters = typeof variant === 'string' ? (await app.variants()).get(variant) : variant;
  return openDialog(
    t('help.title'),
    h('h3', {}, variantName(variant)),
    typeof variant === 'string' && h('p', {}, t(`variant.${variant}.line`)),
    h('p', {}, t('help.aim')),
    ...(parameters ? rules(parameters) : []),
    h('h3', {}, t('help.score.title')),
    h('p', {}, t('help.score')),
    h('h3', {}, t('daily.title')),
    h('p', {}, t('help.daily')),
    h('h3', {}, t('help.hands.title')),
    h('p', {}, t('help.hands')),
    h('h3', {}, t('help.keys.title')),
    h(
      'dl',
      { className: 'keys' },
      ...KEYS.flatMap(([keys, name]) => [
        h('dt', {}, ...keys.flatMap((key, i) => [i > 0 && ' ', h('kbd', {}, key)])),
        h('dd', {}, t(`help.key.${name}`)),
      ]),
    ),
    h('h3', {}, t('help.text.title')),
    h('p', {}, t('help.text')),
    h('p', { className: 'soft' }, t('help.credits')),
    h('div', { className: 'buttons' }, h('button', { type: 'button', className: 'button', 'data-action': 'about' }, t('about.title'))),
  );
}

/**
 * The rules of a game in sentences, one for each parameter that says something.
 * @param {Record<string, any>} game
 */
export function rules(game) {
  const sizes = [...new Set(game.columns)].join(', ');
  const layout = [
    t('rule.columns', { n: game.columns.length, sizes }),
    t(`rule.faces.${game.faces}`),
    t(`rule.kings.${game.kings}`),
    game.aces_placed && t('rule.aces', { n: game.aces_placed }),
    game.reserve && t('rule.reserve', { n: game.reserve }),
    game.cells && t('rule.cells', { n: game.cells }),
  ];
  const play = [
    t(`rule.packing.${game.packing}`),
    t(`space.${game.space}`),
    t(game.group_moves ? 'rule.group' : 'rule.one'),
    t('rule.foundation'),
    t(`rule.back.${game.worrying_back ? 'yes' : 'no'}`),
    t('rule.over'),
  ];
  /** @param {(string | 0 | false)[]} lines */
  const list = (lines) =>
    h('ul', { className: 'rules' }, ...lines.filter(Boolean).map((line) => h('li', {}, line || '')));
  return [
    h('h3', {}, t('rule.layout.title')),
    list(layout),
    h('h3', {}, t('rule.play.title')),
    list(play),
  ];
}
