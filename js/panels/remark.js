/** A line in a dialog that says what has just been done; spoken as it changes. */

import { h } from '../dom.js';

/** @param {string} [first] */
export function remark(first = '') {
  const place = h('p', { className: 'remark', role: 'status' }, first);
  return {
    place,
    /** @param {string} text */
    say(text) {
      place.textContent = text;
    },
  };
}
