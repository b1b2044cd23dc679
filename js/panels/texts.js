/** Positions as text, in and out. */

/** @import { App } from '../main.js' */

import { h } from '../dom.js';
import { slotOf } from '../store.js';
import { t } from '../strings.js';
import { customGames, PRESETS, variantName } from '../variants.js';
import { boardInWords } from '../words.js';
import { download } from './data.js';
import { complaint, field, openDialog, select } from './dialog.js';
import { copyText, fileInto, plainField } from './plain.js';

/** @param {App} app */
export function openImport(app) {
  const wrong = complaint();
  const games = [...PRESETS, ...customGames().map((game) => game.parameters)];
  const current = slotOf(app.opening.own?.variant ?? PRESETS[0]);
  const at = Math.max(0, games.findIndex((game) => slotOf(game) === current));
  const game = select(
    games.map((each, i) => [String(i), variantName(each)]),
    String(at),
  );
  const text = plainField({ autofocus: true });
  const form = h(
    'form',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const answer = await app.opening.position(games[Number(game.value)], text.value);
        if (answer.ok) dialog.close();
        else wrong.say(t(answer.reason?.key ?? 'error.request', answer.reason?.args));
      },
    },
    field(t('import.game'), game),
    field(t('import.text'), text, { help: t('import.help') }),
    wrong.place,
    h(
      'div',
      { className: 'buttons' },
      h('button', { type: 'submit', className: 'button main' }, t('import.go')),
      fileInto(text),
    ),
  );
  const dialog = openDialog(t('import.title'), form);
  return dialog;
}

const FORMATS = ['board', 'words', 'position', 'json'];

/** @param {App} app */
export function openExport(app) {
  const text = plainField({ readOnly: true });
  const format = select(
    FORMATS.map((each) => [each, t(`export.${each}`)]),
    FORMATS[0],
    () => void show(),
  );
  format.autofocus = true;
  async function show() {
    if (format.value === 'words') {
      if (app.session.view) text.value = boardInWords(app.session.view);
      return;
    }
    const chosen = format.value;
    const answer = await app.session.ask({ intent: 'export', format: chosen });
    // Another form may have been chosen meanwhile.
    if (format.value !== chosen) return;
    text.value = answer.ok ? answer.text : t(answer.reason?.key ?? 'error.request');
  }
  const copy = () => copyText(text);
  function save() {
    const json = format.value === 'json';
    const content = new Blob([text.value], { type: json ? 'application/json' : 'text/plain' });
    download(content, `bakers-dozen.${json ? 'json' : 'txt'}`);
  }
  const dialog = openDialog(
    t('export.title'),
    field(t('export.format'), format),
    field(t('export.text'), text),
    h(
      'div',
      { className: 'buttons' },
      h('button', { type: 'button', className: 'button main', onclick: copy }, t('export.copy')),
      h('button', { type: 'button', className: 'button', onclick: save }, t('export.save')),
    ),
  );
  void show();
  return dialog;
}
