/**
 * Runs tests/build/run_pruned.py in the runtime that the page boots: its cut library,
 * its engine.
 *
 *     node tests/build/pruned.mjs LIBRARY.zip ENGINE.zip SITE_PACKAGES TEST…
 */

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const [library, engine, packages, ...tests] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const stock = resolve(root, 'node_modules/pyodide/python_stdlib.zip');

const pyodide = await loadPyodide({
  stdLibURL: library,
  packageBaseUrl: resolve(root, 'node_modules/pyodide'),
  env: {
    PYTHONHASHSEED: '0',
    PYTHONPATH: '/lib/bakersdozen.zip',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
  },
  fsInit: async (FS) => {
    FS.writeFile('/lib/bakersdozen.zip', readFileSync(engine));
    FS.writeFile('/stock.zip', readFileSync(stock));
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
