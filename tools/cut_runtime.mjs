/**
 * Cuts the runtime's WebAssembly and its glue to what the page can reach:
 *
 *     node tools/cut_runtime.mjs RUNTIME_DIRECTORY OUTPUT_DIRECTORY
 *
 * As shipped, the WebAssembly offers thousands of functions to modules that are linked to it
 * later, and the glue gives each of them a name and a place in the function table at every
 * start. Nothing is ever linked to this one: it need offer only what the glue and the loader
 * name, and what nothing leads to any more is left out.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import binaryen from 'binaryen';

const [runtime, output] = process.argv.slice(2);
const read = (/** @type {string} */ name) => readFileSync(join(runtime, name), 'utf8');

const GLUE = 'pyodide.asm.mjs';
const WASM = 'pyodide.asm.wasm';
const WORD = /[A-Za-z_$][\w$]*/g;
/** One long declaration names all of them, one function gives each its value. */
const DECLARED = /var ((?:_[\w$]+,){1000,}[\w$,]+);/;
const ASSIGNED = /(function assignWasmExports\(wasmExports\)\{)([^}]*)\}/;
const OFFERED = /wasmExports\["([^"]+)"\]/;
/** What the toolchain calls by itself, without a word in the glue. */
const ALWAYS = ['memory', '__indirect_function_table', '__stack_pointer', '__wasm_call_ctors', '__wasm_apply_data_relocs'];

const glue = read(GLUE);
const [, declared] = found(DECLARED);
const [assigning, head, body] = found(ASSIGNED);
const elsewhere = glue.replace(assigning, '').replace(declared, '') + read('pyodide.mjs');
const words = new Set([...ALWAYS, ...(elsewhere.match(WORD) ?? [])]);
const isUsed = (/** @type {string} */ name) => words.has(name) || words.has(`_${name}`);

const statements = body.split(';').filter((statement) => {
  const offered = OFFERED.exec(statement);
  return !offered || isUsed(offered[1]);
});
const given = new Set(statements.join(';').match(WORD));
const names = declared.split(',').filter((name) => given.has(name) || words.has(name));
writeFileSync(
  join(output, GLUE),
  glue.replace(declared, () => names.join(',')).replace(assigning, () => `${head}${statements.join(';')}}`),
);

const wasm = binaryen.readBinary(readFileSync(join(runtime, WASM)));
const { Features } = binaryen;
wasm.setFeatures(
  Features.MutableGlobals | Features.SignExt | Features.NontrappingFPToInt | Features.BulkMemory |
  Features.ExceptionHandling | Features.ReferenceTypes | Features.Multivalue,
);
const offers = Array.from({ length: wasm.getNumExports() }, (_, at) => binaryen.getExportInfo(wasm.getExportByIndex(at)).name);
for (const name of offers) if (!isUsed(name)) wasm.removeExport(name);
wasm.runPasses(['remove-unused-module-elements']);
writeFileSync(join(output, WASM), wasm.emitBinary());

/** @param {RegExp} pattern */
function found(pattern) {
  const match = pattern.exec(glue);
  if (!match) throw new Error(`${GLUE} has no ${pattern}: it is of another make than the one this was written for`);
  return match;
}
