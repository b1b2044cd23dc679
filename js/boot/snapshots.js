/**
 * Memory snapshots that this browser took itself, kept in the Cache API.
 *
 * A snapshot is a cache and no more: it belongs to one build, one runtime and one
 * browser, may vanish at any time, and whatever looks wrong about it deletes it.
 *
 * Of its memory only those blocks are kept that something has written to since the WebAssembly
 * was instantiated; the others are as that makes them, most of them nothing but zeros.
 */

import { siteAddress } from '../place.js';
import { BUILD } from './build.js';
import { sha256 } from './files.js';

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/**
 * @typedef {object} Snapshot
 * @property {Bytes} head what the runtime reads first; filled in when the memory is
 * @property {(memory: Uint8Array) => Promise<void>} restore fails when what was kept is damaged
 */

const BLOCK = 65536;
/** Larger ones would cost more to keep and to read than they save. */
const LARGEST = 30 * 1024 * 1024;

const name = `bakersdozen-snapshot ${siteAddress('')}`;
const key = () =>
  siteAddress(`snapshot?${new URLSearchParams([BUILD.runtime, BUILD.id, navigator.userAgent].map((part, at) => [String(at), part]))}`);

/** @returns {Promise<Snapshot | null>} as soon as it is known that there is one; its memory follows */
export async function kept() {
  if (!globalThis.caches || !globalThis.crypto?.subtle) return null;
  try {
    const response = await caches.match(key(), { cacheName: name });
    if (!response) return null;
    const { sha256: hash, head: length, size, blocks } = JSON.parse(response.headers.get('X-Snapshot') ?? '');
    const head = new Uint8Array(length);
    const arriving = proved(response, hash);
    arriving.catch(() => undefined);
    const restore = async (/** @type {Uint8Array} */ memory) => {
      const packed = await arriving;
      if (memory.length !== size) throw new Error('the snapshot is of another size');
      head.set(packed.subarray(0, length));
      unpack(packed.subarray(length), blocks, memory);
    };
    return { head, restore };
  } catch {
    // Unreadable is as good as damaged.
  }
  await forget();
  return null;
}

/**
 * @param {Response} response
 * @param {string} hash
 */
async function proved(response, hash) {
  const packed = new Uint8Array(await response.arrayBuffer());
  if ((await sha256(packed)) !== hash) throw new Error('the snapshot is damaged');
  return packed;
}

/** Knows which blocks of a memory have been written to; told of it while it is fresh. */
export class Watch {
  /** @type {Uint8Array} */
  #fresh = new Uint8Array();
  /** @type {Set<number>} */
  #written = new Set();

  /** @param {Uint8Array} memory as the WebAssembly made it */
  begin(memory) {
    this.#fresh = memory.slice();
  }

  /**
   * Notes what is written to at every start, whatever is there later.
   * @param {Uint8Array} memory as it is when the snapshot would be restored
   */
  note(memory) {
    this.#written = new Set(this.#differing(memory));
  }

  /** @param {Uint8Array} memory @returns {number[][]} runs of blocks: the first, and past the last */
  blocks(memory) {
    const runs = /** @type {number[][]} */ ([]);
    for (const block of new Set([...this.#differing(memory), ...this.#written].sort((a, b) => a - b))) {
      const run = runs.at(-1);
      if (run?.[1] === block) run[1]++;
      else runs.push([block, block + 1]);
    }
    return runs;
  }

  /** @param {Uint8Array} memory */
  #differing(memory) {
    const count = Math.ceil(memory.length / BLOCK);
    return Array.from({ length: count }, (_, block) => block).filter((block) => {
      const [now, before] = [memory, this.#fresh].map((bytes) => wordsOf(bytes, block));
      return now.some((word, at) => word !== (before[at] ?? 0));
    });
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} block
 */
function wordsOf(bytes, block) {
  const part = bytes.subarray(block * BLOCK, (block + 1) * BLOCK);
  return new Uint32Array(part.buffer, part.byteOffset, part.length >> 2);
}

/**
 * Keeps the snapshot in place of any earlier one; without room for it, keeps none.
 * @param {Bytes} whole as the runtime made it
 * @param {Watch} watch that watched its memory
 */
export async function keep(whole, watch) {
  if (!globalThis.caches || !globalThis.crypto?.subtle) return;
  // The second word says where the memory begins.
  const head = new Uint32Array(whole.buffer, whole.byteOffset, 2)[1];
  const memory = whole.subarray(head);
  const blocks = watch.blocks(memory);
  const parts = [whole.subarray(0, head), ...blocks.map(([first, end]) => memory.subarray(first * BLOCK, end * BLOCK))];
  const packed = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  parts.reduce((at, part) => (packed.set(part, at), at + part.length), 0);
  await forget();
  if (packed.length > LARGEST) return;
  const about = { sha256: await sha256(packed), head, size: memory.length, blocks };
  const headers = { 'X-Snapshot': JSON.stringify(about) };
  try {
    await (await caches.open(name)).put(key(), new Response(packed, { headers }));
  } catch {
    await forget();
  }
}

/**
 * @param {Bytes} packed
 * @param {number[][]} blocks
 * @param {Uint8Array} memory
 */
function unpack(packed, blocks, memory) {
  let at = 0;
  for (const [first, end] of blocks) {
    const run = packed.subarray(at, at + (end - first) * BLOCK);
    memory.set(run, first * BLOCK);
    at += run.length;
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
