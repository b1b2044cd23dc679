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
 * A chooser of a file whose text comes into a field.
 * @param {HTMLTextAreaElement} text
 */
export function fileInto(text) {
  const file = h('input', {
    type: 'file',
    accept: '.txt,.json,.board,text/plain,application/json',
    onchange: async () => {
      const chosen = file.files?.[0];
      if (chosen) text.value = await chosen.text();
    },
  });
  return file;
}

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
