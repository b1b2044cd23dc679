/**
 * Memory snapshots that this browser took itself, kept in the Cache API.
 *
 * A snapshot is a cache and no more: it belongs to one build, one runtime and one
 * browser, may vanish at any time, and whatever looks wrong about it deletes it.
 */

import { siteAddress } from '../place.js';
import { BUILD } from './build.js';
import { sha256 } from './files.js';

/** @typedef {Uint8Array<ArrayBuffer>} Snapshot */

/** Half of a snapshot is nothing but zeros, in long stretches; only the other blocks are kept. */
const BLOCK = 65536;
/** Larger ones would cost more to keep and to read than they save. */
const LARGEST = 30 * 1024 * 1024;

const name = `bakersdozen-snapshot ${siteAddress('')}`;
const key = () =>
  siteAddress(`snapshot?${new URLSearchParams([BUILD.runtime, BUILD.id, navigator.userAgent].map((part, at) => [String(at), part]))}`);

/** @returns {Promise<Snapshot | null>} */
export async function kept() {
  if (!globalThis.caches || !globalThis.crypto?.subtle) return null;
  try {
    const cache = await caches.open(name);
    const response = await cache.match(key());
    if (!response) return null;
    const packed = new Uint8Array(await response.arrayBuffer());
    const { sha256: hash, size, blocks } = JSON.parse(response.headers.get('X-Snapshot') ?? '');
    if ((await sha256(packed)) === hash) return unpacked(packed, size, blocks);
  } catch {
    // Unreadable is as good as damaged.
  }
  await forget();
  return null;
}

/**
 * Keeps the snapshot in place of any earlier one; without room for it, keeps none.
 * @param {Snapshot} whole as the runtime made it
 */
export async function keep(whole) {
  if (!globalThis.caches || !globalThis.crypto?.subtle) return;
  const { packed, blocks } = withoutZeros(whole);
  await forget();
  if (packed.length > LARGEST) return;
  const about = { sha256: await sha256(packed), size: whole.length, blocks };
  const headers = { 'X-Snapshot': JSON.stringify(about) };
  try {
    await (await caches.open(name)).put(key(), new Response(packed, { headers }));
  } catch {
    await forget();
  }
}

/**
 * @param {Snapshot} whole
 * @returns {{ packed: Snapshot, blocks: number[][] }} the blocks kept, as runs of first and past-the-last
 */
function withoutZeros(whole) {
  const words = new Uint32Array(whole.buffer, whole.byteOffset, whole.length >> 2);
  /** @type {number[][]} */
  const blocks = [];
  for (let block = 0; block * BLOCK < whole.length; block++) {
    const at = (block * BLOCK) >> 2;
    if (words.subarray(at, at + (BLOCK >> 2)).every((word) => word === 0)) continue;
    const run = blocks.at(-1);
    if (run?.[1] === block) run[1]++;
    else blocks.push([block, block + 1]);
  }
  const kept = blocks.map(([first, end]) => whole.subarray(first * BLOCK, end * BLOCK));
  const packed = new Uint8Array(kept.reduce((total, { length }) => total + length, 0));
  kept.reduce((at, run) => (packed.set(run, at), at + run.length), 0);
  return { packed, blocks };
}

/**
 * @param {Snapshot} packed
 * @param {number} size
 * @param {number[][]} blocks
 */
function unpacked(packed, size, blocks) {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const [first, end] of blocks) {
    const run = packed.subarray(at, at + Math.min(end * BLOCK, size) - first * BLOCK);
    whole.set(run, first * BLOCK);
    at += run.length;
  }
  return whole;
}

/** Deletes every snapshot of this installation. */
export async function forget() {
  try {
    await globalThis.caches?.delete(name);
  } catch {
    // A store that refuses to delete will be overruled by the next key.
  }
}
