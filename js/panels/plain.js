/** Plain text in panels: a field to type or paste it, a file to read it from, copying it. */

import { say } from '../announce.js';
import { h } from '../dom.js';
import { t } from '../strings.js';

/**
 * A field for text that is no prose: nothing corrects it.
 * @param {Record<string, any>} [props]
 */
export const plainField = (props) =>
  h('textarea', { spellcheck: false, autocomplete: 'off', autocapitalize: 'off', ...props });

/**
 * A button that lets a file be chosen; its own words are the page's, not the browser's.
 * @param {string} label
 * @param {string} accept
 * @param {(file: File) => unknown} take
 * @param {Record<string, any>} [props] of the chooser behind it
 */
export function fileButton(label, accept, take, props) {
  const chooser = h('input', {
    type: 'file',
    hidden: true,
    accept,
    onchange: async () => {
      const [chosen] = chooser.files ?? [];
      if (chosen) await take(chosen);
      chooser.value = '';
    },
    ...props,
  });
  return h(
    'span',
    {},
    h('button', { type: 'button', className: 'button', onclick: () => chooser.click() }, label),
    chooser,
  );
}

/**
 * A chooser of a file whose text comes into a field.
 * @param {HTMLTextAreaElement} text
 */
export const fileInto = (text) =>
  fileButton(t('import.file'), '.txt,.json,.board,text/plain,application/json', async (file) => {
    text.value = await file.text();
  });

/**
 * Copies a text, or marks the field that holds it where the browser refuses.
 * @param {string | HTMLTextAreaElement} source
 * @param {(words: string) => void} [tell]
 */
export async function copyText(source, tell = say) {
  const field = typeof source === 'string' ? null : source;
  try {
    await navigator.clipboard.writeText(field ? field.value : String(source));
    tell(t('games.copied'));
  } catch {
    field?.select();
    tell(t('games.copy-failed'));
  }
}
