/**
 * What is kept between visits, in localStorage: settings, one game a variant, the last view.
 * Every access survives a store that is missing, full, foreign or damaged.
 */

/** @import { Save, View } from './types.js' */

const PREFIX = `bakersdozen:${new URL('.', location.href).pathname}:`;

/** @typedef {{ save: Save, view: View, address: string }} Slot */

/** Fires `failed` when something could not be kept, once until it works again. */
export const events = new EventTarget();
let failing = false;

/** @returns {Storage | null} */
function open() {
  try {
    return globalThis.localStorage;
  } catch {
    return null; // Cookies are blocked: merely touching it throws.
  }
}

/**
 * @param {string} key
 * @returns {any} the value, or undefined when there is none or it cannot be read
 */
export function read(key) {
  try {
    const text = open()?.getItem(PREFIX + key);
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function write(key, value) {
  try {
    const storage = open();
    if (!storage) throw new Error('no storage');
    storage.setItem(PREFIX + key, JSON.stringify(value));
    failing = false;
  } catch {
    if (!failing) events.dispatchEvent(new Event('failed'));
    failing = true;
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    open()?.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept, so there is nothing to forget.
  }
}

/**
 * Names the slot of a game: one for each variant, and for each set of custom parameters.
 * @param {View['variant']} variant
 */
export function slotOf(variant) {
  if (typeof variant === 'string') return `game:${variant}`;
  return `game:custom:${JSON.stringify(Object.entries(variant).sort())}`;
}

/** @returns {string | undefined} the slot of the game last played */
export const currentSlot = () => read('current');

/**
 * @param {string} slot
 * @returns {Slot | undefined}
 */
export function readSlot(slot) {
  const found = read(slot);
  return found?.save && found?.view ? found : undefined;
}

/**
 * Keeps a game under its variant's slot and makes it the current one.
 * @param {Slot} game
 */
export function keepGame(game) {
  const slot = slotOf(game.save.variant);
  write(slot, game);
  if (currentSlot() !== slot) write('current', slot);
}

/**
 * Moves a game that cannot be replayed under another key, where it does no harm and is not lost.
 * @param {string} slot
 */
export function setAside(slot) {
  try {
    const storage = open();
    const text = storage?.getItem(PREFIX + slot);
    if (!storage || text == null) return;
    storage.setItem(`${PREFIX}damaged:${slot}:${Date.now()}`, text);
    storage.removeItem(PREFIX + slot);
  } catch {
    forget(slot);
  }
}

/** Tells whether a slot holds something that is no game. @param {string} slot */
export function isDamaged(slot) {
  try {
    return Boolean(open()?.getItem(PREFIX + slot)) && !readSlot(slot);
  } catch {
    return false;
  }
}
