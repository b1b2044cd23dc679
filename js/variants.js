/** What the page has to say about games: names and lines from strings, custom games by the player's names. */

/** @import { View } from './types.js' */

import { dateText } from './dates.js';
import { read, slotOf, write } from './store.js';
import { t } from './strings.js';

/** The games offered, in their order. */
export const PRESETS = [
  'bakers-dozen',
  'spanish-patience',
  'spanish-patience-as-dealt',
  'castles-in-spain',
  'portuguese-solitaire',
  'good-measure',
  'bakers-dozen-1883',
  'flower-garden',
  'freecell',
];

/** @typedef {{ name: string, parameters: Record<string, unknown>, removed?: boolean }} Custom */

/** @returns {Custom[]} the games that the player has made, also those removed since */
function namedGames() {
  const kept = read('custom');
  return Array.isArray(kept) ? kept.filter((game) => typeof game?.name === 'string' && game.parameters?.columns) : [];
}

/** The games that the player has made. */
export const customGames = () => namedGames().filter(({ removed }) => !removed);

/**
 * Keeps these games; one that is among them no more keeps its name, as it may be on the table.
 * @param {Custom[]} games
 */
export function keepCustomGames(games) {
  const slots = new Set(games.map(({ parameters }) => slotOf(parameters)));
  const others = namedGames().filter(({ parameters }) => !slots.has(slotOf(parameters)));
  write('custom', [...games, ...others.map((game) => ({ ...game, removed: true }))]);
}

/** @param {View['variant']} variant */
export function variantName(variant) {
  if (typeof variant === 'string') return t(`variant.${variant}`);
  const slot = slotOf(variant);
  const known = namedGames().find(({ parameters }) => slotOf(parameters) === slot);
  return known?.name ?? t('variant.custom');
}

/** Names a game with its deal, or the day whose deal it is. @param {Pick<View, 'variant' | 'deal' | 'daily'>} view */
export function gameName({ variant, deal, daily }) {
  if (daily) return t('result.daily', { date: dateText(daily) });
  const game = variantName(variant);
  return deal === null ? game : t('result.deal', { game, deal });
}
