/**
 * Stands in for the page's own modules until they have come. It starts the engine's worker when
 * the first frame begins, and keeps what that says and which card is tapped.
 *
 * And until they tell that they run it watches over them: a page that cannot even start,
 * since what was kept of it is damaged, is mended and loaded anew.
 */

import { mend } from './boot/mend.js';
import { LONGEST_FRAME_MS } from './breathe.js';
import { buildAddress } from './place.js';

/** @type {Worker | undefined} */
let worker;
/** @type {Event[]} */
const heard = [];
const hear = (/** @type {Event} */ event) => heard.push(event);

function start() {
  if (worker) return worker;
  worker = new Worker(buildAddress('js/worker.js'), { type: 'module' });
  worker.addEventListener('message', hear);
  worker.addEventListener('error', hear);
  return worker;
}

// On a first visit its file is still to come: it is asked for at once.
if (!navigator.serviceWorker?.controller) {
  const ahead = document.createElement('link');
  Object.assign(ahead, { rel: 'modulepreload', href: buildAddress('js/worker.js') });
  document.head.append(ahead);
}

// Not before the cards are put in place, which it would hold up; not after their frame, which needs
// this thread, while a worker needs others. No frame comes to a page that nobody sees.
requestAnimationFrame(start);
setTimeout(start, LONGEST_FRAME_MS);

/** Once a tab: what mending does not mend would load anew for ever. */
const RESCUED = 'bakersdozen:rescued';

/** WebKit may say that a page is loaded before it runs the page's modules. */
const GRACE_MS = 2000;

let alive = false;

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

addEventListener('load', () => setTimeout(rescueIfDead, GRACE_MS));

/** @type {string | undefined} */
let tapped;
const noteTap = (/** @type {Event} */ { target }) => {
  const card = target instanceof Element && target.closest('[data-card]');
  if (card instanceof HTMLElement) tapped = card.dataset.card;
};
document.addEventListener('click', noteTap);

globalThis.early = {
  tellAlive: () => void (alive = true),
  takeTap() {
    document.removeEventListener('click', noteTap);
    return tapped;
  },
  handOver() {
    delete globalThis.early?.handOver;
    const worker = start();
    worker.removeEventListener('message', hear);
    worker.removeEventListener('error', hear);
    return { worker, heard };
  },
};
