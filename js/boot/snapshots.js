/**
 * Memory snapshots that this browser took itself, kept in the Cache API.
 *
 * A snapshot is a cache and no more: it belongs to one build, one runtime and one
 * browser, may vanish at any time, and whatever looks wrong about it deletes it.
 */

import { BUILD } from './build.js';
import { address, sha256 } from './files.js';

/**
 * @typedef {object} Snapshot
 * @property {Uint8Array<ArrayBuffer>} bytes without the zeros at the end
 * @property {number} memory size of the interpreter's memory when it was taken
 */

/** The runtime's own mark, wasm pages and our trimming all count in words. */
const WORD = 16;
const WASM_PAGE = 65536;
/** Larger ones would cost more to keep and to read than they save. */
const LARGEST = 30 * 1024 * 1024;

const name = `bakersdozen-snapshot ${address('')}`;
const key = () =>
  address(`snapshot?${new URLSearchParams([BUILD.runtime, BUILD.id, navigator.userAgent].map((part, at) => [String(at), part]))}`);

/** @returns {Promise<Snapshot | null>} */
export async function kept() {
  if (!globalThis.caches || !globalThis.crypto?.subtle) return null;
  try {
    const cache = await caches.open(name);
    const response = await cache.match(key());
    if (!response) return null;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const memory = Number(response.headers.get('X-Memory'));
    if ((await sha256(bytes)) === response.headers.get('X-Sha256') && memory % WASM_PAGE === 0)
      return { bytes, memory };
  } catch {
    // Unreadable is as good as damaged.
  }
  await forget();
  return null;
}

/**
 * Keeps the snapshot in place of any earlier one; without room for it, keeps none.
 * @param {Uint8Array<ArrayBuffer>} whole as the runtime made it
 * @param {number} memory
 */
export async function keep(whole, memory) {
  if (!globalThis.caches || !globalThis.crypto?.subtle) return;
  let end = whole.length;
  while (end > 0 && whole[end - 1] === 0) end--;
  const bytes = whole.slice(0, Math.ceil(end / WORD) * WORD);
  await forget();
  if (bytes.length > LARGEST) return;
  const headers = { 'X-Memory': String(memory), 'X-Sha256': await sha256(bytes) };
  try {
    await (await caches.open(name)).put(key(), new Response(bytes, { headers }));
  } catch {
    await forget();
  }
}

/** Deletes every snapshot of this installation. */
export async function forget() {
  try {
    await globalThis.caches?.delete(name);
  } catch {
    // A store that refuses to delete will be overruled by the next key.
  }
}
