/**
 * Where an arrow leads outside the table. The commands are a toolbar: one stop of the Tab key,
 * arrows lead along it and across it back to the table. Elsewhere, as among what a notice offers,
 * they lead to the button beside, or back to the table as well.
 */

import { byId, focusTable, isCovered } from './dom.js';

const ACROSS = ['ArrowLeft', 'ArrowRight'];
const UPRIGHT = ['ArrowUp', 'ArrowDown'];
const KEYS = [...ACROSS, ...UPRIGHT, 'Home', 'End'];

/** Rows of buttons beside the table. */
const ROWS = '#info, #foot, #toast, [data-lesson]';

/** Binds the arrow keys of whatever is no part of the table. */
export function bindArrows() {
  const bar = byId('tools');
  const menu = byId('menu');
  /** @type {HTMLElement | null} */
  let stop = null;

  // Where the commands of the menu have room beside the others, they are some of them.
  const inBar = () => asSeen(buttonsIn(bar).filter((button) => !button.closest(':popover-open')));

  /** Keeps one command of those that are shown within reach of the Tab key. */
  function arrange() {
    const shown = inBar();
    if (!stop || !shown.includes(stop)) stop = shown[0] ?? null;
    for (const button of bar.querySelectorAll('button')) {
      button.tabIndex = button === stop || !shown.includes(button) ? 0 : -1;
    }
    bar.setAttribute('aria-orientation', isUpright(shown) ? 'vertical' : 'horizontal');
  }

  new ResizeObserver(arrange).observe(bar);
  bar.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest(':popover-open')) return;
    stop = target;
    arrange();
  });
  menu.addEventListener('toggle', () => {
    if (menu.matches(':popover-open')) buttonsIn(menu)[0]?.focus();
  });

  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (!KEYS.includes(key) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (isCovered()) return;
    const held = target instanceof HTMLElement ? target : document.body;
    if (held.closest('input, select, textarea, [data-pile]')) return;
    const list = held.closest(':popover-open');
    const row = held.closest(ROWS);
    const inTools = bar.contains(held);
    if (!list && !row && !inTools && held !== document.body) return;
    event.preventDefault();
    const group = list ?? (inTools ? bar : row);
    const buttons = inTools && !list ? inBar() : group ? buttonsIn(group) : [];
    const goal = beside(buttons, held, key, group === row ? false : isUpright(buttons));
    if (goal) goal.focus();
    else if (!list) focusTable();
  });
}

/** @param {Element} place */
const buttonsIn = (place) =>
  /** @type {HTMLElement[]} */ ([...place.querySelectorAll('button')]).filter((each) => each.checkVisibility());

/** In their order on the screen: a row for the left hand begins at the other end. @param {HTMLElement[]} buttons */
function asSeen(buttons) {
  const upright = isUpright(buttons);
  const at = new Map(buttons.map((each) => [each, each.getBoundingClientRect()[upright ? 'top' : 'left']]));
  return buttons.sort((one, two) => (at.get(one) ?? 0) - (at.get(two) ?? 0));
}

/** Whether buttons stand one below the other. @param {HTMLElement[]} buttons */
function isUpright(buttons) {
  const [one, two] = buttons.map((each) => each.getBoundingClientRect());
  return Boolean(two) && Math.abs(two.top - one.top) > Math.abs(two.left - one.left);
}

/**
 * The button to which a key leads along a row, round its ends; null when it leads out of it.
 * @param {HTMLElement[]} buttons
 * @param {HTMLElement} held
 * @param {string} key
 * @param {boolean} upright
 */
function beside(buttons, held, key, upright) {
  if (key === 'Home' || key === 'End') return buttons.at(key === 'Home' ? 0 : -1);
  const step = (upright ? UPRIGHT : ACROSS).indexOf(key);
  if (step < 0 || !buttons.includes(held)) return null;
  return buttons.at((buttons.indexOf(held) + (step ? 1 : -1)) % buttons.length);
}
