/** Charts of bars as SVG: a name and a summary for those who listen, a tip on each bar for the others. */

import { h } from './dom.js';
import { svg } from './shapes.js';

/**
 * @typedef {object} Bar
 * @property {string} label under it; empty for most, or they would not fit
 * @property {string} tip what it says in words
 * @property {number} value
 * @property {number} [rest] stacked upon it, drawn as an outline
 */

const [WIDTH, HEIGHT, FOOT, HEAD] = [480, 150, 22, 16];

/**
 * Makes a chart.
 * @param {string} title
 * @param {string} summary what it shows, in a sentence
 * @param {Bar[]} bars
 */
export function barChart(title, summary, bars) {
  const highest = Math.max(1, ...bars.map(({ value, rest = 0 }) => value + rest));
  const top = bars.findIndex(({ value, rest = 0 }) => !rest && value === highest);
  const step = WIDTH / bars.length;
  const width = Math.min(40, step * 0.74);
  const scale = (HEIGHT - FOOT - HEAD) / highest;
  const ground = HEIGHT - FOOT;
  const marks = bars.flatMap(({ label, tip, value, rest = 0 }, i) => {
    const middle = (i + 0.5) * step;
    const tall = value * scale;
    /** @type {SVGElement[]} */
    const parts = [];
    if (rest) parts.push(rect(middle - width / 2, ground - tall - rest * scale, width, rest * scale, 'bar-rest'));
    if (value) parts.push(rect(middle - width / 2, ground - tall, width, tall, 'bar'));
    if (i === top) parts.push(text(String(value), middle, ground - tall - 4, 'bar-value'));
    if (label) parts.push(text(label, middle, HEIGHT - 5, 'bar-label'));
    const group = svg('g', {}, ...parts);
    group.prepend(withText(svg('title', {}), tip));
    return [group];
  });
  const picture = svg(
    'svg',
    { class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    svg('line', { class: 'ground', x1: 0, x2: WIDTH, y1: ground + 0.5, y2: ground + 0.5 }),
    ...marks,
  );
  picture.removeAttribute('aria-hidden');
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', `${title}. ${summary}`);
  return h(
    'figure',
    { className: 'figure' },
    h('figcaption', {}, h('strong', {}, title), h('span', { className: 'soft' }, summary)),
    picture,
  );
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} name */
const rect = (x, y, width, height, name) => svg('rect', { class: name, x, y, width, height, rx: Math.min(4, height / 2) });

/** @param {string} words @param {number} x @param {number} y @param {string} name */
const text = (words, x, y, name) => withText(svg('text', { class: name, x, y, 'text-anchor': 'middle' }), words);

/** @param {SVGElement} element @param {string} words */
function withText(element, words) {
  element.textContent = words;
  return element;
}

/**
 * Sorts numbers into at most so many bins of a round width.
 * @param {number[]} numbers
 * @param {number} most
 * @param {number[]} widths round widths, small to large
 * @returns {{ from: number, to: number, count: number }[]} `to` is not part of a bin
 */
export function binned(numbers, most, widths) {
  if (!numbers.length) return [];
  const [least, greatest] = [Math.min(...numbers), Math.max(...numbers)];
  /** @param {number} width */
  const from = (width) => Math.floor(least / width) * width;
  /** @param {number} width */
  const size = (width) => Math.floor((greatest - from(width)) / width) + 1;
  const width = widths.find((each) => size(each) <= most) ?? Math.ceil((greatest - least + 1) / (most - 1));
  const start = from(width);
  const bins = Array.from({ length: size(width) }, (_, i) => ({
    from: start + i * width,
    to: start + (i + 1) * width,
    count: 0,
  }));
  for (const number of numbers) bins[Math.floor((number - start) / width)].count++;
  return bins;
}
