/**
 * Starts the engine's worker before anything else of the page is loaded: the page's own
 * modules come meanwhile, and find it at work. What it says until then is kept.
 *
 * And until they tell that they run it watches over them: a page that cannot even start,
 * since what was kept of it is damaged, is mended and loaded anew.
 */

import { mend } from './boot/mend.js';
import { buildAddress } from './place.js';

const worker = new Worker(buildAddress('js/worker.js'), { type: 'module' });
/** @type {Event[]} */
const heard = [];
const hear = (/** @type {Event} */ event) => heard.push(event);
worker.addEventListener('message', hear);
worker.addEventListener('error', hear);

/** Once a tab: what mending does not mend would load anew for ever. */
const RESCUED = 'bakersdozen:rescued';

let alive = false;

/** To be told by the page's own modules as soon as they run. */
export function tellAlive() {
  alive = true;
}

async function rescueIfDead() {
  if (alive) return;
  try {
    if (sessionStorage.getItem(RESCUED)) return;
    sessionStorage.setItem(RESCUED, 'yes');
  } catch {
    return;
  }
  if (await mend()) location.reload();
}

/** @type {(() => { worker: Worker, heard: Event[] }) | null} */
let hand = () => {
  worker.removeEventListener('message', hear);
  worker.removeEventListener('error', hear);
  return { worker, heard };
};

/** Hands the worker over, once: what it said so far, and from now on its events. */
export function earlyWorker() {
  const given = hand?.() ?? null;
  hand = null;
  return given;
}

addEventListener('load', () => void rescueIfDead());
