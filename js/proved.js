/**
 * What is proved of positions: whether they can be won. A position is known by the moves that led
 * to it, so that what holds for one holds for what lies before or behind it.
 */

/** @import { Save } from './types.js' */

/** @typedef {'yes' | 'no'} Proof */
/** @typedef {Pick<Save, 'variant' | 'deal' | 'position' | 'plies' | 'cursor'>} Place */
/** A position, and where its moves lead. @typedef {{ proof?: Proof, next: Map<string, Known> }} Known */

/** The letters of a timeline that are proofs. @type {Record<string, Proof>} */
const LETTERS = { w: 'yes', l: 'no' };
/** Some dozens of games; when there is more, it is found out anew. */
const MOST = 8000;

export class Proofs {
  /** The deals. @type {Known['next']} */
  #deals = new Map();
  #size = 0;

  /**
   * Notes what was proved of a position. Whatever leads to a position that can be won can be won.
   * @param {Place} place
   * @param {Proof} proof
   */
  note(place, proof) {
    if (this.#size > MOST) {
      this.#deals.clear();
      this.#size = 0;
    }
    let next = this.#deals;
    /** @type {Known | undefined} */
    let known;
    for (const step of stepsTo(place)) {
      known = next.get(step);
      if (!known) {
        next.set(step, (known = { next: new Map() }));
        this.#size++;
      }
      if (proof === 'yes') known.proof = proof;
      next = known.next;
    }
    if (known) known.proof = proof;
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
    let next = this.#deals;
    /** @type {Proof | undefined} */
    let proof;
    for (const step of stepsTo(place)) {
      const known = next.get(step);
      if (!known) return undefined;
      if (known.proof === 'no') return 'no';
      ({ proof, next } = known);
    }
    return proof;
  }
}

/** The deal, and the moves from it to a place. @param {Place} place */
const stepsTo = ({ variant, deal, position, plies, cursor }) => [
  JSON.stringify([variant, deal, position]),
  ...plies.slice(0, cursor),
];
