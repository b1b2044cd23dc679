/**
 * The course of a game as a strip: a bar for each run of positions of one worth, told by its
 * height and its hatching as well as by its colour, with a slider over it to go to any of them.
 * A bar reaches half a move beyond the slider's first and last place in it, and the first and the
 * last to the ends.
 */

/** @import { Course } from './course.js' */

import { enable, h } from './dom.js';
import { t } from './strings.js';

const NAMES = /** @type {Record<string, string>} */ ({ w: 'won', l: 'lost', u: 'unknown', '.': 'unseen' });

/**
 * @param {Course} course
 * @param {(cursor: number) => void} go what a touch of the strip does
 */
export function makeStrip(course, go) {
  const runs = h('div', { className: 'strip-runs', 'aria-hidden': 'true' });
  const turn = h('span', { className: 'strip-turn', 'aria-hidden': 'true', hidden: true });
  const range = h('input', {
    type: 'range',
    min: '0',
    'aria-label': t('strip.label'),
    oninput: () => {
      tellPlace();
      go(Number(range.value));
    },
  });
  const legend = h('p', { className: 'strip-legend' });
  const place = h('div', { className: 'strip' }, h('div', { className: 'strip-bars' }, runs, turn, range), legend);

  function tellPlace() {
    const at = Number(range.value);
    const last = Number(range.max);
    range.setAttribute('aria-valuetext', t('strip.at', { i: at, n: last, worth: worthAt(at) }));
  }

  /** @param {number} at */
  const worthAt = (at) => t(`strip.${NAMES[course.marks[at] ?? '.']}`);

  return {
    place,
    worthAt,
    focus: () => range.focus({ preventScroll: true }),
    /** Shows what is known by now. @param {number} cursor where the game stands */
    show(cursor) {
      const { marks } = course;
      const last = marks.length - 1;
      /** @param {number} position of the game, or between two */
      const share = (position) => String(position / Math.max(1, last));
      runs.replaceChildren(
        ...[...marks.matchAll(/(.)\1*/g)].map(({ 0: run, index }) => {
          const bar = h('i', { 'data-mark': run[0] });
          const after = last + 1 - index - run.length;
          if (index) bar.style.setProperty('--from', share(index - 0.5));
          if (after) bar.style.setProperty('--after', share(after - 0.5));
          return bar;
        }),
      );
      turn.hidden = !course.turn;
      if (course.turn) turn.style.setProperty('--at', share(course.turn.cursor + 0.5));
      range.max = String(last);
      enable(range, last > 0);
      if (range.value !== String(cursor)) range.value = String(cursor);
      const present = ['w', 'u', 'l', '.'].filter((mark) => marks.includes(mark));
      legend.replaceChildren(
        ...present.map((mark) => h('span', {}, h('i', { 'data-mark': mark, 'aria-hidden': 'true' }), t(`strip.${NAMES[mark]}`))),
        ...(course.turn ? [h('span', {}, h('i', { className: 'strip-turn-mark', 'aria-hidden': 'true' }), t('strip.turn'))] : []),
      );
      tellPlace();
    },
  };
}

/** The course in words, for who does not see the strip. @param {Course} course */
export function courseText({ marks, turn }) {
  const won = marks.lastIndexOf('w');
  const lost = marks.indexOf('l');
  const parts = [];
  const last = marks.length - 1;
  if (turn) parts.push(t('course.turn', { n: turn.cursor + 1, card: turn.card, to: turn.to }));
  else if (lost === 0) parts.push(t('course.lost'));
  else if (lost > 0 && won >= 0) parts.push(t(won ? 'course.between' : 'course.between-deal', { won, lost }));
  else if (lost > 0) parts.push(t('course.lost-from', { lost }));
  else if (won >= 0 && won === last) parts.push(t(last ? 'course.won' : 'course.won-deal'));
  else if (won >= 0) parts.push(t(won ? 'course.won-to' : 'course.won-at-deal', { won }));
  const open = [...marks].filter((mark) => mark === 'u').length;
  if (open) parts.push(t('course.open', { n: open }));
  return parts.join(' ');
}
