/** Dates as text, beside all that can be reckoned with them. */

import { moment } from './calendar.js';
import { currentLanguage } from './strings.js';

export * from './calendar.js';

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  short: { day: 'numeric', month: 'short' },
  day: { day: 'numeric', month: 'long' },
  dayOfWeek: { weekday: 'long', day: 'numeric', month: 'long' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'short' },
  shortMonth: { month: 'short' },
};

/**
 * Writes a date as the language does.
 * @param {string} date
 * @param {keyof typeof STYLES} [style]
 */
export function dateText(date, style = 'day') {
  const format = new Intl.DateTimeFormat(currentLanguage(), { ...STYLES[style], timeZone: 'UTC' });
  return format.format(moment(date));
}
