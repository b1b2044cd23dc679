/** The pictures of the statistics: what each counts, into which bars, and what it says in words. */

import { barChart, binned } from '../charts.js';
import { dateText, daysBetween, shifted, weekday } from '../dates.js';
import { gradeName } from '../grade.js';
import { clockText, t } from '../strings.js';

const MOST_BINS = 12;
const TIMES = [10, 30, 60, 120, 300, 600, 1800, 3600];
const MOVES = [1, 2, 5, 10, 20, 50, 100];
const GRADES = [1, 2, 3, 4, 5];

/**
 * How games ended, by the difficulty of their deals.
 * @param {[grade: number | undefined, won: boolean][]} ends
 */
export function byGrade(ends) {
  const bars = GRADES.map((grade) => {
    const games = ends.filter(([each]) => each === grade);
    const won = games.filter(([, won]) => won).length;
    return {
      label: '●'.repeat(grade),
      tip: t('chart.wins.tip', { when: gradeName(grade), won, n: games.length }),
      value: won,
      rest: games.length - won,
    };
  });
  return barChart(t('chart.grades'), t('chart.grades.text'), bars);
}

/**
 * How games ended, by days, weeks or months, so that at most a dozen bars stand side by side.
 * @param {[string, boolean][]} history
 */
export function overTime(history) {
  const dates = history.map(([day]) => day).sort();
  const [from, to] = [dates[0], dates[dates.length - 1]];
  const span = daysBetween(from, to) + 1;
  const unit = span <= MOST_BINS ? 'day' : span <= 7 * (MOST_BINS - 1) ? 'week' : 'month';
  /** @param {string} day */
  const start = (day) => (unit === 'day' ? day : unit === 'week' ? shifted(day, -weekday(day)) : `${day.slice(0, 7)}-01`);
  /** @param {string} day */
  const next = (day) => (unit === 'month' ? start(shifted(day, 32)) : shifted(day, unit === 'week' ? 7 : 1));
  /** @type {Map<string, { won: number, other: number }>} */
  const periods = new Map();
  for (let day = start(from); day <= to; day = next(day)) periods.set(day, { won: 0, other: 0 });
  for (const [day, won] of history) {
    const period = periods.get(start(day));
    if (period) period[won ? 'won' : 'other']++;
  }
  const shown = [...periods].slice(-MOST_BINS);
  return barChart(
    t('chart.wins'),
    t(`chart.wins.${unit}`, { n: shown.length }),
    shown.map(([day, { won, other }], i) => {
      const when = dateText(day, unit === 'month' ? 'month' : 'short');
      const label = unit === 'month' ? dateText(day, 'shortMonth') : when;
      const sparse = shown.length > 6 && (shown.length - 1 - i) % 2;
      return { label: sparse ? '' : label, tip: t('chart.wins.tip', { when, won, n: won + other }), value: won, rest: other };
    }),
  );
}

/** How long wins took. @param {number[]} times */
export const byTime = (times) => distribution(t('chart.times'), times, TIMES, clockText);

/** How many moves wins took. @param {number[]} moves */
export const byMoves = (moves) => distribution(t('chart.moves'), moves, MOVES, String);

/**
 * @param {string} title
 * @param {number[]} numbers
 * @param {number[]} widths
 * @param {(n: number) => string} write
 */
function distribution(title, numbers, widths, write) {
  const bins = binned(numbers, MOST_BINS, widths);
  const middle = sorted(numbers)[Math.floor((numbers.length - 1) / 2)];
  return barChart(title, summed(numbers, write), barsOf(bins, write), {
    at: (middle - bins[0].from) / (bins[0].to - bins[0].from),
    label: t('chart.half', { n: write(middle) }),
  });
}

/**
 * How many steps more than the known line wins took; those that took no more stand out.
 * @param {number[]} excess
 */
export function overLine(excess) {
  // Bins that end with a round number: one of them ends with the line itself.
  const bins = binned(excess.map((each) => each - 1), MOST_BINS, MOVES).map((bin) => ({ ...bin, from: bin.from + 1, to: bin.to + 1 }));
  const bars = barsOf(bins, signed, ({ to }) => to - 1).map((bar, i) => ({ ...bar, bright: bins[i].to <= 1 }));
  const within = bins.filter(({ to }) => to <= 1).length;
  const mark = within || bins[0].from === 1 ? { at: within, label: t('chart.line') } : undefined;
  const n = excess.filter((each) => each <= 0).length;
  const words = [summed(excess, signed), n ? t('chart.line.reached', { n }) : ''].filter(Boolean).join(' ');
  return barChart(t('chart.excess'), words, bars, mark);
}

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** @param {number[]} numbers */
const sorted = (numbers) => [...numbers].sort((a, b) => a - b);

/**
 * @param {number[]} numbers
 * @param {(n: number) => string} write
 */
function summed(numbers, write) {
  const found = sorted(numbers);
  const [least, middle, most] = [0, Math.floor((found.length - 1) / 2), found.length - 1].map((i) => write(found[i]));
  return t('chart.summary', { n: found.length, least, middle, most });
}

/**
 * @param {{ from: number, to: number, count: number, open?: boolean }[]} bins
 * @param {(n: number) => string} write
 * @param {(bin: { from: number, to: number }) => number} [named] the number that a bin is named by
 */
const barsOf = (bins, write, named = ({ from }) => from) =>
  bins.map(({ from, to, count, open }, i) => ({
    label: bins.length > 6 && i % 2 ? '' : open ? `${write(from)}+` : write(named({ from, to })),
    tip: t('chart.bin', { n: count, least: write(from), most: write(to - 1) }),
    value: count,
  }));
