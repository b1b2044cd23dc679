/** What was measured of each game: how many of its random deals can be won. */

import { siteAddress } from './place.js';

/**
 * `low` and `high` bound the share that can be won, from 0 to 1, with 95 % confidence.
 * @typedef {{ deals: number, won: number, lost: number, unknown: number, low: number, high: number }} Figures
 */

/** @type {Promise<Record<string, Figures>> | undefined} */
let figures;

/** The figures by variant; none when they cannot be had. */
export function winnability() {
  figures ??= fetched().catch(() => {
    figures = undefined;
    return {};
  });
  return figures;
}

/** @returns {Promise<Record<string, Figures>>} */
async function fetched() {
  const response = await fetch(siteAddress('seeds/winnability.json'));
  if (!response.ok) throw new Error(`winnability: ${response.status}`);
  return response.json();
}
