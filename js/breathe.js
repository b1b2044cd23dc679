/**
 * Lets waiting messages in: resolves after the events that are due by now.
 * A timer would wait several milliseconds each time; a message does not.
 */

const { port1, port2 } = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
port1.onmessage = () => waiting.shift()?.();

/** @returns {Promise<void>} */
export function breathe() {
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}

/** No frame comes to a page that nobody sees. */
export const LONGEST_FRAME_MS = 100;

/**
 * Lets the browser show what has been drawn: resolves once a frame with it is on its way.
 * @returns {Promise<void>}
 */
export async function painted() {
  await new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, LONGEST_FRAME_MS);
  });
  return breathe();
}
