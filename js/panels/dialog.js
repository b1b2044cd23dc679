/** What all dialogs share: a title, a way out, and the focus given back to where it was. */

import { sentence } from '../announce.js';
import { focusTable, h, icon } from '../dom.js';
import { t } from '../strings.js';

/**
 * Opens a modal dialog.
 * @param {string} title
 * @param {(Node | null | false)[]} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...content) {
  const opener = document.activeElement;
  const close = h(
    'button',
    { type: 'button', className: 'panel-close', 'aria-label': t('dialog.close') },
    icon('close'),
  );
  const body = h('div', { className: 'panel-body' }, ...content);
  // Text alone must be reachable, or the keyboard could not scroll it.
  if (!body.querySelector('button, input, select, textarea, a, summary')) {
    body.tabIndex = 0;
    body.setAttribute('role', 'region');
    body.setAttribute('aria-label', title);
  }
  const first = /** @type {HTMLElement | null} */ (body.querySelector('[autofocus]'));
  // A field would show its ring, or bring a phone's keyboard up, to whoever came by pointer.
  const uncalled = Boolean(first?.matches('input, select, textarea')) && !opener?.matches(':focus-visible');
  if (first && uncalled) first.autofocus = false;
  // Whoever has not said where to begin begins at the beginning, not at the way out.
  const heading = first && !uncalled ? {} : { tabIndex: -1, autofocus: true };
  const dialog = h(
    'dialog',
    { className: 'panel', 'aria-label': title },
    h('div', { className: 'panel-head' }, h('h2', heading, title), close),
    body,
  );
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => {
    const { activeElement } = document;
    const lost = !activeElement || activeElement === document.body || dialog.contains(activeElement);
    dialog.remove();
    // This event may come late: what the panel led to has the focus by then.
    if (!lost) return;
    const visible = opener instanceof HTMLElement && opener.isConnected && opener.offsetParent;
    if (visible && opener !== document.body) opener.focus();
    else focusTable();
  });
  document.body.append(dialog);
  dialog.showModal();
  document.dispatchEvent(new Event('panelopen'));
  return dialog;
}

let fields = 0;

/**
 * Makes a labelled field.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {{ row?: boolean, help?: string }} [options]
 */
export function field(label, control, { row = false, help } = {}) {
  const id = `field-${++fields}`;
  control.id = id;
  const note = help ? h('p', { className: 'soft', id: `${id}-help` }, help) : null;
  if (note) control.setAttribute('aria-describedby', note.id);
  return h(
    'div',
    { className: row ? 'field row' : 'field' },
    h('label', { htmlFor: id }, label),
    control,
    note,
  );
}

/**
 * Makes a choice among named values.
 * @param {[value: string, label: string][]} options
 * @param {string} value
 * @param {(value: string) => void} [onchange]
 */
export function select(options, value, onchange) {
  const control = h(
    'select',
    // Numbers need little room, and all of them the same.
    { className: options.every(([, label]) => label.length < 3) ? 'short' : '' },
    ...options.map(([each, label]) => h('option', { value: each, selected: each === value }, label)),
  );
  if (onchange) control.addEventListener('change', () => onchange(control.value));
  return control;
}

/**
 * Makes a choice between on and off.
 * @param {boolean} checked
 * @param {(checked: boolean) => void} [onchange]
 */
export function toggle(checked, onchange) {
  const control = h('input', { type: 'checkbox', className: 'switch', checked, role: 'switch' });
  if (onchange) control.addEventListener('change', () => onchange(control.checked));
  return control;
}

/** A place for what went wrong, spoken when it is filled. */
export function complaint() {
  const place = h('p', { className: 'wrong', hidden: true, role: 'alert' });
  return {
    place,
    /** @param {string} text */
    say(text) {
      place.textContent = sentence(text);
      place.hidden = !text;
      place.scrollIntoView({ block: 'nearest' });
    },
  };
}
