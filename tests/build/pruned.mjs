/**
 * Runs tests/build/run_pruned.py in the runtime that the page boots: its cut WebAssembly,
 * its glue, its cut library, its engine.
 *
 *     node tests/build/pruned.mjs DIRECTORY SITE_PACKAGES TEST…
 *
 * The directory holds them as pyodide.asm.wasm, glue.mjs, library.zip and engine.zip.
 */

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const [runtime, packages, ...tests] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const stock = resolve(root, 'node_modules/pyodide');
const { info } = JSON.parse(readFileSync(resolve(stock, 'pyodide-lock.json'), 'utf8'));
const { default: createPyodideModule } = await import(resolve(runtime, 'glue.mjs'));

const pyodide = await loadPyodide({
  indexURL: runtime,
  createPyodideModule,
  stdLibURL: resolve(runtime, 'library.zip'),
  lockFileContents: { info, packages: {} },
  packageBaseUrl: stock,
  env: {
    PYTHONHASHSEED: '0',
    PYTHONPATH: '/lib/bakersdozen.zip',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
  },
  fsInit: async (FS) => {
    FS.writeFile('/lib/bakersdozen.zip', readFileSync(resolve(runtime, 'engine.zip')));
    FS.writeFile('/stock.zip', readFileSync(resolve(stock, 'python_stdlib.zip')));
    for (const [place, directory] of Object.entries({ '/project': root, '/packages': packages })) {
      FS.mkdirTree(place);
      FS.mount(FS.filesystems.NODEFS, { root: directory }, place);
    }
  },
});
const script = resolve(here, 'run_pruned.py');
pyodide.globals.set('TESTS', pyodide.toPy(tests));
try {
  process.exitCode = pyodide.runPython(readFileSync(script, 'utf8'), { filename: script });
} catch (error) {
  // Node would show the line of the runtime that threw, which is a megabyte long.
  console.error(error.message);
  process.exitCode = 1;
}
