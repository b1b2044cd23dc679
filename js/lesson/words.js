/** What the lesson says, and all that it may come to say. */

/** @import { Kind } from './hand.js' */
/** @import { Step } from './script.js' */

import { sentence } from '../announce.js';
import { has, t } from '../strings.js';
import { HANDS } from './hand.js';

/** What is said once the learner decides alone, or has left the way. */
const FREELY = ['free', 'finish', 'lost', 'stuck', 'trap', 'aside', 'won'];

/** Whether a step is about a foundation. @param {Step} step */
export const goesUp = ({ to }) => /^[CDHS]$/.test(to);

/** What the sentences name. @param {Step} step */
export const placesOf = ({ card, to }) => ({ card, to });

/**
 * A sentence of the lesson, for the hand that plays where that matters.
 * @param {string} say
 * @param {Record<string, any> | undefined} args
 * @param {Kind} kind
 */
export function wordsOf(say, args, kind) {
  const key = `lesson.${say}`;
  return sentence(t(has(`${key}.${kind}`) ? `${key}.${kind}` : key, args));
}

/**
 * All that may be said from the first step to the last, each with the answer that may stand before it.
 * @param {Step[]} steps
 * @returns {[said: string, text: string][]}
 */
export function allWords(steps) {
  const last = placesOf(steps[steps.length - 1]);
  return HANDS.flatMap((kind) => [
    ...steps.map((step, i) => /** @type {[string, string]} */ ([answerBefore(step, steps[i - 1]), wordsOf(step.say, placesOf(step), kind)])),
    ...FREELY.map((say) => /** @type {[string, string]} */ (['', wordsOf(say, last, kind)])),
  ]);
}

/**
 * What the rules answered to the step before, or the lesson to a first try at this one.
 * @param {Step} step
 * @param {Step | undefined} before
 */
function answerBefore(step, before) {
  if (before?.reason) return t(before.reason);
  return goesUp(step) ? t('lesson.card-first', { card: step.card }) : '';
}
