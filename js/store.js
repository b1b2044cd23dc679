/**
 * What is kept between visits, in localStorage: settings, one game a variant, the last view.
 * Every access survives a store that is missing, full, foreign or damaged.
 */

/** @import { Played } from './played.js' */
/** @import { Save, View } from './types.js' */

import { today } from './calendar.js';

/** What begins the name of everything that this page shares with its other tabs, and with no other page. */
export const PREFIX = `bakersdozen:${new URL('.', location.href).pathname}:`;

/** @typedef {{ save: Save, view?: View, address: string, game: Played }} Slot */

/** Fires `failed` when something could not be kept, once until it works again. */
export const events = new EventTarget();
let failing = false;

/** Whether nothing can be kept at present. */
export const storeFails = () => failing;

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
 * @returns {boolean} whether it is kept
 */
export function write(key, value) {
  try {
    const storage = open();
    if (!storage) throw new Error('no storage');
    storage.setItem(PREFIX + key, JSON.stringify(value));
    failing = false;
    return true;
  } catch {
    if (!failing) events.dispatchEvent(new Event('failed'));
    failing = true;
    return false;
  }
}

/**
 * The keys in use that begin with some text.
 * @param {string} start
 * @returns {string[]}
 */
export function keys(start) {
  try {
    return Object.keys(open() ?? {})
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/**
 * Calls back when another tab has written.
 * @param {(key: string) => void} callback
 */
export function onElsewhere(callback) {
  addEventListener('storage', ({ key }) => key?.startsWith(PREFIX) && callback(key.slice(PREFIX.length)));
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

/** Names the slot of the daily deal of a date. @param {string} date */
export const dailySlot = (date) => `game:daily:${date}`;

/**
 * Names the slot that a game is kept in: a daily has its own.
 * @param {Pick<Save, 'variant' | 'daily'>} save
 */
export const slotFor = ({ variant, daily }) => (daily ? dailySlot(daily) : slotOf(variant));

/**
 * Whether two slots hold the same game at the same place.
 * @param {Slot} a
 * @param {Slot} b
 */
export const sameGame = (a, b) =>
  a.game.id === b.game.id && a.save.cursor === b.save.cursor && String(a.save.plies) === String(b.save.plies);

/** @returns {string | undefined} the slot of the game last played */
export const currentSlot = () => read('current');

/**
 * @param {string} slot
 * @returns {Slot | undefined}
 */
export function readSlot(slot) {
  const found = read(slot);
  if (!isSave(found?.save) || typeof found.game?.id !== 'string') return undefined;
  // Without a view the table waits for the engine, which makes a sound one of the save.
  if (!isView(found.view)) delete found.view;
  return found;
}

/**
 * Whether something kept has the form of a save; whether it can be replayed is for the engine to say.
 * @param {any} save
 * @returns {save is Save}
 */
const isSave = (save) =>
  Boolean(save?.variant) && ['string', 'object'].includes(typeof save.variant) && Array.isArray(save.plies);

/**
 * Whether something kept can be shown as a view.
 * @param {any} view
 */
function isView(view) {
  try {
    const cards = Object.values(view.piles).flat();
    return (
      new Set(cards).size === 52 &&
      cards.every((card) => /^[A2-9TJQK][CDHS]$/.test(card)) &&
      [view.dead, ...Object.values(view.dests)].every(Array.isArray) &&
      [view.hidden, view.counts, view.score].every((part) => part !== null && typeof part === 'object')
    );
  } catch {
    return false;
  }
}

/**
 * Keeps a game in its slot and makes it the current one.
 * @param {Slot} game
 */
export function keepGame(game) {
  const slot = slotFor(game.save);
  if (isDamaged(slot)) setAside(slot);
  write(slot, game);
  const last = currentSlot();
  if (last === slot) return;
  write('current', slot);
  if (last?.startsWith(dailySlot('')) && last !== dailySlot(today())) thin(last);
}

/**
 * Drops the view of a game that is not on the table: the engine makes it anew from the save, and
 * years of daily deals have to fit.
 * @param {string} slot
 */
export function thin(slot) {
  const { view, ...rest } = read(slot) ?? {};
  if (view) write(slot, rest);
}

/** @param {string} slot */
const leftSlot = (slot) => `left:${slot}`;

/**
 * Keeps a begun game that another deal has taken the slot of, so that there is a way back.
 * @param {Slot} game
 */
export function keepLeft(game) {
  if (game.save.plies.length && !game.game.recorded) write(leftSlot(slotFor(game.save)), game);
}

/** The game that was left last for another deal in the same slot. @param {string} slot */
export const readLeft = (slot) => readSlot(leftSlot(slot));

/**
 * Moves a game that cannot be replayed under another key, where it does no harm and is not lost.
 * @param {string} slot
 */
export function setAside(slot) {
  try {
    const storage = open();
    const text = storage?.getItem(PREFIX + slot);
    if (!storage || text == null) return;
    const aside = `${PREFIX}damaged:${slot}:${Date.now()}`;
    storage.setItem(aside, text);
    if (storage.getItem(aside) === text) storage.removeItem(PREFIX + slot);
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
