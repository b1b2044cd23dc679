/**
 * Fetching what the interpreter is made of.
 *
 * Heavy files are stored as gzip under a neutral name, so that a host which does
 * not compress costs nothing; a host (or a cache) which has already undone the
 * gzip is told apart by the first two bytes.
 */

import { siteAddress } from '../place.js';

/** @typedef {import('./build.js').BuiltFile} BuiltFile */

/** A connection that brings nothing for so long is taken for broken. */
const PATIENCE_MS = 30_000;
const GZIP_MAGIC = [0x1f, 0x8b];

/**
 * Asks for a file. Its answer breaks off when nothing arrives any more; `rest` ends the watch.
 * @param {string} path
 */
async function request(path) {
  const stop = new AbortController();
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  const rest = () => clearTimeout(timer);
  const watch = () => {
    rest();
    timer = setTimeout(() => stop.abort(new Error(`${path}: nothing arrives`)), PATIENCE_MS);
  };
  watch();
  const response = await fetch(siteAddress(path), { signal: stop.signal }).catch((error) => kept(path, error));
  if (!response.ok || !response.body) throw new Error(`${path}: HTTP ${response.status}`);
  return { response, body: response.body, watch, rest };
}

/**
 * Returns what the service worker keeps of a file, or throws what was amiss with the network. A
 * reloaded page's worker may go past the service worker: WebKit does so now and then.
 * @param {string} path
 * @param {unknown} error
 */
async function kept(path, error) {
  const response = await globalThis.caches?.match(siteAddress(path));
  if (response) return response;
  throw error;
}

/**
 * Runs one of the runtime's own programs.
 * @param {string} path
 * @returns {Promise<any>} the module that it is
 */
export async function programOf(path) {
  try {
    return await import(siteAddress(path));
  } catch (error) {
    // Past the service worker, what is kept has no address that an import could be given.
    return import(URL.createObjectURL(await (await kept(path, error)).blob()));
  }
}

/**
 * Returns the content of a file as it arrives.
 * @param {string} path
 * @returns {Promise<ReadableStream<Uint8Array<ArrayBuffer>>>}
 */
export async function contentOf(path) {
  return watched(await request(path));
}

/** @param {Awaited<ReturnType<typeof request>>} asked */
function watched({ body, watch, rest }) {
  const watching = new TransformStream({
    transform(chunk, controller) {
      watch();
      controller.enqueue(chunk);
    },
    flush: rest,
  });
  return body.pipeThrough(watching);
}

/**
 * Returns the file's bytes, inflated and proved to be the ones that were built.
 * @param {BuiltFile} file
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function bytesOf(file) {
  const body = await inflated(await contentOf(file.path));
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  // Only secure contexts can hash; elsewhere gzip's own checksum has to do.
  if (globalThis.crypto?.subtle && (await sha256(bytes)) !== file.sha256)
    throw new Error(`${file.path}: damaged`);
  return bytes;
}

/**
 * Compiles while the bytes arrive, whatever type the host gave them.
 * @param {BuiltFile} file
 * @returns {Promise<WebAssembly.Module>}
 */
export async function moduleOf(file) {
  const asked = await request(file.path);
  const type = 'application/wasm';
  // Only our own service worker gives a .bin this type; it has proved and inflated it.
  if (asked.response.headers.get('Content-Type') === type)
    return WebAssembly.compileStreaming(asked.response).finally(asked.rest);
  const body = await inflated(watched(asked));
  return WebAssembly.compileStreaming(new Response(body, { headers: { 'Content-Type': type } }));
}

/**
 * Drops a file from whatever cache of this site holds it, so that it comes anew.
 * @param {BuiltFile} file
 */
export async function discard(file) {
  for (const name of (await globalThis.caches?.keys()) ?? [])
    await (await caches.open(name)).delete(siteAddress(file.path));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @returns {Promise<ReadableStream<Uint8Array<ArrayBuffer>>>}
 */
async function inflated(body) {
  const reader = body.getReader();
  let head = new Uint8Array();
  while (head.length < GZIP_MAGIC.length) {
    const { done, value } = await reader.read();
    if (done) break;
    head = concatenated(head, value);
  }
  const whole = new ReadableStream({
    start(controller) {
      if (head.length) controller.enqueue(head);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const zipped = GZIP_MAGIC.every((byte, at) => head[at] === byte);
  return zipped ? whole.pipeThrough(new DecompressionStream('gzip')) : whole;
}

/**
 * @param {Uint8Array} first
 * @param {Uint8Array} second
 */
function concatenated(first, second) {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
