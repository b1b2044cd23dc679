/** The commands by keys, and under a finger that stays on a button. */

import { hush } from './announce.js';
import { isCovered } from './dom.js';
import { dismissNotice, leaveNotice, placeShown } from './notice.js';

/** Keys by their place on the keyboard, so that they work in every layout. @type {Record<string, string>} */
const KEYS = { KeyU: 'undo', KeyR: 'redo', KeyH: 'hint', KeyF: 'finish', KeyN: 'new' };

/**
 * Binds the keys that work everywhere outside text fields and dialogs.
 * @param {(action: string, held: boolean) => unknown} run
 */
export function bindKeys(run) {
  document.addEventListener('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.altKey || event.defaultPrevented || target?.closest('dialog, :popover-open')) return;
    if (isCovered()) return;
    if (event.key === 'Escape') {
      hush();
      return placeShown() ? leaveNotice() : dismissNotice();
    }
    if (target?.closest('input, select, textarea')) return;
    const key = keyOf(event);
    const action = event.ctrlKey || event.metaKey ? undoKey(key, event.shiftKey) : !event.shiftKey && KEYS[key];
    if (!action) return;
    event.preventDefault();
    // Of all commands a key that is held repeats those two alone.
    if (event.repeat && action !== 'undo' && action !== 'redo') return;
    run(action, event.repeat);
  });
}

/** A button held down this long begins to repeat, this often. */
const HOLD_MS = 450;
const REPEAT_MS = 110;

/**
 * Lets a button repeat its command while it is held.
 * @param {HTMLElement} button
 * @param {() => unknown} run
 */
export function repeatWhileHeld(button, run) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let repeated = false;
  const again = () => {
    repeated = true;
    void run();
    timer = setTimeout(again, REPEAT_MS);
  };
  button.addEventListener('pointerdown', () => {
    clearTimeout(timer);
    repeated = false;
    timer = setTimeout(again, HOLD_MS);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
    button.addEventListener(end, () => clearTimeout(timer));
  }
  button.addEventListener('contextmenu', (event) => event.preventDefault());
  // The click that ends a long press is not one more command.
  button.addEventListener('click', (event) => {
    if (repeated && event.detail > 0) event.stopPropagation();
    repeated = false;
  });
}

/**
 * The key that is meant: by its letter where that is a Latin one, else by its place, so that
 * shortcuts work on every layout, Cyrillic ones too.
 * @param {KeyboardEvent} event
 */
const keyOf = ({ key, code }) => (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : code);

/**
 * @param {string} key
 * @param {boolean} shift
 */
function undoKey(key, shift) {
  if (key === 'KeyZ') return shift ? 'redo' : 'undo';
  return key === 'KeyY' && !shift ? 'redo' : null;
}
