/** What the page says: one line shown for a moment, one polite message spoken for each event. */

/** @import { Reason } from './types.js' */
/** @import { Change } from './session.js' */

import { focusTable } from './dom.js';
import { readMove } from './moves.js';
import { reasonText } from './reasons.js';
import { events } from './settings.js';
import { currentLanguage, t } from './strings.js';
import { gameName } from './variants.js';

const SHOWN_MS = 4200;

const toast = /** @type {HTMLElement} */ (document.getElementById('toast'));
const live = /** @type {HTMLElement} */ (document.getElementById('live'));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;
/** What was said stays this long for a screen reader that comes late to it. */
const HEARD_MS = 3000;

/** When nothing has been said for this long, what was said has come to its end. */
const QUIET_MS = 1500;

/** Steps that follow each other sooner than this are one run: a button or a key is held. */
const STEP_MS = 400;

/**
 * Speaks a message once. Each is a line of its own, added to those before it, so that none takes
 * another's place before it is heard; but of a quick run of steps only the last is worth hearing.
 * @param {string} text
 * @param {string} [step] the kind of step that it tells
 */
export function speak(text, step = '') {
  const now = performance.now();
  const last = lines().at(-1);
  if (step && last?.dataset.step === step && now - Number(last.dataset.at) < STEP_MS) last.remove();
  for (const line of lines()) {
    if (now - Number(line.dataset.at) > HEARD_MS) line.remove();
  }
  const line = document.createElement('p');
  line.lang = currentLanguage();
  line.dataset.at = String(Math.round(now));
  line.dataset.step = step;
  line.textContent = sentence(text);
  live.append(line);
}

const lines = () => /** @type {HTMLElement[]} */ ([...live.children]);

// What was said in another language is not the page's any more.
events.addEventListener('spoken', () => {
  for (const line of lines()) if (line.lang !== currentLanguage()) line.remove();
  if (!toast.hidden && toast.lang !== currentLanguage()) hush();
});

/** A sentence begins with a capital, also when it begins with a card's name. @param {string} text */
export const sentence = (text) => text.charAt(0).toLocaleUpperCase(currentLanguage()) + text.slice(1);

/**
 * Shows a line for a moment, and speaks it.
 * @param {string} text
 * @param {{ label: string, run: () => void }} [offer] a button beside it
 */
export function say(text, offer) {
  show(text, offer);
  speak(text);
  if (offer) speak(t('say.offer', offer));
}

/**
 * Shows a line for a moment that has been spoken already.
 * @param {string} text
 * @param {{ label: string, run: () => void }} [offer] a button beside it
 */
export function show(text, offer) {
  clearTimeout(hiding);
  toast.lang = currentLanguage();
  toast.replaceChildren(sentence(text));
  if (offer) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'toast-button';
    button.textContent = offer.label;
    button.addEventListener('click', () => {
      hush();
      offer.run();
    });
    toast.append(' ', button);
  }
  toast.hidden = false;
  hiding = setTimeout(hush, offer ? SHOWN_MS * 2 : SHOWN_MS);
}

/**
 * Says what can wait: when nothing has been said for a while, so as not to come between lines that
 * belong together.
 * @param {string} key of the sentence, which is said in the language of that time
 */
export function sayLater(key) {
  const since = performance.now() - Number(lines().at(-1)?.dataset.at ?? -QUIET_MS);
  if (toast.hidden && since >= QUIET_MS) say(t(key));
  else setTimeout(() => sayLater(key), QUIET_MS);
}

/** Takes the shown line away. */
export function hush() {
  if (toast.contains(document.activeElement)) {
    focusTable();
  }
  toast.hidden = true;
}

/** Says why something was refused. @param {Reason | undefined} reason */
export function sayReason(reason) {
  say(reasonText(reason));
}

/**
 * The key of a sentence about a card, or about the run that it leads.
 * @param {string} key
 * @param {number} size
 */
export const keyFor = (key, size) => (size > 1 ? `${key}.run` : key);

/**
 * What a step through the game moved: back to where it came from, or on to where it went.
 * @param {'undo' | 'redo'} intent
 * @param {import('./types.js').View} view after the step
 * @param {string} text of the player's move
 */
function stepOf(intent, { piles, last }, text) {
  if (intent === 'redo') return { ...last, size: last?.size ?? 1 };
  const { card, from } = readMove(text, piles);
  const run = from === 'reserve' ? [card] : piles[from].slice(piles[from].indexOf(card));
  return { card, top: run.at(-1), size: run.length, to: from };
}

/**
 * Words for a change of the table: what moved, or which game was opened; then how the game stands.
 * @param {Change} change
 */
export function sentenceOf({ view, intent, moved }) {
  const parts = [];
  if ((intent === 'move' || intent === 'best') && view.last) {
    parts.push(t(keyFor('say.moved', view.last.size ?? 1), view.last));
    if (moved.length > 1) parts.push(t('say.automatic', { n: moved.length - 1 }));
  } else if (intent === 'undo' || intent === 'redo') {
    // Past either end of the game nothing was done.
    const told = moved.length ? stepOf(intent, view, moved[0]) : null;
    if (told) parts.push(t(keyFor(`say.${intent}`, told.size), { ...told, n: view.cursor }));
  } else if (['restart', 'finish', 'goto'].includes(intent)) {
    parts.push(t(`say.${intent}`, { n: view.cursor, moved: moved.length }));
  } else if (intent === 'new') {
    parts.push(t('say.new', { game: gameName(view) }));
  } else if (intent === 'daily' || intent === 'load') {
    parts.push(t(view.cursor ? 'say.resumed' : 'say.opened', { game: gameName(view), n: view.cursor }));
  } else if (intent === 'position') {
    parts.push(t('say.position'));
  }
  if (intent !== 'show' && view.status !== 'playing') parts.push(t(`status.${view.status}`));
  return parts.join(' ');
}
