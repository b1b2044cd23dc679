/** The chooser of games and deals. */

/** @import { App } from '../main.js' */

import { h } from '../dom.js';
import { reasonText } from '../reasons.js';
import { slotOf } from '../store.js';
import { t } from '../strings.js';
import { customGames, keepCustomGames, PRESETS, variantName } from '../variants.js';
import { openCustom, sizesText } from './custom.js';
import { complaint, field, openDialog } from './dialog.js';
import { copyText } from './plain.js';

/** @param {App} app */
export async function openGames(app) {
  const variants = await app.variants();
  const playing = app.opening.own?.variant ?? PRESETS[0];
  // A daily is none of these games, though it is dealt like one.
  const current = app.opening.own?.daily ? '' : slotOf(playing);
  const wrong = complaint();
  const { left } = app.opening;
  const number = h('input', {
    type: 'text',
    inputMode: 'numeric',
    autocomplete: 'off',
    value: app.opening.own?.deal ?? '',
  });
  const deal = h(
    'form',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const answer = await app.opening.deal(playing, number.value.trim());
        if (answer.ok) dialog.close();
        else wrong.say(reasonText(answer.reason));
      },
    },
    field(t('games.deal'), number),
    wrong.place,
    h(
      'div',
      { className: 'buttons' },
      h('button', { type: 'submit', className: 'button main' }, t('games.deal.go')),
      h('button', { type: 'button', className: 'button', onclick: () => share(app.opening.address) }, t('games.share')),
      left
        ? h(
            'button',
            {
              type: 'button',
              className: 'button',
              'data-games': 'left',
              onclick: () => {
                dialog.close();
                void app.opening.load(left);
              },
            },
            left.save.deal ? t('games.left', { deal: left.save.deal, n: left.save.cursor }) : t('say.back'),
          )
        : null,
    ),
  );

  /**
   * @param {import('../types.js').View['variant']} variant
   * @param {string} line
   * @param {string} space
   */
  const row = (variant, line, space) =>
    h(
      'button',
      {
        type: 'button',
        className: 'game-row',
        'aria-current': slotOf(variant) === current ? 'true' : undefined,
        onclick: () => {
          dialog.close();
          if (slotOf(variant) !== current) void app.opening.resume(variant);
          else if (app.session.game.aside) void app.opening.back();
        },
      },
      h('strong', {}, variantName(variant)),
      slotOf(variant) === current && h('span', { className: 'current' }, t('games.current')),
      line ? h('span', {}, line) : null,
      h('span', { className: 'soft' }, t(`space.${space}`)),
    );

  const list = h(
    'div',
    { className: 'game-list' },
    ...PRESETS.map((id) => row(id, t(`variant.${id}.line`), variants.get(id)?.space ?? 'nothing')),
    ...customGames().map((game) =>
      h(
        'div',
        { className: 'game-item' },
        row(game.parameters, described(game.parameters), String(game.parameters.space)),
        h(
          'button',
          {
            type: 'button',
            className: 'button',
            'aria-label': `${t('games.custom.remove')}: ${game.name}`,
            onclick: () => {
              const slot = slotOf(game.parameters);
              keepCustomGames(customGames().filter((each) => slotOf(each.parameters) !== slot));
              dialog.close();
              void openGames(app);
            },
          },
          t('games.custom.remove'),
        ),
      ),
    ),
    h(
      'button',
      {
        type: 'button',
        className: 'button',
        onclick: () => {
          dialog.close();
          openCustom(app);
        },
      },
      t('games.custom'),
    ),
  );

  const dialog = openDialog(t('games.title'), deal, h('h3', {}, t('games.choose')), list);
  return dialog;
}

/**
 * What tells a game of one's own from another at a glance.
 * @param {Record<string, any>} game
 */
function described({ columns, cells, reserve, packing }) {
  return [
    sizesText(columns),
    t(`custom.packing.${packing}`),
    cells && `${t('custom.cells')}: ${cells}`,
    reserve && `${t('custom.reserve')}: ${reserve}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** @param {string} address */
const share = (address) => copyText(new URL(address, location.href).href);
