/**
 * Rules and help for every game, in sections that can be linked to: `#help`, `#help=freecell`,
 * `#help=strategy`, `#help=freecell:strategy`.
 */

/** @import { App } from '../main.js' */
/** @import { View } from '../types.js' */

import { readVariant, writeVariant } from '../address.js';
import { h } from '../dom.js';
import { has, t } from '../strings.js';
import { customGames, PRESETS, variantName } from '../variants.js';
import { winnability } from '../winnability.js';
import { field, openDialog, select } from './dialog.js';
import { dying, relatives, rules, strategy, verdicts } from './guide.js';

/** These tell of one game; the rest holds for all. */
const OF_A_GAME = ['rules', 'legal', 'strategy', 'dying', 'relatives', 'history'];
const OF_ALL = ['hands', 'keys', 'score', 'daily', 'text'];
const SECTIONS = [...OF_A_GAME, ...OF_ALL];

/** @type {[string[], string][]} */
const KEYS = [
  [['←', '→', '↑', '↓'], 'arrows'],
  [['Enter', 'Space'], 'enter'],
  [['Esc'], 'escape'],
  [['Tab'], 'tab'],
  [['U', 'Ctrl+Z'], 'undo'],
  [['R', 'Ctrl+Y'], 'redo'],
  [['H'], 'hint'],
  [['F'], 'finish'],
  [['N'], 'new'],
];

/**
 * @param {App} app
 * @param {string} [place] a game, a section, or both, as in an address
 */
export async function openHelp(app, place = '') {
  /** @type {HTMLDialogElement | null} */ (document.querySelector('dialog.help'))?.close();
  const wanted = readPlace(place);
  /** @type {View['variant']} */
  let variant = wanted.variant ?? app.opening.own?.variant ?? PRESETS[0];
  const game = h('div', { className: 'guide-game' });
  const nav = h('nav', { className: 'guide-nav', 'aria-label': t('help.sections') });
  const dialog = openDialog(
    t('help.title'),
    h(
      'div',
      { className: 'guide-tools' },
      field(t('help.game'), chooser(variant, (value) => void show(value))),
      h(
        'div',
        { className: 'buttons' },
        h('button', { type: 'button', className: 'button main', 'data-action': 'lesson', onclick: () => dialog.close() }, t('lesson.start')),
        h('button', { type: 'button', className: 'button', onclick: () => print() }, t('help.print')),
      ),
      h('p', { className: 'soft' }, t('lesson.start.text')),
    ),
    nav,
    game,
    ...general(link),
  );
  dialog.classList.add('help');
  await show(variant);
  if (wanted.section) go(wanted.section);
  return dialog;

  /** @param {View['variant']} chosen */
  async function show(chosen) {
    variant = chosen;
    nav.replaceChildren(...SECTIONS.map((name) => link(name, titleOf(name))));
    game.replaceChildren(h('h3', {}, variantName(chosen)), h('p', { className: 'soft' }, t('help.waiting')));
    const sections = await gameSections(app, chosen, link);
    if (variant === chosen) game.replaceChildren(...sections);
  }

  /**
   * A link to a section of this help, about this game.
   * @param {string} name
   * @param {string} text
   */
  function link(name, text) {
    const chosen = OF_A_GAME.includes(name) ? `${writeVariant(variant)}:` : '';
    const href = new URL(`#help=${chosen}${name}`, location.href).href;
    return h(
      'a',
      {
        href,
        onclick: (/** @type {Event} */ event) => {
          event.preventDefault();
          history.replaceState(history.state, '', href);
          go(name);
        },
      },
      text,
    );
  }

  /** @param {string} name */
  function go(name) {
    const section = dialog.querySelector(`[data-section="${name}"]`);
    if (!(section instanceof HTMLElement)) return;
    section.scrollIntoView({ block: 'start' });
    section.focus({ preventScroll: true });
  }
}

/**
 * Reads where in the help an address leads.
 * @param {string} place
 * @returns {{ variant?: View['variant'], section?: string }}
 */
function readPlace(place) {
  const [, game = '', section = ''] = /^(.*?)(?::([a-z]+))?$/.exec(place) ?? [];
  if (SECTIONS.includes(game)) return { section: game };
  const variant = readVariant(game);
  const known = typeof variant === 'string' ? PRESETS.includes(variant) : variant;
  return { variant: known ? variant : undefined, section };
}

/** @param {string} name */
const titleOf = (name) => t(has(`help.${name}.title`) ? `help.${name}.title` : `${name}.title`);

/**
 * The games to choose from: the presets, those of the player's own, and the one asked for.
 * @param {View['variant']} variant
 * @param {(variant: View['variant']) => void} choose
 */
function chooser(variant, choose) {
  const games = new Map([...PRESETS, ...customGames().map(({ parameters }) => parameters), variant].map((each) => [writeVariant(each), each]));
  return select(
    [...games].map(([value, each]) => [value, variantName(each)]),
    writeVariant(variant),
    (value) => choose(/** @type {View['variant']} */ (games.get(value))),
  );
}

/**
 * @param {string} name
 * @param {(name: string, text: string) => HTMLAnchorElement} link
 * @param {(Node | null | undefined | false)[]} content
 */
function section(name, link, ...content) {
  const title = titleOf(name);
  const anchor = link(name, '#');
  anchor.className = 'anchor';
  anchor.setAttribute('aria-label', t('help.link', { name: title }));
  return h(
    'section',
    { 'data-section': name, tabIndex: -1, 'aria-label': title },
    h('h3', {}, title, ' ', anchor),
    ...content,
  );
}

/**
 * What there is to say about one game.
 * @param {App} app
 * @param {View['variant']} variant
 * @param {(name: string, text: string) => HTMLAnchorElement} link
 */
async function gameSections(app, variant, link) {
  const [presets, judged, measured] = await Promise.all([
    app.variants(),
    app.session.ask({ intent: 'examples', variant }),
    winnability(),
  ]);
  const strict = presets.get(PRESETS[0]);
  const game = typeof variant === 'string' ? presets.get(variant) : strict && { ...strict, ...variant, id: 'custom' };
  const preset = typeof variant === 'string';
  const head = [h('h3', {}, variantName(variant)), h('p', {}, preset ? t(`variant.${variant}.line`) : '')];
  const past = section(
    'history',
    link,
    h('p', {}, t('history.name')),
    h('p', {}, t('history.dealing')),
    preset && h('p', {}, t(`history.${variant}`)),
  );
  if (!game || !judged.ok) return [...head, h('p', {}, t('help.without')), past];
  return [
    ...head,
    section('rules', link, rules(game)),
    section('legal', link, h('p', {}, t('help.legal')), verdicts(judged.examples)),
    section('strategy', link, strategy(game)),
    section('dying', link, dying(game, measured[game.id])),
    section(
      'relatives',
      link,
      h('p', {}, t('help.relatives')),
      relatives(game, variantName(variant), presets, measured),
      h('p', { className: 'soft' }, t('relative.share.note')),
    ),
    past,
  ];
}

/**
 * What holds for every game.
 * @param {(name: string, text: string) => HTMLAnchorElement} link
 */
function general(link) {
  const keys = h(
    'dl',
    { className: 'keys' },
    ...KEYS.flatMap(([names, name]) => [
      h('dt', {}, ...names.flatMap((key, i) => [i > 0 && ' ', h('kbd', {}, key)])),
      h('dd', {}, t(`help.key.${name}`)),
    ]),
  );
  return [
    ...OF_ALL.map((name) => section(name, link, name === 'keys' ? keys : h('p', {}, t(`help.${name}`)))),
    h('p', { className: 'soft' }, t('help.credits')),
    h('div', { className: 'buttons' }, h('button', { type: 'button', className: 'button', 'data-action': 'about' }, t('about.title'))),
  ];
}
