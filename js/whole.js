/** Whether the page came whole: a first visit may lose its connection at any moment. */

import { byId } from './dom.js';

/**
 * Takes away the words that say so, which index.html carries itself, since nothing else may
 * have come; without a style sheet they stay.
 */
export function sayIfBroken() {
  const sheets = [...document.styleSheets];
  byId('broken').hidden = sheets.some(({ cssRules }) => cssRules.length > 0);
}
