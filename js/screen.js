/** The room that the table has on the screen, and how the player wants it used. */

/** @import { Table } from './plan.js' */

import { settings } from './settings.js';

const WIDE = matchMedia('(min-width: 56.25em) and (min-height: 31.25em)');
const FLAT = matchMedia('(min-width: 464px) and (max-height: 31.24em) and (orientation: landscape)');

/**
 * @param {HTMLElement} root the table
 * @returns {Table}
 */
export function tableIn({ clientWidth: width, clientHeight: height }) {
  const { leftHanded, rows } = settings();
  return {
    width,
    height,
    mode: WIDE.matches ? 'wide' : FLAT.matches ? 'flat' : 'tall',
    mirrored: leftHanded,
    rows: /** @type {Table['rows']} */ (rows),
  };
}
