/** Dates of the player's own calendar, as ISO text and compared as such, never as numbers of seconds. */

const DAY_MS = 86_400_000;

/** The date that the player's clock shows. */
export function today(now = new Date()) {
  const [y, m, d] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
}

/** Whole seconds until the player's clock shows another date, whatever the clock does that night. */
export function secondsToTomorrow(now = new Date()) {
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.max(0, Math.ceil((next.getTime() - now.getTime()) / 1000));
}

/**
 * Midnight in UTC of a date: for counting days and for naming them, where no clock plays a part.
 * @param {string} date
 */
export function moment(date) {
  const [year, month, day] = date.split('-').map(Number);
  return Date.UTC(year, month - 1, day);
}

/**
 * The date so many days later.
 * @param {string} date
 * @param {number} days
 */
export const shifted = (date, days) => new Date(moment(date) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * The date so many months later, or the last of its month where that is shorter.
 * @param {string} date
 * @param {number} months
 */
export function monthsOn(date, months) {
  const [year, month, day] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/**
 * How many days lie between two dates.
 * @param {string} from
 * @param {string} to
 */
export const daysBetween = (from, to) => Math.round((moment(to) - moment(from)) / DAY_MS);

/** Whether text is a date. @param {string} text */
export function isDate(text) {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(moment(text)) && shifted(text, 0) === text;
}

/** The day of the week, Monday 0 to Sunday 6. @param {string} date */
export const weekday = (date) => (new Date(moment(date)).getUTCDay() + 6) % 7;
