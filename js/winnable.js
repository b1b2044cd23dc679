/**
 * New deals that can be won. The engine draws numbers and proves one of them, mostly in no time;
 * when that takes longer than a moment, a deal of the catalogue is taken, where there is one.
 */

/** @import { Session } from './session.js' */
/** @import { View } from './types.js' */

import { entropy } from './entropy.js';
import { siteAddress } from './place.js';

/** Longer than nearly every proof, shorter than one wonders whether the tap was felt. */
const MOMENT_MS = 700;

/**
 * The number of a deal that is proved winnable; undefined when none is known in a moment.
 * @param {Session} session
 * @param {View['variant']} variant
 * @returns {Promise<string | undefined>}
 */
export async function winnableDeal(session, variant) {
  return (await drawn(session, variant)) ?? (typeof variant === 'string' ? listed(variant) : undefined);
}

/**
 * @param {Session} session
 * @param {View['variant']} variant
 * @returns {Promise<string | null>}
 */
async function drawn(session, variant) {
  const controller = new AbortController();
  const moment = setTimeout(() => controller.abort(), MOMENT_MS);
  const late = new Promise((resolve) => controller.signal.addEventListener('abort', () => resolve(null)));
  const job = session.job({ intent: 'draw', variant, entropy: entropy() }, { signal: controller.signal });
  try {
    const result = await Promise.race([job, late]);
    return result?.deal ?? null;
  } catch {
    return null;
  } finally {
    clearTimeout(moment);
  }
}

/**
 * One of the deals of a preset that came with the page.
 * @param {string} variant
 * @returns {Promise<string | undefined>}
 */
async function listed(variant) {
  try {
    const response = await fetch(siteAddress(`seeds/${variant}.json`));
    /** @type {string[]} */
    const deals = await response.json();
    return deals[crypto.getRandomValues(new Uint32Array(1))[0] % deals.length];
  } catch {
    return undefined;
  }
}
