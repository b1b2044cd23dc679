/**
 * The ways to a running engine, from the fastest to the surest.
 *
 * 1. `snapshot`: this browser's own memory snapshot of a started engine.
 * 2. `library`: a cut, precompiled standard library and the engine's zip.
 * 3. `plain`: the untouched runtime, and micropip installing the engine's wheel.
 *
 * Whatever goes wrong in one leads to the next; all three answer alike.
 */

import { buildAddress, siteAddress } from '../place.js';
import { BUILD } from './build.js';
import { bytesOf, discard, moduleOf } from './files.js';
import { doorOf, furnish, startInterpreter } from './interpreter.js';
import { startPlain } from './plain.js';
import { forget, kept } from './snapshots.js';

/**
 * @typedef {object} Engine
 * @property {'snapshot' | 'library' | 'plain'} boot
 * @property {(text: string) => string} handle
 * @property {() => Promise<void>} settle what can wait until the page is idle
 */

/**
 * @param {(text: string) => void} note told why a way failed
 * @returns {Promise<Engine>}
 */
export async function startEngine(note) {
  const parts = fetchParts();
  for (const way of [fromSnapshot, fromLibrary, fromPlain]) {
    try {
      const engine = await way(parts);
      if (engine) return engine;
    } catch (error) {
      note(`${way.name}: ${error}`);
      if (way === fromLibrary) for (const file of [BUILD.wasm, BUILD.library, BUILD.engine]) await discard(file);
    }
  }
  throw new Error('no way of starting the engine worked');
}

/** @typedef {ReturnType<typeof fetchParts>} Parts */

function fetchParts() {
  // The programs are asked for with the rest, not when that has come; whoever needs them hears what fails.
  for (const program of [BUILD.loader, BUILD.glue]) import(siteAddress(program)).catch(() => undefined);
  const snapshot = kept();
  const parts = {
    module: moduleOf(BUILD.wasm),
    snapshot,
    /** The library is of no use to a start from a snapshot until that has answered. */
    library: snapshot.then((found) => (found ? null : bytesOf(BUILD.library))),
    engine: snapshot.then((found) => (found ? null : bytesOf(BUILD.engine))),
  };
  // Each is awaited where it is needed; until then a failure is nobody's surprise.
  for (const part of Object.values(parts)) Promise.resolve(part).catch(() => undefined);
  return parts;
}

/**
 * @param {Parts} parts
 * @returns {Promise<Engine | null>}
 */
async function fromSnapshot({ module, snapshot }) {
  const found = await snapshot;
  if (!found) return null;
  try {
    const pyodide = await startInterpreter({ module, snapshot: found });
    return {
      boot: 'snapshot',
      handle: doorOf(pyodide),
      settle: async () => {
        const [library, engine] = await Promise.all([bytesOf(BUILD.library), bytesOf(BUILD.engine)]);
        furnish(pyodide, library, engine);
      },
    };
  } catch (error) {
    await forget();
    throw error;
  }
}

/**
 * @param {Parts} parts
 * @returns {Promise<Engine>}
 */
async function fromLibrary({ module, library, engine }) {
  const files = {
    library: library.then((bytes) => bytes ?? bytesOf(BUILD.library)),
    engine: engine.then((bytes) => bytes ?? bytesOf(BUILD.engine)),
  };
  const pyodide = await startInterpreter({ module, ...files });
  return {
    boot: 'library',
    handle: doorOf(pyodide),
    settle: async () =>
      recordSnapshot({ module: await module, library: await files.library, engine: await files.engine }),
  };
}

/**
 * Has a worker of its own take the snapshot, so that nobody waits for it meanwhile and
 * all its memory goes with it.
 * @param {{ module: WebAssembly.Module, library: BufferSource, engine: BufferSource }} parts
 * @returns {Promise<void>}
 */
function recordSnapshot(parts) {
  return new Promise((resolve, reject) => {
    const recorder = new Worker(buildAddress('js/recorder.js'), { type: 'module' });
    const end = (/** @type {string | null} */ failure) => {
      recorder.terminate();
      if (failure) reject(new Error(failure));
      else resolve();
    };
    recorder.onmessage = ({ data }) => end(data);
    recorder.onerror = ({ message }) => end(message);
    recorder.postMessage(parts);
  });
}

/** @returns {Promise<Engine>} */
async function fromPlain() {
  const pyodide = await startPlain();
  return { boot: 'plain', handle: doorOf(pyodide), settle: async () => undefined };
}
