/** The chooser of games and deals. */

/** @import { App } from '../main.js' */
/** @import { View } from '../types.js' */
/** @import { Custom } from '../variants.js' */

import { h, icon } from '../dom.js';
import { reasonText } from '../reasons.js';
import { readSlot, slotOf } from '../store.js';
import { t } from '../strings.js';
import { customGames, keepCustomGames, PRESETS, variantName } from '../variants.js';
import { openCustom, sizesText } from './custom.js';
import { complaint, openDialog } from './dialog.js';
import { copyText } from './plain.js';

/** What an empty column takes, from nothing to anything: the games stand in groups of it. */
const SPACES = ['nothing', 'king', 'any'];

/** @param {App} app */
export async function openGames(app) {
  const variants = await app.variants();
  const playing = app.opening.own?.variant ?? PRESETS[0];
  // A daily is none of these games, though it is dealt like one.
  const current = app.opening.own?.daily ? '' : slotOf(playing);

  /** @param {() => unknown} run */
  const leaving = (run) => () => {
    dialog.close();
    void run();
  };

  /**
   * @param {View['variant']} variant
   * @param {string} line
   */
  function row(variant, line) {
    const here = slotOf(variant) === current;
    const state = here ? t('games.current') : begunText(variant);
    return h(
      'button',
      {
        type: 'button',
        className: 'game-row',
        autofocus: here,
        'aria-current': here ? 'true' : undefined,
        onclick: leaving(() => {
          if (!here) return app.opening.resume(variant);
          return app.session.game.aside && app.opening.back();
        }),
      },
      h('strong', {}, variantName(variant)),
      state && h('span', { className: 'current' }, state),
      line && h('span', { className: 'soft' }, line),
    );
  }

  /** @param {string} space */
  function group(space) {
    const games = PRESETS.filter((id) => (variants.get(id)?.space ?? 'nothing') === space);
    return games.length && [h('h3', {}, t(`games.space.${space}`)), ...games.map((id) => row(id, t(`variant.${id}.line`)))];
  }

  /** A game of one's own; once removed, it can be brought back as long as the list is there. @param {Custom} game */
  function ownGame(game) {
    const { name, parameters } = game;
    const place = h('div', { className: 'game-item' });
    const remove = h(
      'button',
      { type: 'button', className: 'game-remove', 'aria-label': `${t('games.custom.remove')}: ${name}`, onclick: () => {
        at = customGames().findIndex(isIt);
        keepCustomGames(customGames().filter((each) => !isIt(each)));
        place.replaceChildren(h('p', { className: 'soft', role: 'status' }, t('games.custom.removed', { name })), restore);
        restore.focus();
      } },
      icon('close'),
    );
    const restore = h(
      'button',
      { type: 'button', className: 'button', onclick: () => {
        keepCustomGames([...customGames().slice(0, at), game, ...customGames().slice(at)]);
        show();
        remove.focus();
      } },
      t('games.custom.restore'),
    );
    let at = 0;
    const isIt = (/** @type {Custom} */ each) => slotOf(each.parameters) === slotOf(parameters);
    const show = () => place.replaceChildren(row(parameters, described(parameters)), remove);
    show();
    return place;
  }

  const make = h('button', { type: 'button', className: 'button', onclick: leaving(() => openCustom(app)) }, t('games.custom'));

  const dialog = openDialog(
    t('games.title'),
    goingBack(app, leaving),
    h(
      'div',
      { className: 'game-list' },
      ...SPACES.flatMap((space) => group(space) || []),
      h('h3', {}, t('games.own')),
      ...customGames().map(ownGame),
      make,
    ),
    h('h3', {}, t('games.number')),
    ...numbered(app, playing, leaving(() => {})),
  );
  return dialog;
}

/**
 * The way back to the game that the one on the table took the place of.
 * @param {App} app
 * @param {(run: () => unknown) => () => void} leaving
 */
function goingBack({ opening }, leaving) {
  const { left } = opening;
  if (!left) return null;
  const { deal, cursor } = left.save;
  return h(
    'button',
    { type: 'button', className: 'button main', 'data-games': 'left', onclick: leaving(() => opening.load(left)) },
    deal ? t('games.left', { deal, n: cursor }) : t('say.back'),
  );
}

/**
 * A deal by its number, and the address of the one on the table.
 * @param {App} app
 * @param {View['variant']} variant
 * @param {() => void} leave
 */
function numbered({ opening }, variant, leave) {
  const wrong = complaint();
  const number = h('input', {
    type: 'text',
    inputMode: 'numeric',
    autocomplete: 'off',
    value: opening.own?.deal ?? '',
    'aria-label': t('games.deal'),
  });
  return [
    h(
      'form',
      {
        className: 'inline field',
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const answer = await opening.deal(variant, ungrouped(number.value));
          if (answer.ok) leave();
          else wrong.say(reasonText(answer.reason));
        },
      },
      number,
      h('button', { type: 'submit', className: 'button' }, t('games.deal.go')),
    ),
    wrong.place,
    h('button', { type: 'button', className: 'button', onclick: () => share(opening.address) }, t('games.share')),
  ];
}

/** A deal's number as the engine reads it, from one as it is written: № 12 345, No. 12,345. @param {string} text */
const ungrouped = (text) =>
  text.trim().replace(/^(№|no\.?|#)\s*(?=\d)/i, '').replace(/(?<=\d)[\s,.’'](?=\d{3}(?!\d))/g, '');

/** How far a game that waits for its player has come. @param {View['variant']} variant */
function begunText(variant) {
  const { save, game } = readSlot(slotOf(variant)) ?? {};
  return save?.cursor && !game?.recorded ? t('games.begun', { n: save.cursor }) : '';
}

/**
 * What tells a game of one's own from another at a glance.
 * @param {Record<string, any>} game
 */
function described({ columns, cells, reserve, packing, space }) {
  return [
    sizesText(columns),
    t(`parameter.packing.${packing}`),
    t(`games.space.${space}`),
    cells && `${t('parameter.cells')}: ${cells}`,
    reserve && `${t('parameter.reserve')}: ${reserve}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** @param {string} address */
const share = (address) => copyText(new URL(address, location.href).href);
