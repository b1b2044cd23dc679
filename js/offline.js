/** Says that the game works without a network now, and asks before a new build takes over. */

/** @import { Engine } from './engine.js' */

import { sayLater } from './announce.js';
import { notify } from './notice.js';
import { t } from './strings.js';
import { applyUpdate, keepOffline, onOfflineReady, onUpdateReady } from './update.js';

/** @param {Engine} engine */
export function bindOffline(engine) {
  // The whole site is fetched for keeping only when nothing waits for the network any more.
  engine.addEventListener('state', () => engine.state === 'ready' && void keepOffline());

  const isNews = !navigator.serviceWorker?.controller;
  onOfflineReady(() => {
    document.documentElement.dataset.offline = 'ready';
    if (isNews) sayLater('offline.ready');
  });

  const ask = () =>
    notify('update', {
      title: t('update.ready'),
      text: t('update.text'),
      actions: [{ label: t('update.apply'), main: true, run: applyUpdate }],
    });
  onUpdateReady(() => {
    ask();
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && ask());
  });
}
