/**
 * Has the service worker prove every file that it keeps, and fetch again what is damaged.
 * @returns {Promise<boolean>} whether there was one to do so
 */
export async function mend() {
  const keeper = navigator.serviceWorker?.controller;
  if (!keeper) return false;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    keeper.postMessage('mend', [port2]);
  });
}
