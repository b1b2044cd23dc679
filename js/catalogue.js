/** The catalogue of daily deals: one file a year beside the page, fetched when that year is needed. */

/** @import { Session } from './session.js' */
/** @import { Save, View } from './types.js' */

import { covers, years } from './baked.js';
import { daysBetween, today } from './dates.js';
import { siteAddress } from './place.js';

/** @typedef {{ day: string, deal: string, grade: number, length: number }} Day */

const FOLDER = siteAddress('seeds/bakers-dozen/');

/** @type {Map<number, Promise<string>>} */
const texts = new Map();
/** @type {Map<number, Promise<Day[]>>} */
const calendars = new Map();
/** @type {Map<string, Day>} */
const days = new Map();

/** @param {string} date */
const yearOf = (date) => Number(date.slice(0, 4));

/** The first date that has a daily deal. */
export const firstDate = () => `${Math.min(...years(), yearOf(today()))}-01-01`;

/**
 * The text of a year's file; rejects when it cannot be had.
 * @param {string} date any date of that year
 */
export function yearText(date) {
  const year = yearOf(date);
  let text = texts.get(year);
  if (!text) {
    text = fetchYear(year);
    texts.set(year, text);
    text.catch(() => texts.delete(year));
  }
  return text;
}

/**
 * The winning lines of a date's year; rejects when they cannot be had.
 * @param {string} date
 */
export async function linesText(date) {
  const response = await fetch(siteAddress(`seeds/lines/${yearOf(date)}.txt`));
  if (!response.ok) throw new Error(`no lines for ${date}`);
  return response.text();
}

/** @param {number} year */
async function fetchYear(year) {
  const response = await fetch(new URL(`${year}.jsonl`, FOLDER));
  const text = await response.text();
  // A host may answer with a page where a file is missing.
  if (!response.ok || !text.startsWith('{')) throw new Error(`no catalogue for ${year}`);
  return text;
}

/**
 * The days of a year with their deals and grades; none when they cannot be had.
 * @param {Session} session
 * @param {string} date any date of that year
 * @returns {Promise<Day[]>}
 */
export function calendar(session, date) {
  const year = yearOf(date);
  if (!covers(date)) return Promise.resolve([]);
  let found = calendars.get(year);
  if (!found) {
    found = readYear(session, year, date);
    calendars.set(year, found);
    void found.then((list) => list.length || calendars.delete(year));
  }
  return found;
}

/**
 * @param {Session} session
 * @param {number} number
 * @param {string} date
 * @returns {Promise<Day[]>}
 */
async function readYear(session, number, date) {
  try {
    const answer = await session.ask({ intent: 'calendar', number, year: await yearText(date) });
    const list = /** @type {Day[]} */ (answer.ok ? answer.days : []);
    for (const day of list) days.set(day.day, day);
    return list;
  } catch {
    return [];
  }
}

/**
 * A date's deal as it will lie on the table, before the engine is there to say what can move.
 * @param {string} date
 * @param {{ view: View, save: Save }} first any deal of the same game
 * @returns {Promise<{ view: View, save: Save }>} rejects when the catalogue cannot be had
 */
export async function dayView(date, first) {
  const lines = (await yearText(date)).split('\n');
  const { deal, board } = JSON.parse(lines[daysBetween(`${date.slice(0, 4)}-01-01`, date)]);
  const columns = /** @type {string} */ (board).split(' ').map((column) => column.match(/../g) ?? []);
  const piles = Object.fromEntries(columns.map((cards, i) => [String.fromCharCode(97 + i), cards]));
  return {
    view: { ...first.view, deal, daily: date, dests: {}, piles: { ...first.view.piles, ...piles } },
    save: { ...first.save, deal, daily: date },
  };
}

/** What is known by now of a date's deal. @param {string} date */
export const dayKnown = (date) => days.get(date);

/**
 * The date, up to today, whose daily deal a number is.
 * @param {Session} session
 * @param {unknown} variant
 * @param {string} deal
 * @returns {Promise<Day | undefined>}
 */
export async function dayOf(session, variant, deal) {
  if (variant !== 'bakers-dozen') return undefined;
  const now = today();
  for (const year of years().filter((each) => each <= yearOf(now))) {
    const list = await calendar(session, `${year}-01-01`);
    const found = list.find((day) => day.deal === deal && day.day <= now);
    if (found) return found;
  }
  return undefined;
}
