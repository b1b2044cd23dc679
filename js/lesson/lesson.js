/**
 * The first game: the learner makes real moves on the real table, and a line below it says what
 * to do next and why. The engine judges every move; the player's own game waits meanwhile.
 */

/** @import { App } from '../main.js' */
/** @import { Change } from '../session.js' */
/** @import { Reason, View } from '../types.js' */
/** @import { Step } from './script.js' */

import { hush, say, sayReason, sentence, speak } from '../announce.js';
import { byId, focusTable, h, icon } from '../dom.js';
import { openHelp } from '../panels/help.js';
import { settings, events as choices } from '../settings.js';
import { read, write } from '../store.js';
import { t } from '../strings.js';
import { hand } from './hand.js';
import { asked, course, follow, trapped } from './script.js';
import { allWords, goesUp, placesOf, wordsOf } from './words.js';

/** @type {Lesson | null} */
let running = null;

/**
 * Begins the lesson, or begins it again.
 * @param {App} app
 */
export async function startLesson(app) {
  const answer = await app.session.ask({ intent: 'lesson' });
  if (!answer.ok) return sayReason(answer.reason);
  const { variant, position, steps } = answer.lesson;
  // Cards that went up by themselves would leave the steps behind.
  await app.session.ask({ intent: 'options', autoplay: false });
  running?.close();
  const opened = await app.opening.aside({ intent: 'position', variant, text: position }, 'lesson');
  if (opened.ok) running = new Lesson(app, steps, opened.view.piles);
  else sayReason(opened.reason);
}

class Lesson {
  #app;
  #steps;
  #start;
  #at = 0;
  #strayed = false;
  /** What the rules, or the lesson, have just answered to a try that the step asked for. @type {Reason | null} */
  #answer = null;
  #title = h('h2');
  #said = h('strong');
  #text = h('span');
  #room = h('div', { className: 'lesson-room', 'aria-hidden': 'true' });
  #main = h('button', { type: 'button', className: 'button main' });
  #more = h('button', { type: 'button', className: 'button', hidden: true });
  #leave = h('button', { type: 'button', className: 'notice-close' }, icon('close'));
  #place = h(
    'section',
    { className: 'notice lesson', 'data-lesson': '' },
    h('div', { className: 'notice-text' }, this.#title, h('div', { className: 'lesson-words' }, h('p', {}, this.#said, ' ', this.#text), this.#room)),
    h('div', { className: 'notice-actions' }, this.#main, this.#more),
    this.#leave,
  );
  #over = new AbortController();
  #sign = new MutationObserver(() => this.#show());
  /** What the main button does now. */
  #does = () => {};

  /**
   * @param {App} app
   * @param {Step[]} steps
   * @param {View['piles']} start the board that it begins on
   */
  constructor(app, steps, start) {
    this.#app = app;
    this.#steps = steps;
    this.#start = start;
    const { signal } = this.#over;
    this.#main.addEventListener('click', () => this.#does());
    this.#more.addEventListener('click', () => void this.#readMore());
    this.#leave.addEventListener('click', () => void this.#end());
    this.#place.addEventListener('keydown', ({ key }) => key === 'Escape' && void this.#end());
    app.play.addEventListener('drawn', (event) => this.#drawn(/** @type {CustomEvent<Change>} */ (event).detail), { signal });
    app.play.addEventListener('refused', (event) => this.#refused(/** @type {CustomEvent<Reason>} */ (event).detail), { signal });
    choices.addEventListener('spoken', () => this.#speakAnew(), { signal });
    hand.addEventListener('change', () => this.#show(), { signal });
    this.#sign.observe(byId('sign'), { attributeFilter: ['data-winnable'] });
    byId('table').before(this.#place);
    this.#speakAnew();
    this.#main.focus({ preventScroll: true });
  }

  /** Writes what stays the same from step to step, in the language now in use. */
  #speakAnew() {
    this.#place.setAttribute('aria-label', t('lesson.title'));
    this.#leave.setAttribute('aria-label', t('lesson.end'));
    this.#leave.title = t('lesson.end');
    this.#more.textContent = t('lesson.more');
    this.#makeRoom();
    this.#show();
  }

  /**
   * Lays all that may be said, unseen, where it is said: the place is as high as the longest of it
   * from the first step to the last, and the cards above stay where they are.
   */
  #makeRoom() {
    this.#room.replaceChildren(...allWords(this.#steps).map(([said, text]) => h('p', {}, h('strong', {}, said), ' ', text)));
  }

  /** @param {Change} change */
  #drawn({ intent }) {
    if (this.#app.session.game.aside !== 'lesson') return this.close();
    if (intent === 'anticipate') return;
    this.#answer = null;
    this.#follow();
  }

  #follow() {
    const { at, strayed } = follow(this.#steps, this.#at, this.#moves());
    this.#at = at;
    this.#strayed = strayed;
    this.#show();
  }

  /** What has been played. */
  #moves() {
    const { save } = this.#app.session;
    return course(save?.plies.slice(0, save.cursor) ?? [], this.#start);
  }

  /**
   * What the step asked to be tried has its answer here, beside what follows from it; any other
   * refusal is said where it always is.
   * @param {Reason} reason
   */
  #refused(reason) {
    if (this.#strayed) return;
    const [before, step] = [this.#steps[this.#at - 1], this.#steps[this.#at]];
    const aimed = reason?.key === 'reason.foundation-stays';
    if (step.reason === reason?.key) {
      this.#at++;
      this.#answer = reason;
      // In hand, the card would point to where it is not to go next.
      if (this.#app.play.picked) this.#app.play.putBack();
    } else if (aimed && goesUp(step)) this.#answer = { key: 'lesson.card-first', args: { card: step.card } };
    // Whoever taps the card and then the foundation has had the answer to it.
    else if (!(aimed && this.#answer && goesUp(before))) return;
    hush();
    this.#show();
  }

  /** Writes what is to be done now; says it when it is new. */
  #show() {
    const { say: key, args, main, label } = this.#now();
    const won = key === 'won';
    const text = wordsOf(key, args, hand.kind);
    const fresh = text !== this.#text.textContent;
    const steps = { i: this.#at + 1, n: this.#steps.length };
    this.#title.textContent = `${t('lesson.title')} · ${t('lesson.step', steps)}`;
    this.#said.textContent = this.#answer ? sentence(t(this.#answer.key, this.#answer.args)) : '';
    this.#text.textContent = text;
    this.#main.textContent = t(label);
    this.#more.hidden = !won;
    this.#does = main;
    if (fresh) speak(text);
  }

  /** @returns {{ say: string, args?: Record<string, any>, label: string, main: () => unknown }} */
  #now() {
    const step = this.#steps[this.#at];
    const back = { label: 'lesson.back', main: () => this.#app.play.command('undo') };
    if (this.#strayed) return { say: 'aside', ...back };
    if (step.free) return this.#free(step, back);
    if (!step.card) return { say: step.say, label: 'lesson.next', main: () => this.#next() };
    return { say: step.say, args: placesOf(step), label: 'lesson.show', main: () => this.#point(step) };
  }

  /**
   * What is said while the learner plays alone.
   * @param {Step} step
   * @param {{ label: string, main: () => unknown }} back
   */
  #free(step, back) {
    const { session, run } = this.#app;
    const { view } = session;
    const moves = this.#moves();
    const args = placesOf(step);
    if (view?.status === 'won') return { say: 'won', label: 'lesson.leave', main: () => this.#end() };
    if (view?.status === 'no-moves') {
      return { say: trapped(this.#steps, moves) ? 'trap' : 'stuck', args, ...back };
    }
    if (byId('sign').dataset.winnable === 'no') return { say: 'lost', ...back };
    if (view?.finish) return { say: 'finish', label: 'action.finish', main: () => run('finish') };
    const first = moves.length === asked(this.#steps).length;
    return { say: first ? step.say : 'free', args, label: 'lesson.show', main: () => run('hint') };
  }

  /**
   * Points at what a step asks for: where the card is only to be tried, at the card alone.
   * @param {Step} step
   */
  #point({ card, to, reason }) {
    const { play, session } = this.#app;
    const piles = session.view?.piles ?? {};
    const from = Object.keys(piles).find((pile) => piles[pile].includes(card));
    const alone = reason === 'reason.only-top';
    play.point(alone ? { card } : { card, to });
    speak(alone ? t('lesson.lies', { card, from }) : t('hint.try', { card, to }));
  }

  #next() {
    this.#answer = null;
    this.#at++;
    this.#show();
  }

  /** Goes back to the player's own game. */
  async #end() {
    this.close();
    const answer = await this.#app.opening.back();
    if (answer.ok) say(t('lesson.ended'));
  }

  async #readMore() {
    await this.#end();
    await openHelp(this.#app, 'strategy');
  }

  /** Takes the lesson off the table, whatever game is there now. */
  close() {
    if (running === this) running = null;
    if (read('greeted') === false) write('greeted', true);
    const held = this.#place.contains(document.activeElement);
    this.#over.abort();
    this.#sign.disconnect();
    this.#place.remove();
    void this.#app.session.ask({ intent: 'options', autoplay: settings().autoplay });
    if (held) focusTable();
  }
}
