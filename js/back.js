/**
 * Panels in the browser's history: a panel of a command has an address of its own, and the way
 * back, a gesture on a phone, closes it, as it closes the menu and leaves timeline, analysis and
 * replay. The entry of a closed panel serves the next one, so that however many were opened, there
 * is one step more to leave the page. Nothing here goes through the history by itself: that would
 * come late, in the middle of something else.
 */

import { decoded } from './address.js';
import { isCovered } from './dom.js';
import { leaveNotice, placeShown } from './notice.js';

/** What stands in the address, and the command that it gives. @type {Record<string, string>} */
const PANELS = {
  '#games': 'games',
  '#settings': 'settings',
  '#help': 'help',
  '#statistics': 'statistics',
  '#calendar': 'daily',
  '#import': 'import',
  '#export': 'export',
};

/** The command whose panel an address names. @param {string} fragment */
export const panelAt = (fragment) => PANELS[fragment.split('=')[0]];

/** Where in its panel an address leads: `#help=PLACE`. @param {string} fragment */
export const placeAt = (fragment) => decoded(fragment.split(/=(.*)/s)[1] ?? '');

/** Whether the address is that of an open panel. */
export const panelShown = () => Boolean(panelAt(location.hash) && isCovered());

/** Takes a panel's address at the start as that of the table, over which the panel will open. */
export function claimEntry() {
  history.replaceState(null, '', location.pathname);
}

/** Makes the address that leads to a panel the place of that panel, which takes the place of others. */
export function awaitPanel() {
  history.replaceState({ panel: true, coming: true }, '');
  closePanels();
}

/** Closes what lies on top. */
function closePanels() {
  const dialogs = document.querySelectorAll('dialog:modal');
  for (const dialog of dialogs) /** @type {HTMLDialogElement} */ (dialog).close();
  return dialogs.length > 0;
}

/** Takes the way back from what lies on top: panels, the menu, or what stands before the game. */
function goBack() {
  if (closePanels()) {
    // What the panel lay over is left by another step back.
    if (placeShown()) document.dispatchEvent(new Event('panelopen'));
    return;
  }
  const menu = /** @type {HTMLElement | null} */ (document.querySelector(':popover-open'));
  if (menu) menu.hidePopover();
  else leaveNotice();
}

/** Shows the address of the open panel of a command. @param {string} action */
export function nameEntry(action) {
  const address = Object.keys(PANELS).find((each) => PANELS[each] === action);
  if (address && panelAt(location.hash) !== action && history.state?.panel) {
    history.replaceState(history.state, '', address);
  }
}

/** @param {() => void} showAddress writes the address of the game on the table */
export function bindBack(showAddress) {
  document.addEventListener('panelopen', () => {
    if (history.state?.panel) return history.replaceState({ panel: true }, '');
    history.replaceState({ ...history.state, table: true }, '');
    history.pushState({ panel: true }, '');
  });

  document.addEventListener(
    'beforetoggle',
    (event) => {
      const opened = event instanceof ToggleEvent && event.newState === 'open';
      if (opened && event.target instanceof Element && event.target.matches('[popover]')) {
        document.dispatchEvent(new Event('panelopen'));
      }
    },
    true,
  );

  document.addEventListener(
    'close',
    () => {
      const awaited = history.state?.coming || isCovered();
      if (panelAt(location.hash) && !awaited) showAddress();
    },
    true,
  );

  addEventListener('popstate', () => {
    // A panel that the address leads to comes with the change of the address, which follows.
    if (panelAt(location.hash)) return;
    // The way back from a panel that a link led to may lead to the entry of one that is closed.
    if (history.state?.panel && !isCovered()) return;
    goBack();
    // The table may have got another game since it was left for the panel.
    if (history.state?.table) showAddress();
  });
}
