/** The player's choices, kept between visits and applied to the page at once. */

import { LANGUAGES } from './languages.js';
import { read, write } from './store.js';

const DEFAULTS = {
  language: '',
  theme: 'system',
  felt: 'green',
  back: 'blue',
  fourColours: false,
  autoplay: false,
  winnable: true,
  winnableDeals: true,
  coach: 'off',
  animations: true,
  sound: false,
  leftHanded: false,
  rows: 'auto',
};

/** @typedef {typeof DEFAULTS} Settings */

/** Fires `change` with the name of the setting as `detail`; `spoken` once a language is in use. */
export const events = new EventTarget();

/** @type {Settings} */
const chosen = { ...DEFAULTS, ...choicesIn(read('settings')) };

/**
 * What can be chosen, among things that were kept or come from elsewhere.
 * @param {any} found
 * @returns {Partial<Settings>}
 */
function choicesIn(found) {
  const names = /** @type {(keyof Settings)[]} */ (Object.keys(DEFAULTS));
  const known = (/** @type {string} */ name) =>
    typeof found?.[name] === typeof DEFAULTS[/** @type {keyof Settings} */ (name)] &&
    (name !== 'language' || found[name] === '' || Object.hasOwn(LANGUAGES, found[name]));
  return Object.fromEntries(names.filter(known).map((name) => [name, found[name]]));
}

/** @returns {Readonly<Settings>} */
export const settings = () => chosen;

/** The language chosen, else the first of the browser's that is offered. */
export function languageWanted() {
  const bases = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
  return chosen.language || bases.find((base) => Object.hasOwn(LANGUAGES, base)) || 'en';
}

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function choose(name, value) {
  chosen[name] = value;
  write('settings', chosen);
  applyLook();
  events.dispatchEvent(new CustomEvent('change', { detail: name }));
}

/**
 * Takes over the choices made elsewhere, as far as they are choices.
 * @param {Record<string, any>} others
 */
export function adopt(others) {
  for (const [name, value] of Object.entries(choicesIn(others))) {
    const setting = /** @type {keyof Settings} */ (name);
    if (value !== chosen[setting]) choose(setting, value);
  }
}

const reduced = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether cards glide: not when the player or the system asks for stillness. */
export const animated = () => chosen.animations && !reduced.matches;

/** Writes onto the page what style sheets read. */
export function applyLook() {
  const root = document.documentElement;
  root.dataset.theme = chosen.theme;
  root.dataset.felt = chosen.felt;
  root.dataset.back = chosen.back;
  root.classList.toggle('four-colours', chosen.fourColours);
  root.classList.toggle('left-handed', chosen.leftHanded);
  root.classList.toggle('still', !chosen.animations);
}
