/**
 * Leaves out of the runtime's glue what nothing leads to.
 *
 * The glue is one function; most of what it declares is for windows, sound and WebGL, or for
 * modules that are linked later, and is run at every start for nobody. Here its statements are
 * pieces, each with the names that it gives something to. What is run for its effect stays, and
 * so does every piece whose name is a word, anywhere, of one that stays.
 */

import { parse } from 'acorn';

/** @typedef {any} Node of the syntax tree */
/** @typedef {{ text: string, names: string[] | null }} Piece `names` is null for what always stays */

const MAKER = '_createPyodideModule';
const WORD = /[A-Za-z_$][\w$]*/g;
/** Evaluating these does something, unless a function around them puts it off. */
const ACTING = /^(Call|New|Assignment|Update|Await|TaggedTemplate|Import)Expression$/;
const PUT_OFF = /^(Arrow)?FunctionExpression$/;

/**
 * @param {string} glue
 * @param {Set<string>} imports what the WebAssembly asks for
 * @param {string} loader the program that runs the glue
 * @returns {{ glue: string, words: Set<string> }} what is left, and all its words and the loader's
 */
export function cutGlue(glue, imports, loader) {
  /** @param {Node} node */
  const text = (node) => glue.slice(node.start, node.end);
  const tree = parse(glue, { ecmaVersion: 'latest', sourceType: 'module' });
  /** @type {Node} */
  const maker = tree.body.find((/** @type {Node} */ node) => node.id?.name === MAKER);
  if (!maker) throw new Error(`The glue has no ${MAKER}: it is of another make than the one this was written for`);

  /** What the WebAssembly asks for has a list of its own. @param {Node} node */
  const declared = (node) => {
    if (node.id.name !== 'wasmImports') return text(node);
    return `wasmImports={${node.init.properties.filter(({ key }) => imports.has(key.name)).map(text)}}`;
  };

  /** @type {(node: Node) => Piece[]} */
  const piecesOf = (node) => {
    if (node.type === 'VariableDeclaration')
      return node.declarations.map((/** @type {Node} */ each) => ({
        text: `${node.kind} ${declared(each)};`,
        names: acts(each.init) ? null : namesIn(each.id),
      }));
    if (node.type !== 'FunctionDeclaration') return [{ text: text(node), names: ownerOf(node) }];
    if (node.id.name !== 'assignWasmExports') return [{ text: text(node), names: [node.id.name] }];
    // `_x=Module["_x"]=wasmExports["x"]`: each thing that the WebAssembly offers is a piece.
    const offered = node.body.body.map((/** @type {Node} */ each) => ({
      text: text(each),
      names: [text(each).split('=')[0], /wasmExports\["([^"]+)"\]/.exec(text(each))?.[1]],
    }));
    const [head] = text(node).split('{', 1);
    return [{ text: `${head}{`, names: null }, ...offered, { text: '}', names: null }];
  };

  const around = [glue.slice(0, maker.body.start + 1), glue.slice(maker.body.end - 1)];
  const { stay, words } = sweep(maker.body.body.flatMap(piecesOf), [...around, loader]);
  return { glue: [around[0], ...stay.map((piece) => piece.text), around[1]].join(''), words };
}

/**
 * The names that a declaration gives; null for a pattern, which may give any.
 * @param {Node} id
 */
const namesIn = (id) => (id.type === 'Identifier' ? [id.name] : null);

/**
 * Whose statement it is, when it does no more than give something a property.
 * @param {Node} node
 * @returns {string[] | null}
 */
function ownerOf({ type, expression }) {
  if (type !== 'ExpressionStatement' || expression.type !== 'AssignmentExpression') return null;
  const { left, right } = expression;
  if (left.object?.type !== 'Identifier' || acts(right)) return null;
  if (left.object.name !== 'Module') return [left.object.name];
  return left.property.type === 'Literal' ? [left.property.value] : null;
}

/** Whether evaluating an expression may do something. @param {Node} node @returns {boolean} */
function acts(node) {
  if (!node || typeof node !== 'object' || PUT_OFF.test(node.type)) return false;
  return ACTING.test(node.type) || Object.values(node).some((part) => (Array.isArray(part) ? part.some(acts) : acts(part)));
}

/**
 * @param {Piece[]} pieces
 * @param {string[]} roots texts that stay in any case
 */
function sweep(pieces, roots) {
  const words = new Set(roots.flatMap((text) => text.match(WORD) ?? []));
  const stay = new Set();
  for (let before = -1; before < stay.size; ) {
    before = stay.size;
    for (const piece of pieces) {
      if (stay.has(piece) || (piece.names && !piece.names.some((name) => words.has(name)))) continue;
      stay.add(piece);
      for (const word of piece.text.match(WORD) ?? []) words.add(word);
    }
  }
  return { stay: pieces.filter((piece) => stay.has(piece)), words };
}
