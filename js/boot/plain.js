/**
 * The last resort: the runtime as its makers ship it, and the engine's wheel
 * installed by micropip. Shares no file with the faster ways.
 */

import { siteAddress } from '../place.js';
import { BUILD } from './build.js';
import { contentOf } from './files.js';
import { ENVIRONMENT } from './interpreter.js';

/** @returns {Promise<any>} */
export async function startPlain() {
  const home = siteAddress(BUILD.plain.path);
  const [{ loadPyodide }, { default: createModule }, wasm] = await Promise.all([
    import(`${home}pyodide.js`),
    import(`${home}pyodide-asm.js`),
    contentOf(`${BUILD.plain.path}pyodide.asm.wasm`),
  ]);
  const compiled = await WebAssembly.compile(await new Response(wasm).arrayBuffer());
  // The loader waits for ever when a host gives .wasm a type of its own.
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (_response, imports) => ({
    module: compiled,
    instance: await WebAssembly.instantiate(compiled, imports),
  });
  let pyodide;
  try {
    pyodide = await loadPyodide({
      indexURL: home,
      packageBaseUrl: home,
      lockFileContents: { info: BUILD.lockInfo, packages: { micropip: BUILD.plain.micropip } },
      env: { PYTHONHASHSEED: ENVIRONMENT.PYTHONHASHSEED },
      createPyodideModule: createModule,
      packages: ['micropip'],
    });
  } finally {
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
  await pyodide.pyimport('micropip').install(home + BUILD.plain.engineWheel);
  return pyodide;
}
