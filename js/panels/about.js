/** What the game is made of, who made it and on which terms; the build writes the list. */

import { h } from '../dom.js';
import { siteAddress } from '../place.js';
import { t } from '../strings.js';
import { openDialog } from './dialog.js';

/** @typedef {{ id: string, name: string, version: string, license: string, home: string, text: string }} Part */

/** Opens the list of parts. */
export async function openAbout() {
  const parts = listed(await read('about/parts.json'));
  return openDialog(
    t('about.title'),
    h('p', {}, t('about.privacy')),
    h('p', {}, t(parts.length ? 'about.parts' : 'about.unreachable')),
    ...parts.map(shown),
  );
}

/**
 * A host may answer with a page where a file is missing.
 * @param {string | null} text
 * @returns {Part[]}
 */
function listed(text) {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}

/** @param {Part} part */
function shown({ id, name, version, license, home, text }) {
  const terms = h('pre', { className: 'license', tabIndex: 0 });
  const details = h('details', { className: 'more' }, h('summary', {}, license), terms);
  const load = async () => {
    if (!terms.textContent) terms.textContent = (await read(text)) ?? t('about.unreachable');
  };
  details.addEventListener('toggle', () => void load());
  return h(
    'section',
    { 'data-part': id },
    h('h3', {}, `${name} ${version}`.trim()),
    h('p', {}, t(`about.part.${id}`)),
    home && h('p', { className: 'soft' }, home),
    details,
  );
}

/**
 * Reads a file of the site; null when it cannot be had.
 * @param {string} path
 */
async function read(path) {
  try {
    const response = await fetch(siteAddress(path));
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
