/**
 * Charts as SVG. Whoever listens hears a list: its name and summary, then each bar in words;
 * whoever looks sees the same words as tips.
 */

import { h } from './dom.js';
import { svg } from './shapes.js';

/**
 * @typedef {object} Bar
 * @property {string} label under it; empty for most, or they would not fit
 * @property {string} tip what it says in words
 * @property {number} value
 * @property {number} [rest] stacked upon it, drawn as an outline
 * @property {boolean} [bright] whether it stands out
 */
/** @typedef {{ at: number, label: string }} Mark a place among the bars, counted in bars from the left */

const [WIDTH, HEIGHT, FOOT, HEAD] = [480, 176, 22, 42];
const ROUND = 5;

/**
 * Makes a chart of bars.
 * @param {string} title
 * @param {string} summary what it shows, in a sentence
 * @param {Bar[]} bars
 * @param {Mark} [mark]
 */
export function barChart(title, summary, bars, mark) {
  const highest = Math.max(1, ...bars.map(({ value, rest = 0 }) => value + rest));
  const step = WIDTH / bars.length;
  const width = Math.min(56, step * 0.8);
  const scale = (HEIGHT - FOOT - HEAD) / highest;
  const ground = HEIGHT - FOOT;
  const groups = bars.map(({ label, tip, value, rest = 0, bright }, i) => {
    const middle = (i + 0.5) * step;
    const left = middle - width / 2;
    const [tall, whole] = [value * scale, (value + rest) * scale];
    return svg(
      'g',
      { role: 'listitem', 'aria-label': tip },
      withText(svg('title', {}), tip),
      svg('rect', { class: 'bar-field', x: middle - step / 2, y: 0, width: step, height: ground }),
      ...(rest ? [column(left, ground - whole, width, whole, 'bar-rest')] : []),
      ...(value ? [column(left, ground - tall, width, tall, bright ? 'bar bright' : 'bar', Boolean(rest))] : []),
      ...(value + rest ? [text(String(value), middle, ground - whole - 5, value === highest ? 'bar-value top' : 'bar-value')] : []),
      ...(label ? [text(label, middle, HEIGHT - 5, 'bar-label')] : []),
    );
  });
  const picture = svg(
    'svg',
    { class: 'chart', viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    ...[0.5, 1].map((part) => line('grid', 0, ground - part * highest * scale, WIDTH, ground - part * highest * scale)),
    ...groups,
    line('ground', 0, ground + 0.5, WIDTH, ground + 0.5),
    ...(mark ? marking(mark, step, ground) : []),
  );
  return figure(title, summary, named(picture, 'list', `${title}. ${summary}`));
}

/**
 * Makes a ring of which a share is filled.
 * @param {number} share from 0 to 1
 * @param {string} words what stands in it
 * @param {string} label
 */
export function ring(share, words, label) {
  const [size, thick] = [120, 13];
  const radius = (size - thick) / 2;
  const round = 2 * Math.PI * radius;
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', 'stroke-width': thick };
  const picture = svg(
    'svg',
    { class: 'ring', viewBox: `0 0 ${size} ${size}` },
    svg('circle', { class: 'ring-field', ...circle }),
    ...(share > 0
      ? [
          svg('circle', {
            class: 'ring-share',
            ...circle,
            'stroke-dasharray': `${share * round} ${round}`,
            'stroke-linecap': share < 1 ? 'round' : 'butt',
            transform: `rotate(-90 ${size / 2} ${size / 2})`,
          }),
        ]
      : []),
    text(words, size / 2, size / 2 + 9, 'ring-words'),
  );
  return named(picture, 'img', label);
}

/**
 * @param {string} title
 * @param {string} summary
 * @param {SVGElement} picture
 */
const figure = (title, summary, picture) =>
  h(
    'figure',
    { className: 'figure' },
    h('figcaption', {}, h('strong', {}, title), h('span', { className: 'soft' }, summary)),
    picture,
  );

/** @param {SVGElement} picture @param {string} role @param {string} label */
function named(picture, role, label) {
  picture.removeAttribute('aria-hidden');
  picture.setAttribute('role', role);
  picture.setAttribute('aria-label', label);
  return picture;
}

/** @param {Mark} mark @param {number} step @param {number} ground */
function marking({ at, label }, step, ground) {
  const x = at * step;
  const side = x > WIDTH / 2 ? 'end' : 'start';
  const words = text(label, x + (side === 'end' ? -6 : 6), 16, 'mark-label');
  words.setAttribute('text-anchor', side);
  return [line('mark', x, 2, x, ground), words].map((each) => {
    each.setAttribute('aria-hidden', 'true');
    return each;
  });
}

/** A bar that stands on the ground, round at its top. @param {number} x @param {number} y @param {number} width @param {number} height @param {string} name @param {boolean} [flat] */
function column(x, y, width, height, name, flat = false) {
  const r = flat ? 0 : Math.min(ROUND, height, width / 2);
  const d = `M${x} ${y + height}V${y + r}Q${x} ${y} ${x + r} ${y}H${x + width - r}Q${x + width} ${y} ${x + width} ${y + r}V${y + height}Z`;
  return svg('path', { class: name, d });
}

/** @param {string} name @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
const line = (name, x1, y1, x2, y2) => svg('line', { class: name, x1, y1, x2, y2, 'aria-hidden': 'true' });

/** @param {string} words @param {number} x @param {number} y @param {string} name */
const text = (words, x, y, name) => withText(svg('text', { class: name, x, y, 'text-anchor': 'middle' }), words);

/** @param {SVGElement} element @param {string} words */
function withText(element, words) {
  element.textContent = words;
  return element;
}

/** So few numbers do not tell which of them are far from the others. */
const FEW = 8;

/**
 * Sorts numbers into at most so many bins of a round width. Few that lie far above all others
 * (beyond Tukey's outer fence) share a last bin that is open, or the others would share one.
 * @param {number[]} numbers
 * @param {number} most
 * @param {number[]} widths round widths, small to large
 * @returns {{ from: number, to: number, count: number, open?: boolean }[]} `to` is not part of a bin
 */
export function binned(numbers, most, widths) {
  if (!numbers.length) return [];
  const found = [...numbers].sort((a, b) => a - b);
  const [quarter, threeQuarters] = [0.25, 0.75].map((share) => found[Math.floor(share * (found.length - 1))]);
  const fence = found.length < FEW ? Infinity : threeQuarters + 3 * (threeQuarters - quarter);
  const usual = found.filter((number) => number <= fence);
  const room = usual.length < found.length ? most - 1 : most;
  const [least, greatest] = [found[0], usual[usual.length - 1]];
  /** @param {number} width */
  const from = (width) => Math.floor(least / width) * width;
  /** @param {number} width */
  const size = (width) => Math.floor((greatest - from(width)) / width) + 1;
  const widest = widths[widths.length - 1];
  const width = widths.find((each) => size(each) <= room) ?? widest * Math.ceil(size(widest) / (room - 1));
  const start = from(width);
  const bins = Array.from({ length: size(width) }, (_, i) => ({
    from: start + i * width,
    to: start + (i + 1) * width,
    count: 0,
  }));
  const end = bins[bins.length - 1].to;
  const within = found.filter((number) => number < end);
  for (const number of within) bins[Math.floor((number - start) / width)].count++;
  const far = found.length - within.length;
  return far ? [...bins, { from: end, to: found[found.length - 1] + 1, count: far, open: true }] : bins;
}
