/** The board in words, pile by pile: to be read aloud, and copied. */

/** @import { View } from './types.js' */

import { cardName, pileName, t } from './strings.js';
import { variantName } from './variants.js';

/** A sentence begins with a capital. @param {string} text */
const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** @param {View} view */
export function boardInWords({ variant, deal, piles, hidden = {}, dead }) {
  const head = [variantName(variant), deal === null ? '' : t('deal.number', { deal })].filter(Boolean).join(', ');
  const lines = Object.entries(piles).map(([pile, cards]) => {
    if (!cards.length) return `${capital(t(dead.includes(pile) ? 'pile.dead' : 'pile.empty', { pile }))}.`;
    const down = hidden[pile] ?? 0;
    const names = cards.slice(down).map((card) => cardName(card));
    // Of a foundation the last card tells all.
    const shown = /^[CDHS]$/.test(pile) ? names.slice(-1) : names;
    const below = down ? [t('words.down', { n: down })] : [];
    return `${capital(pileName(pile))}: ${[...below, ...shown].join(', ')}.`;
  });
  return [`${head}.`, t('words.order'), ...lines].join('\n');
}
