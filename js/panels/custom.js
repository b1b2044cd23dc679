/** The dialog in which a player sets the parameters of a game of their own. */

/** @import { App } from '../main.js' */

import { h } from '../dom.js';
import { reasonText } from '../reasons.js';
import { slotOf } from '../store.js';
import { t } from '../strings.js';
import { customGames, keepCustomGames } from '../variants.js';
import { complaint, field, openDialog, select, toggle } from './dialog.js';

/** Layouts to start from: cards in each column, reserve, aces placed. */
const LAYOUTS = ['4 4 4 4 4 4 4 4 4 4 4 4 4', '5 5 5 5 5 5 5 5 5 5', '7 7 7 7 6 6 6 6', '6 6 6 6 6 6'];
/** What goes with a layout, so that the cards come to 52. @type {Record<string, [string, string]>} */
const REST = { [LAYOUTS[1]]: ['0', '2'], [LAYOUTS[3]]: ['16', '0'] };

/** @param {string} name @param {string[]} values @returns {[string, string][]} */
const named = (name, values) => values.map((value) => [value, t(`parameter.${name}.${value}`)]);
/** @param {number} highest @returns {[string, string][]} */
const upTo = (highest) => Array.from({ length: highest + 1 }, (_, n) => [String(n), String(n)]);

/** A name that no other game has. */
function freeName() {
  const taken = new Set(customGames().map(({ name }) => name));
  const name = t('custom.name.default');
  for (let n = 1; ; n++) {
    const found = n === 1 ? name : `${name} ${n}`;
    if (!taken.has(found)) return found;
  }
}

/** @param {App} app */
export function openCustom(app) {
  const wrong = complaint();
  const name = h('input', { type: 'text', value: freeName(), maxLength: 40, required: true });
  const columns = h('input', { type: 'text', value: LAYOUTS[0], autocomplete: 'off' });
  const layout = select(
    [
      ...LAYOUTS.map((text) => /** @type {[string, string]} */ ([text, sizesText(text.split(' '))])),
      ['', t('custom.layout.own')],
    ],
    LAYOUTS[0],
    (text) => {
      if (!text) return columns.focus();
      columns.value = text;
      const [reserve, aces] = REST[text] ?? ['0', '0'];
      controls.reserve.value = reserve;
      controls.aces_placed.value = aces;
    },
  );
  const controls = {
    faces: select(named('faces', ['up', 'top']), 'up'),
    kings: select(named('kings', ['sunk', 'as-dealt']), 'sunk'),
    packing: select(named('packing', ['any-suit', 'alternate']), 'any-suit'),
    space: select(named('space', ['nothing', 'king', 'any']), 'king'),
    cells: select(upTo(4), '0'),
    reserve: select(upTo(16), '0'),
    aces_placed: select(upTo(4), '0'),
  };
  const switches = { group_moves: toggle(false), worrying_back: toggle(false) };

  const form = h(
    'form',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const sizes = columns.value.trim().split(/[\s,.]+/).map(Number);
        const parameters = {
          columns: sizes,
          faces: controls.faces.value,
          kings: controls.kings.value,
          packing: controls.packing.value,
          space: controls.space.value,
          cells: Number(controls.cells.value),
          reserve: Number(controls.reserve.value),
          aces_placed: Number(controls.aces_placed.value),
          group_moves: switches.group_moves.checked,
          worrying_back: switches.worrying_back.checked,
        };
        const n = sizes.reduce((sum, size) => sum + size, 0) + parameters.reserve + parameters.aces_placed;
        if (Number.isFinite(n) && n !== 52) return wrong.say(t('custom.count', { n }));
        const answer = await app.opening.deal(parameters);
        if (!answer.ok) return wrong.say(reasonText(answer.reason));
        const made = answer.view.variant;
        const others = customGames().filter((game) => slotOf(game.parameters) !== slotOf(made));
        keepCustomGames([...others, { name: name.value.trim() || t('variant.custom'), parameters: made }]);
        dialog.close();
        app.refresh();
      },
    },
    field(t('custom.name'), name),
    field(t('custom.layout'), layout),
    field(t('parameter.columns'), columns, { help: t('parameter.columns.help') }),
    ...Object.entries(controls).map(([key, control]) => field(t(`parameter.${key}`), control, { row: true })),
    ...Object.entries(switches).map(([key, control]) => field(t(`parameter.${key}`), control, { row: true })),
    wrong.place,
    h(
      'div',
      { className: 'buttons' },
      h('button', { type: 'submit', className: 'button main' }, t('custom.play')),
    ),
  );
  const dialog = openDialog(t('custom.title'), form);
  return dialog;
}

/** Says `13 × 4` for thirteen fours. @param {(number | string)[]} sizes */
export function sizesText(sizes) {
  /** @type {Map<number | string, number>} */
  const counts = new Map();
  for (const size of sizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].map(([size, n]) => `${n} × ${size}`).join(' + ');
}
