/**
 * What the player uses at the moment: a finger, a mouse or the keys. Fires `change` when it is
 * another, so that nobody is told of keys on a phone, or of taps at a keyboard.
 */

export const HANDS = /** @type {const} */ (['touch', 'mouse', 'keys']);

/** @typedef {typeof HANDS[number]} Kind */

class Hand extends EventTarget {
  /** @type {Kind} */
  kind = matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse';

  constructor() {
    super();
    addEventListener('pointerdown', ({ pointerType }) => this.#use(pointerType === 'mouse' ? 'mouse' : 'touch'), true);
    addEventListener('keydown', ({ ctrlKey, metaKey, altKey }) => !(ctrlKey || metaKey || altKey) && this.#use('keys'), true);
  }

  /** @param {Kind} kind */
  #use(kind) {
    if (kind === this.kind) return;
    this.kind = kind;
    this.dispatchEvent(new Event('change'));
  }
}

export const hand = new Hand();
