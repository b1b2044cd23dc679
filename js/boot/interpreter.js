/**
 * Starting Pyodide from parts that are already on their way.
 *
 * The runtime's own loader would fetch and compile its files by itself; here the
 * parts come from elsewhere (see files.js), so for the time of the start the
 * loader's two calls to the outside, fetch and instantiateStreaming, are stood in for.
 */

import { siteAddress } from '../place.js';
import { BUILD } from './build.js';
import { programOf } from './files.js';

/** @typedef {any} Pyodide */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {import('./snapshots.js').Snapshot} Snapshot */
/** @typedef {import('./snapshots.js').Watch} Watch */

const LIBRARY = `/lib/python${BUILD.python}.zip`;
const ENGINE = '/lib/bakersdozen.zip';

/** A snapshot repeats the hash seed of the interpreter it was taken from, so it is fixed for all. */
export const ENVIRONMENT = { PYTHONHASHSEED: '0', PYTHONPATH: ENGINE, PYTHONOPTIMIZE: '2' };

/**
 * @template Part
 * @typedef {Part | Promise<Part>} Coming
 */

/**
 * @typedef {object} Parts
 * @property {Coming<WebAssembly.Module>} module
 * @property {Coming<Bytes>} [library] absent when a snapshot holds it
 * @property {Coming<Bytes>} [engine]
 * @property {Snapshot} [snapshot]
 * @property {Watch} [watch] told of its memory, so that a snapshot can be taken of it
 */

/**
 * Starts an interpreter from its parts, which may still be on their way; one at a time in each worker.
 * @param {Parts} parts
 * @returns {Promise<Pyodide>}
 */
export async function startInterpreter({ module, library, engine, snapshot, watch }) {
  const complete = Promise.all([module, library, engine]);
  // What fails while the programs are waited for is heard of below.
  complete.catch(() => undefined);
  const [{ loadPyodide }, { default: createModule }] = await Promise.all([
    programOf(BUILD.loader),
    programOf(BUILD.glue),
  ]);
  /** @param {any} settings */
  const make = async (settings) => {
    if (watch) settings.onRuntimeInitialized = () => watch.note(settings.HEAPU8);
    const module = await createModule(settings);
    // It may still have been on its way; the runtime is given the head of it as if that were all.
    if (snapshot) await snapshot.restore(module.HEAPU8);
    return module;
  };
  const stock = { module: ifItComes(module), library: ifItComes(library), watch };
  return withStandIns(stock, (broken) =>
    Promise.race([
      broken,
      complete.then(() => broken),
      loadPyodide({
        indexURL: siteAddress('runtime/'),
        packageBaseUrl: siteAddress('runtime/'),
        lockFileContents: { info: BUILD.lockInfo, packages: {} },
        env: { ...ENVIRONMENT },
        createPyodideModule: make,
        fsInit: async (/** @type {any} */ FS) => {
          if (engine) FS.writeFile(ENGINE, await ifItComes(engine));
        },
        _makeSnapshot: Boolean(watch),
        _loadSnapshot: snapshot?.head,
      }),
    ]),
  );
}

/**
 * Of a part that fails to come the loader never hears: it would log it, and wait for ever all the same.
 * @template Part
 * @param {Coming<Part>} part
 * @returns {Promise<Part>}
 */
const ifItComes = (part) => Promise.resolve(part).catch(() => new Promise(() => {}));

/**
 * Runs `load` while fetch and instantiateStreaming give the parts that are here already, or coming.
 * @param {{ module: Promise<WebAssembly.Module>, library: Promise<Bytes | undefined>, watch?: Watch }} parts
 * @param {(broken: Promise<any>) => Promise<Pyodide>} load
 */
async function withStandIns({ module, library, watch }, load) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  let breakOff = (/** @type {unknown} */ _error) => {};
  const broken = new Promise((_, reject) => (breakOff = reject));
  globalThis.fetch = async (resource, init) => {
    const name = new URL(String(resource), location.href).pathname.split('/').pop();
    if (name === 'python_stdlib.zip') return new Response(await library);
    if (name === 'pyodide.asm.wasm') return new Response();
    return fetch(resource, init);
  };
  WebAssembly.instantiateStreaming = async (_response, imports) => {
    try {
      const compiled = await module;
      const instance = await WebAssembly.instantiate(compiled, imports);
      watch?.begin(new Uint8Array(/** @type {any} */ (instance.exports.memory).buffer));
      return { module: compiled, instance };
    } catch (error) {
      breakOff(error);
      throw error;
    }
  };
  try {
    return await load(broken);
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/**
 * Returns the engine's one door, importing the engine if need be.
 * @param {Pyodide} pyodide
 */
export function doorOf(pyodide) {
  const bridge = pyodide.pyimport('bakersdozen.bridge');
  // What was read of a proxy goes with it, but for a copy.
  const handle = bridge.handle.copy();
  bridge.destroy();
  return handle;
}

/**
 * Gives an interpreter started from a snapshot the files its memory remembers, for late imports.
 * @param {Pyodide} pyodide
 * @param {Bytes} library
 * @param {Bytes} engine
 */
export function furnish(pyodide, library, engine) {
  pyodide.FS.writeFile(LIBRARY, library);
  pyodide.FS.writeFile(ENGINE, engine);
}
