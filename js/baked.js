/** What the build wrote into the page: the view of a first deal, and what is kept beside the page. */

/** @import { Save, View } from './types.js' */

/** @typedef {{ view?: View, save?: Save, years?: number[] }} Baked */

/** @type {Baked | undefined} */
let baked;

function read() {
  baked ??= /** @type {Baked} */ (JSON.parse(document.getElementById('first-view')?.textContent || '{}'));
  return baked;
}

/** @returns {{ view: View, save: Save } | undefined} the deal that came with the page */
export function firstView() {
  const { view, save } = read();
  return view && save ? { view, save } : undefined;
}

/** The years whose daily deals the site has. */
export const years = () => read().years ?? [];

/**
 * Whether the site has a daily deal for a date at all.
 * @param {string} date
 */
export const covers = (date) => years().includes(Number(date.slice(0, 4)));
