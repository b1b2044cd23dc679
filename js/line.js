/**
 * A game as text: where it begins, as an address, and below it the plies, in the notation of
 * docs/ARCHITECTURE.md. And back: what a text of any kind says about a game.
 */

/** @import { Save } from './types.js' */

import { readAddress, writeAddress } from './address.js';

const PLIES_A_LINE = 10;

/** Writes a game with all its moves. @param {Save} save */
export function lineText({ variant, deal, position, plies }) {
  const rows = [];
  for (let i = 0; i < plies.length; i += PLIES_A_LINE) rows.push(plies.slice(i, i + PLIES_A_LINE).join(' '));
  return [writeAddress({ variant, deal, position }), ...rows, ''].join('\n');
}

/**
 * Finds out what a text is: a save, a line as above, a result's link or code, or else a position.
 * Whether it makes sense is for the engine to say.
 * @param {string} text
 * @returns {{ save?: Save, code?: string }} neither when it is to be read as a position
 */
export function readGame(text) {
  const trimmed = text.trim();
  const save = saveIn(trimmed) ?? lineIn(trimmed);
  if (save) return { save };
  const code = /#result=(\S+)/.exec(trimmed)?.[1] ?? /^[\w-]{12,}$/.exec(trimmed)?.[0];
  return code === undefined ? {} : { code };
}

/** @param {string} text @returns {Save | undefined} */
function saveIn(text) {
  if (!text.startsWith('{')) return undefined;
  try {
    const read = JSON.parse(text);
    const save = read.save ?? read;
    return Array.isArray(save.plies) ? save : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} text @returns {Save | undefined} */
function lineIn(text) {
  const [first, ...rest] = text.split(/\s+/);
  const at = first.search(/#(deal|position)=/);
  const start = at < 0 ? null : readAddress(first.slice(at));
  if (!start || (start.intent !== 'new' && start.intent !== 'position')) return undefined;
  const where =
    start.intent === 'new' ? { deal: start.deal, position: null } : { deal: null, position: start.text };
  return { format: 1, variant: start.variant, ...where, daily: null, plies: rest, cursor: 0, seconds: 0 };
}
