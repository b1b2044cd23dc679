/**
 * Runs tools/compile_in_runtime.py inside the pinned runtime, under Node:
 *
 *     node tools/compile.mjs LIBRARY.zip PACKAGES_DIRECTORY OUTPUT_DIRECTORY
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadPyodide } from 'pyodide';

const [library, packages, output] = process.argv.slice(2);
const script = fileURLToPath(new URL('compile_in_runtime.py', import.meta.url));
const pyodide = await loadPyodide({
  stdLibURL: library,
  packageBaseUrl: fileURLToPath(new URL('../node_modules/pyodide/', import.meta.url)),
  env: { PYTHONHASHSEED: '0', PYTHONPATH: '/packages', PYTHONDONTWRITEBYTECODE: '1' },
  fsInit: async (FS) => {
    for (const [place, root] of Object.entries({ '/packages': packages, '/output': output })) {
      FS.mkdirTree(place);
      FS.mount(FS.filesystems.NODEFS, { root }, place);
    }
  },
});
pyodide.runPython(readFileSync(script, 'utf8'), { filename: script });
