/**
 * Offline use and updates, from the page's side.
 *
 *     onOfflineReady(() => show a small sign);
 *     onUpdateReady(() => show a notice whose button calls applyUpdate());
 *     keepOffline();          // once the engine is ready, so that nothing competes with it
 *
 * Nothing reloads by itself: without `applyUpdate` a new build waits until the app is
 * next opened. Where there are no service workers, none of this ever calls back.
 */

import { siteAddress } from './place.js';

/** A page that stays open for days looks for a new build when it is looked at again. */
const LOOK_AGAIN_AFTER_MS = 60 * 60 * 1000;

/** @type {Set<() => void>} */
const offlineReady = new Set();
/** @type {Set<() => void>} */
const updateReady = new Set();
/** @type {ServiceWorkerRegistration | undefined} */
let registration;
let isOffline = false;
let isUpdate = false;
let applying = false;

/** @param {() => void} callback called once everything is kept for use without a network */
export function onOfflineReady(callback) {
  offlineReady.add(callback);
  if (isOffline) callback();
}

/** @param {() => void} callback called when a new build is complete and waits for consent */
export function onUpdateReady(callback) {
  updateReady.add(callback);
  if (isUpdate) callback();
}

/** Starts the new build: this page is loaded anew as soon as it has taken over. */
export function applyUpdate() {
  applying = true;
  if (registration?.waiting) registration.waiting.postMessage('apply-update');
  else location.reload();
}

/**
 * Registers the service worker, which then fetches the whole site in the background.
 * @returns {Promise<void>}
 */
export async function keepOffline() {
  const workers = navigator.serviceWorker;
  if (!workers || registration) return;
  let controlled = Boolean(workers.controller);
  workers.addEventListener('controllerchange', () => {
    if (applying) location.reload();
    // Another page of the app agreed to the update, so this one is of the old build now.
    else if (controlled) tellUpdate();
    controlled = true;
  });
  try {
    registration = await workers.register(siteAddress('sw.js'), { updateViaCache: 'none' });
  } catch {
    // An insecure or refusing place: the game is played without.
  }
  if (!registration) return;
  if (registration.waiting && workers.controller) tellUpdate();
  if (registration.active) {
    tellOffline();
    registration.active.postMessage('fill');
  }
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration?.installing));
  lookAgain(registration);
}

/** @param {ServiceWorker | null | undefined} worker */
function follow(worker) {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration?.active) tellUpdate();
    if (worker.state === 'activated') tellOffline();
  });
}

/** @param {ServiceWorkerRegistration} registration */
function lookAgain(registration) {
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_AGAIN_AFTER_MS) return;
    looked = Date.now();
    registration.update().catch(() => undefined);
  });
}

function tellOffline() {
  if (isOffline) return;
  isOffline = true;
  for (const callback of offlineReady) callback();
}

function tellUpdate() {
  isUpdate = true;
  for (const callback of updateReady) callback();
}
