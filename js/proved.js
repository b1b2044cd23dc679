/**
 * What is proved of positions: whether they can be won. A position is named by the moves that led
 * to it, so that what holds for one holds for what lies before or behind it.
 */

/** @import { Save } from './types.js' */

/** @typedef {'yes' | 'no'} Proof */
/** @typedef {Pick<Save, 'variant' | 'deal' | 'position' | 'plies' | 'cursor'>} Place */

/** The letters of a timeline that are proofs. @type {Record<string, Proof>} */
const LETTERS = { w: 'yes', l: 'no' };
/** Some dozens of games; when there is more, it is found out anew. */
const MOST = 8000;

export class Proofs {
  /** @type {Map<string, Proof>} */
  #proofs = new Map();

  /**
   * Notes what was proved of a position. Whatever leads to a position that can be won can be won.
   * @param {Place} place
   * @param {Proof} proof
   */
  note(place, proof) {
    if (this.#proofs.size > MOST) this.#proofs.clear();
    const names = namesTo(place);
    if (proof === 'yes') for (const name of names) this.#proofs.set(name, 'yes');
    else this.#proofs.set(names[names.length - 1], 'no');
  }

  /**
   * Notes the letters that a timeline has for each position of a game.
   * @param {Place} place
   * @param {string} marks
   */
  noteCourse(place, marks) {
    [...marks].forEach((mark, cursor) => {
      if (LETTERS[mark]) this.note({ ...place, cursor }, LETTERS[mark]);
    });
  }

  /**
   * What is proved of a position; what comes after a lost one is lost.
   * @param {Place} place
   * @returns {Proof | undefined}
   */
  of(place) {
    const names = namesTo(place);
    const proofs = names.map((name) => this.#proofs.get(name));
    return proofs.includes('no') ? 'no' : proofs[proofs.length - 1];
  }
}

/** The names of the positions from the deal to a place. @param {Place} place */
function namesTo({ variant, deal, position, plies, cursor }) {
  let name = JSON.stringify([variant, deal, position]);
  return [name, ...plies.slice(0, cursor).map((ply) => (name += ` ${ply}`))];
}
