/** Results: the card to share after a win, and the card that a shared link opens. */

/** @import { App } from '../main.js' */
/** @import { Day } from '../catalogue.js' */
/** @import { View } from '../types.js' */

import { analyse } from '../analyse.js';
import { sayReason } from '../announce.js';
import { dayOf } from '../catalogue.js';
import { dateText } from '../dates.js';
import { h, icon } from '../dom.js';
import { feats } from '../feats.js';
import { gradeName } from '../grade.js';
import { drawResult } from '../picture.js';
import { helpCounted } from '../record.js';
import { clockText, numberText, t } from '../strings.js';
import { hasOwnResult, keepOwnName, keepOwnResult, keepResult, ownName } from '../tables.js';
import { variantName } from '../variants.js';
import { download } from './data.js';
import { field, openDialog } from './dialog.js';
import { copyText, plainField } from './plain.js';
import { remark } from './remark.js';

/** @typedef {{ variant: View['variant'], deal: string, moves: number, seconds: number, score: number, bonus: number }} Facts */

/** The address at which anybody can verify a result. @param {string} code */
const linkOf = (code) => new URL(`#result=${code}`, location.href.split('#')[0]).href;

/**
 * @param {Facts} facts
 * @param {string | null | undefined} date whose daily it was
 */
export const titleOf = (facts, date) =>
  date
    ? t('result.daily', { date: dateText(date, 'long') })
    : t('result.deal', { game: variantName(facts.variant), deal: facts.deal });

/** Blocks of rising height. */
const BLOCKS = '▁▂▃▄▅▆▇█';

/**
 * The course of a game as a line of thirteen blocks, one for each baker's loaf: how the
 * foundations grew, and nothing of the cards.
 * @param {number[]} course
 */
export function courseText(course) {
  const last = course.length - 1;
  const cards = Array.from({ length: 13 }, (_, i) => course[Math.round((i / 12) * last)] ?? 0);
  return cards.map((each) => BLOCKS[Math.min(BLOCKS.length - 1, Math.floor((each / 52) * BLOCKS.length))]).join('');
}

/**
 * The picture of a result.
 * @param {Facts} facts
 * @param {number[]} course
 * @param {{ date?: string | null, grade?: number }} day
 */
function pictureCard(facts, course, { date, grade }) {
  const title = titleOf(facts, date);
  const canvas = h('canvas', { className: 'picture-card', role: 'img', 'aria-label': `${title}. ${figuresText(facts)}` });
  void drawResult(canvas, {
    title: date ? t('share.game') : variantName(facts.variant),
    subtitle: date ? dateText(date, 'long') : t('deal.number', { deal: facts.deal }),
    grade,
    figures: [
      [numberText(facts.score), t('count.score', { n: facts.score })],
      [numberText(facts.moves), t('count.moves', { n: facts.moves })],
      [clockText(facts.seconds), t('count.time')],
    ],
    course,
  });
  return canvas;
}

/** @param {Facts} facts */
const figuresText = ({ score, moves, seconds }) => t('share.figures', { score, n: moves, time: clockText(seconds) });

/** Offers the won game on the table to be shared. @param {App} app */
export async function openShare(app) {
  const { session } = app;
  const answer = await session.ask({ intent: 'result' });
  if (!answer.ok) return sayReason(answer.reason);
  const facts = /** @type {Facts} */ (answer.facts);
  const date = session.save?.daily;
  const day = date ? await dayOf(session, facts.variant, facts.deal) : undefined;
  const link = linkOf(answer.code);
  const grade = day && t('share.grade', { grade: gradeName(day.grade), step: day.grade });
  const { bests, streak } = await feats(session, facts);
  const row = streak > 1 && t('share.streak', { n: streak });
  const lines = [t('share.game'), titleOf(facts, date), grade, figuresText(facts), row, courseText(answer.course)];
  const words = lines.filter(Boolean).join('\n');
  const canvas = pictureCard(facts, answer.course, { date, grade: day?.grade });
  const help = helpCounted(session.game);
  const unlisted = date && help === 'solution';
  const helped =
    help !== 'none' &&
    h('p', { className: 'helped' }, t(`share.helped.${help}`), unlisted && ` ${t('share.helped.table')}`);
  const text = plainField({ readOnly: true, rows: 7, value: `${words}\n${link}`, className: 'share-text' });
  const name = h('input', { type: 'text', maxLength: 40, value: ownName(), autocomplete: 'nickname' });
  name.addEventListener('change', () => keepOwnName(name.value));

  const done = remark();
  async function send() {
    const picture = await pictureOf(canvas);
    const files = picture ? [new File([picture], 'bakers-dozen.png', { type: 'image/png' })] : [];
    try {
      const whole = { text: words, url: link, files };
      await navigator.share(navigator.canShare?.(whole) ? whole : { text: words, url: link });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) void copy();
    }
  }
  const copy = () => copyText(text, (words) => done.say(words));
  async function keepPicture() {
    const picture = await pictureOf(canvas);
    if (picture) download(picture, 'bakers-dozen.png');
  }
  const shares = 'share' in navigator;
  /** @param {string} label @param {() => unknown} run @param {boolean} main */
  const button = (label, run, main = false) =>
    h('button', { type: 'button', className: main ? 'button main' : 'button', onclick: run }, label);

  const dialog = openDialog(
    t('share.title'),
    canvas,
    helped,
    bests.length || row
      ? h(
          'ul',
          { className: 'feats' },
          row && h('li', {}, icon('flame'), row),
          ...bests.map((best) => h('li', {}, icon('won'), t(`share.best.${best}`))),
        )
      : null,
    h(
      'div',
      { className: 'buttons' },
      shares && button(t('share.send'), send, true),
      button(t('share.copy'), copy, !shares),
      button(t('share.picture'), keepPicture),
    ),
    done.place,
    field(t('share.text'), text, { help: t('share.help') }),
    date && !unlisted ? field(t('share.name'), name, { help: t('share.name.help') }) : null,
  );
  /** @type {HTMLElement | null} */ (dialog.querySelector('.buttons .main'))?.focus();
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob | null>} */
const pictureOf = (canvas) => new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));

/**
 * Keeps the result of a daily that has just been won in the day's table.
 * @param {App} app
 */
export async function enterTable({ session }) {
  const { save, game } = session;
  if (!save?.daily || !game.recorded || game.help === 'solution' || hasOwnResult(save.daily, game.id)) return;
  const answer = await session.ask({ intent: 'result' });
  if (answer.ok && session.game === game) keepOwnResult(save.daily, answer.code, game.id);
}

/**
 * Finds the code in a link, or in a code.
 * @param {string} text
 */
export const codeIn = (text) => text.trim().replace(/^[^]*#result=/, '');

/**
 * Shows what a result code proves.
 * @param {App} app
 * @param {string} code
 */
export async function openResult(app, code) {
  const { session, opening, replay, daily } = app;
  const answer = await session.ask({ intent: 'open', code });
  if (!answer.ok) {
    openDialog(
      t('result.title'),
      h('p', { className: 'wrong', role: 'alert' }, t(answer.reason?.key ?? 'error.request', answer.reason?.args)),
      h('p', {}, t('result.refused')),
    );
    return;
  }
  const facts = /** @type {Facts} */ (answer.facts);
  const day = await dayOf(session, facts.variant, facts.deal);
  const title = titleOf(facts, day?.day);
  /** @param {() => unknown} run */
  const leaving = (run) => () => {
    dialog.close();
    void run();
  };
  const dialog = openDialog(
    t('result.title'),
    pictureCard(facts, answer.course, { date: day?.day, grade: day?.grade }),
    h('p', { className: 'result-title' }, title),
    h('p', { className: 'verified' }, t('result.verified')),
    figures(facts),
    h('p', { className: 'soft' }, t('result.claimed')),
    h(
      'div',
      { className: 'buttons' },
      h(
        'button',
        {
          type: 'button',
          className: 'button main',
          'data-result': 'watch',
          onclick: leaving(() => replay.watch(answer.save, facts.seconds, title)),
        },
        t('result.watch'),
      ),
      h(
        'button',
        {
          type: 'button',
          className: 'button',
          'data-result': 'play',
          onclick: leaving(() => (day ? daily.play(day.day) : opening.deal(facts.variant, facts.deal))),
        },
        t('result.play'),
      ),
      h(
        'button',
        {
          type: 'button',
          className: 'button',
          'data-result': 'analyse',
          onclick: leaving(() => analyse(app, answer.save)),
        },
        t('action.analyse'),
      ),
    ),
    day ? intoTable(day, code) : null,
  );
}

/**
 * What the replay proved, and what is the player's word.
 * @param {Facts} facts
 */
function figures({ score, bonus, moves, seconds }) {
  /** @type {[label: string, value: string, note: string][]} */
  const rows = [
    [t('table.score'), numberText(score), t('result.sum', { proved: score - bonus, bonus })],
    [t('table.moves'), numberText(moves), t('result.cards')],
    [t('table.time'), clockText(seconds), t('result.as-claimed')],
  ];
  return h(
    'dl',
    { className: 'tiles' },
    ...rows.map(([label, value, note]) =>
      h('div', { className: 'tile' }, h('dt', {}, label), h('dd', {}, value), h('dd', { className: 'soft' }, note)),
    ),
  );
}

/**
 * A way to keep a result in the table of its day.
 * @param {Day} day
 * @param {string} code
 */
function intoTable(day, code) {
  const name = h('input', { type: 'text', maxLength: 40, autocomplete: 'off' });
  const done = remark();
  return h(
    'form',
    {
      className: 'into-table',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        keepResult(day.day, code, name.value);
        done.say(t('result.kept', { date: dateText(day.day) }));
      },
    },
    field(t('result.name'), name),
    h('button', { type: 'submit', className: 'button' }, t('result.keep')),
    done.place,
  );
}
