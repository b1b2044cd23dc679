/** One notice over the lower edge of the table: how the game ended, what the solver found or does. */

import { sentence, speak } from './announce.js';
import { byId, focusTable, h, icon } from './dom.js';
import { t } from './strings.js';

/**
 * @typedef {object} Notice
 * @property {string} [title]
 * @property {string} text
 * @property {Node[]} [extra]
 * @property {{ label: string, run?: () => void, action?: string, main?: boolean }[]} [actions] each
 *   runs something of its own, or is one of the page's commands
 */

/** These stay until what they are about ends. */
const LASTING = new Set(['progress', 'show', 'replay', 'analysis']);
/** These tell of what is spoken of elsewhere: by the change of the table, or by themselves. */
const SPOKEN = new Set([...LASTING, 'end', 'timeline']);

/** A second tap so soon after the first, and so near to it, was meant for what lay there then. */
const SAME = { ms: 500, px: 32 };

const place = byId('notice');
/** @type {string | null} */
let shown = null;
/** When the notice came. */
let since = 0;
/** The last press, and whether it was meant for what the notice has covered since. */
let pressed = { at: -Infinity, x: 0, y: 0, within: false, astray: false };
/** What the notice said that is shown, so that it is spoken once. */
let spoken = '';

/**
 * Shows a notice in place of the one before.
 * @param {string} kind whose it is, so that nobody clears another's
 * @param {Notice} notice
 */
export function notify(kind, { title, text, extra = [], actions = [] }) {
  const focused = focusedAction();
  if (shown !== kind) since = performance.now();
  shown = kind;
  place.dataset.kind = kind;
  const buttons = actions.map(({ label, run, action, main }) => {
    const button = h('button', { type: 'button', className: main ? 'button main' : 'button' }, label);
    if (run) button.addEventListener('click', run);
    // Not `action`: a command's own button is one, wherever else the command is offered.
    if (action) button.dataset.offers = action;
    return button;
  });
  const closable = !LASTING.has(kind);
  place.replaceChildren(
    h(
      'div',
      { className: 'notice-text' },
      title && h('h2', { id: 'notice-title' }, title),
      h('p', {}, text),
      ...extra,
    ),
    ...(buttons.length ? [h('div', { className: 'notice-actions' }, ...buttons)] : []),
    ...(closable
      ? [
          h(
            'button',
            { type: 'button', className: 'notice-close', 'aria-label': t('dialog.close'), onclick: () => clearNotice(kind) },
            icon('close'),
          ),
        ]
      : []),
  );
  const words = [title?.replace(/[^.!?]$/, '$&.'), text].map((part) => part && sentence(part)).filter(Boolean).join(' ');
  if (!SPOKEN.has(kind) && words !== spoken) speak(words);
  spoken = words;
  place.setAttribute('aria-label', title ?? text);
  place.hidden = false;
  if (focused >= 0) (buttons[focused] ?? buttons[0])?.focus();
}

document.addEventListener(
  'pointerdown',
  ({ target, clientX: x, clientY: y }) => {
    const at = performance.now();
    const again = at - pressed.at < SAME.ms && Math.hypot(x - pressed.x, y - pressed.y) < SAME.px;
    const within = target instanceof Node && place.contains(target);
    pressed = { at, x, y, within, astray: again && !pressed.within && pressed.at <= since };
  },
  { capture: true },
);
place.addEventListener(
  'click',
  (event) => {
    if (event.detail > 0 && pressed.astray) event.stopImmediatePropagation();
  },
  { capture: true },
);

/** Whose notice is shown, if any. */
export const noticeShown = () => shown;

/** Which of the notice's buttons has the focus. */
function focusedAction() {
  return [...place.querySelectorAll('.notice-actions button')].indexOf(
    /** @type {Element} */ (document.activeElement),
  );
}

/**
 * Takes a notice away, if it is still the one shown.
 * @param {string} [kind] any, when left out
 */
export function clearNotice(kind) {
  if (!shown || (kind && shown !== kind)) return;
  const held = place.contains(document.activeElement);
  place.hidden = true;
  place.replaceChildren();
  shown = null;
  spoken = '';
  if (held) focusTable();
  // Whose notice had to give way may take the place again.
  place.dispatchEvent(new Event('cleared'));
}

/** Closes the notice, where the player may. */
export function dismissNotice() {
  if (shown && !LASTING.has(shown)) clearNotice();
}

/** These fill the screen with something else than play: the way back leads out of them. */
const PLACES = new Set(['analysis', 'replay', 'timeline']);

/** Whether the notice belongs to a place of its own. */
export const placeShown = () => shown !== null && PLACES.has(shown);

/** Leaves the place that the notice belongs to. */
export function leaveNotice() {
  if (placeShown()) place.dispatchEvent(new Event('leave'));
}
