/**
 * Cuts the runtime's WebAssembly and its glue to what the page can reach:
 *
 *     node tools/cut_runtime.mjs RUNTIME_DIRECTORY OUTPUT_DIRECTORY
 *
 * As shipped, the WebAssembly offers thousands of functions to modules that are linked to it
 * later, and the glue gives each of them a name and a place in the function table at every
 * start. Nothing is ever linked to this one: it need offer only what the glue and the loader
 * name, and the glue need hold only what the WebAssembly asks for; what nothing leads to any
 * more is left out of both.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import binaryen from 'binaryen';
import { cutGlue } from './cut_glue.mjs';

const [runtime, output] = process.argv.slice(2);
const read = (/** @type {string} */ name) => readFileSync(join(runtime, name), 'utf8');

const GLUE = 'pyodide.asm.mjs';
const WASM = 'pyodide.asm.wasm';
/** What the toolchain calls by itself, without a word in the glue. */
const ALWAYS = ['memory', '__indirect_function_table', '__stack_pointer', '__wasm_call_ctors', '__wasm_apply_data_relocs'];
/**
 * The loader lets Python compile a line to import a module, for which at a later start nothing
 * else wants the compiler. To do the same without it:
 */
const SHORTCUTS = [
  ['API.rawRun("import _pyodide_core")', '[+!_PyImport_ImportModule(Module.stringToNewUTF8("_pyodide_core")),""]'],
  ['API.runPythonInternal_dict=API._pyodide._base.eval_code("{}"),', ''],
  ['eval_code(t,API.runPythonInternal_dict)', 'eval_code(t,API.runPythonInternal_dict??=API._pyodide._base.eval_code("{}"))'],
  ['API.runPythonInternal("import importlib; importlib")', 'API._pyodide._base.pyimport_impl("importlib")'],
  ['API.runPythonInternal("import __main__; __main__.__dict__")', 'API._pyodide._base.pyimport_impl("__main__.__dict__")'],
  ['API.runPythonInternal("import builtins; builtins.__dict__")', 'API._pyodide._base.pyimport_impl("builtins.__dict__")'],
];

const wasm = binaryen.readBinary(readFileSync(join(runtime, WASM)));
const { Features } = binaryen;
wasm.setFeatures(
  Features.MutableGlobals | Features.SignExt | Features.NontrappingFPToInt | Features.BulkMemory |
  Features.ExceptionHandling | Features.ReferenceTypes | Features.Multivalue,
);

const loader = read('pyodide.mjs');
let glue = SHORTCUTS.reduce(replaced, read(GLUE));
// Less glue needs less of the WebAssembly, which asks for less of the glue.
for (let before = ''; before !== glue; ) {
  before = glue;
  const cut = cutGlue(glue, imported(), loader);
  glue = cut.glue;
  offerOnly(new Set([...ALWAYS, ...cut.words]));
}
writeFileSync(join(output, GLUE), glue);
writeFileSync(join(output, WASM), wasm.emitBinary());

/**
 * @param {string} text
 * @param {string[]} change
 */
function replaced(text, [before, after]) {
  if (!text.includes(before)) throw new Error(`${GLUE} has no ${before}: it is of another make than the one this was written for`);
  return text.replace(before, () => after);
}

/** What the WebAssembly asks for. */
function imported() {
  const functions = Array.from({ length: wasm.getNumFunctions() }, (_, at) => binaryen.getFunctionInfo(wasm.getFunctionByIndex(at)));
  const globals = Array.from({ length: wasm.getNumGlobals() }, (_, at) => binaryen.getGlobalInfo(wasm.getGlobalByIndex(at)));
  return new Set([...functions, ...globals].filter(({ module }) => module).map(({ base }) => base));
}

/** @param {Set<string>} words */
function offerOnly(words) {
  const offers = Array.from({ length: wasm.getNumExports() }, (_, at) => binaryen.getExportInfo(wasm.getExportByIndex(at)).name);
  for (const name of offers) if (!words.has(name) && !words.has(`_${name}`)) wasm.removeExport(name);
  wasm.runPasses(['remove-unused-module-elements']);
}
