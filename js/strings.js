/** Every sentence comes from strings/LANGUAGE.json; this module fills in names, numbers and plurals. */

import { buildAddress } from './place.js';

import { LANGUAGES } from './languages.js';

/** Languages offered, by their own names; a third one is one more file. */
export { LANGUAGES };

/** @typedef {string | ({ by?: string } & Record<string, string>)} Message */

/** @type {Record<string, Message>} */
let table = {};
let language = 'en';
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');
let lists = new Intl.ListFormat('en');
let choices = new Intl.ListFormat('en', { type: 'disjunction' });

/** The language in use. */
export const currentLanguage = () => language;

/**
 * Loads a language and makes it the one in use.
 * @param {string} wanted
 */
export async function useLanguage(wanted) {
  const response = await fetch(buildAddress(`strings/${wanted}.json`));
  if (!response.ok) throw new Error(`strings/${wanted}.json: ${response.status}`);
  table = await response.json();
  language = wanted;
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(wanted);
  lists = new Intl.ListFormat(wanted, { type: 'conjunction' });
  choices = new Intl.ListFormat(wanted, { type: 'disjunction' });
  document.documentElement.lang = wanted;
}

/** @param {string} key */
export const has = (key) => key in table;

/**
 * Gives the sentence of a key. In it `{card}` is replaced by the argument `card`, and
 * `{card:acc}` by its name in the accusative; a message with plural forms is an object
 * from plural category to text, counted by the argument that its `by` names.
 * @param {string} key
 * @param {Record<string, any>} [args]
 * @returns {string}
 */
export function t(key, args = {}) {
  let message = table[key];
  if (message === undefined) return Object.keys(table).length ? key : '';
  if (typeof message === 'object') {
    const count = Number(args[message.by ?? 'n']);
    message = message[plurals.select(count)] ?? message.other;
  }
  return message.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name, form) => {
    const text = value(name, args[name], form);
    return text;
  });
}

/** Arguments that name cards or piles; everything else is a number or plain text. */
const CARD_ARGS = new Set(['card', 'onto', 'low', 'top', 'needed', 'own']);
const PILE_ARGS = new Set(['pile', 'from', 'to', 'column']);
/** These list cards, parted by spaces. */
const LIST_ARGS = new Set(['missing', 'doubled', 'cards']);
/** Stands last in a list that names not all. */
const MORE = '…';

/**
 * @param {string} name
 * @param {any} given
 * @param {string} [form]
 * @returns {string}
 */
function value(name, given, form) {
  if (LIST_ARGS.has(name)) {
    const cards = String(given).split(' ');
    const names = cards.filter((card) => card !== MORE).map((card) => cardName(card, form));
    if (names.length === cards.length) return lists.format(names);
    return inForm('list.more', form).replace('{list}', names.join(', '));
  }
  if (typeof given === 'number') return numbers.format(given);
  if (CARD_ARGS.has(name)) return cardName(String(given), form);
  if (PILE_ARGS.has(name)) return pileName(String(given), form);
  return String(given ?? '');
}

/**
 * @param {string} key
 * @param {string} [form]
 */
const inForm = (key, form) => /** @type {string} */ (table[`${key}.${form}`] ?? table[key] ?? key);

/**
 * Names a card in words, in a grammatical form where the language has one.
 * @param {string} card
 * @param {string} [form]
 */
export function cardName(card, form) {
  if (!/^[A2-9TJQK][CDHS]$/.test(card)) return card;
  return t('card.name', { rank: inForm(`rank.${card[0]}`, form), suit: t(`suit.${card[1]}`) });
}

/**
 * Names a pile in words.
 * @param {string} pile
 * @param {string} [form]
 */
export function pileName(pile, form) {
  if (isFoundation(pile)) {
    return inForm('pile.foundation', form).replace('{suit}', t(`suit.${pile}`));
  }
  if (/^[a-m]$/.test(pile)) {
    return inForm('pile.column', form).replace('{n}', String(pile.charCodeAt(0) - 96));
  }
  if (pile.startsWith('cell')) return inForm('pile.cell', form).replace('{n}', pile.slice(4));
  return inForm('pile.reserve', form);
}

/**
 * Writes minutes and seconds as a clock shows them.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${String(m).padStart(h ? 2 : 1, '0')}:${String(s).padStart(2, '0')}`;
  return h ? `${h}:${tail}` : tail;
}

const isFoundation = (/** @type {string} */ pile) => /^[CDHS]$/.test(pile);

/**
 * Names where a card may go, to choose among: up first; cells are one place, and empty columns.
 * @param {string[]} targets
 * @param {Record<string, string[]>} piles
 */
export function placesText(targets, piles) {
  const up = targets.filter(isFoundation);
  const names = [...up, ...targets.filter((pile) => !isFoundation(pile))].map((pile) => {
    if (pile.startsWith('cell')) return t('pile.a-cell.goal');
    return /^[a-m]$/.test(pile) && !piles[pile].length ? t('pile.a-space.goal') : pileName(pile, 'goal');
  });
  return choices.format(new Set(names));
}

/** Writes a number as the language does. @param {number | bigint} n */
export const numberText = (n) => numbers.format(n);

/**
 * Fills in the fixed texts of a piece of the page: `data-t` is the text itself, `data-t-label`
 * a name shown as a tip, `data-t-aria` a name that is only spoken.
 * @param {ParentNode} root
 */
export function fillTexts(root) {
  for (const element of root.querySelectorAll('[data-t]')) {
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.t ?? '');
  }
  for (const element of root.querySelectorAll('[data-t-label], [data-t-aria]')) {
    const { tLabel, tAria } = /** @type {HTMLElement} */ (element).dataset;
    const key = tLabel ?? tAria ?? '';
    element.setAttribute('aria-label', t(key));
    if (tLabel) element.setAttribute('title', t(has(`${key}.tip`) ? `${key}.tip` : key));
  }
}
