/**
 * The first game: the learner makes real moves on the real table, and a line below it says what
 * to do next and why. The engine judges every move; the player's own game waits meanwhile.
 */

/** @import { App } from '../main.js' */
/** @import { Change } from '../session.js' */
/** @import { Reason, View } from '../types.js' */
/** @import { Step } from './script.js' */

import { say, sayReason, sentence, speak } from '../announce.js';
import { byId, focusTable, h } from '../dom.js';
import { openHelp } from '../panels/help.js';
import { settings, events as choices } from '../settings.js';
import { t } from '../strings.js';
import { asked, course, follow, trapped } from './script.js';

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
  /** What the engine has just refused a move for. @type {Reason | null} */
  #refusal = null;
  #title = h('h2');
  #said = h('p', { className: 'said' });
  #text = h('p');
  #main = h('button', { type: 'button', className: 'button main' });
  #other = h('button', { type: 'button', className: 'button' });
  #place = h(
    'section',
    { className: 'notice lesson', 'data-lesson': '' },
    h('div', { className: 'notice-text' }, this.#title, this.#said, this.#text),
    h('div', { className: 'notice-actions' }, this.#main, this.#other),
  );
  #over = new AbortController();
  #sign = new MutationObserver(() => this.#show());
  /** What the two buttons do now. @type {{ main: () => unknown, other: () => unknown }} */
  #does = { main: () => {}, other: () => {} };

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
    this.#main.addEventListener('click', () => this.#does.main());
    this.#other.addEventListener('click', () => this.#does.other());
    app.play.addEventListener('drawn', (event) => this.#drawn(/** @type {CustomEvent<Change>} */ (event).detail), { signal });
    app.play.addEventListener('refused', (event) => this.#refused(/** @type {CustomEvent<Reason>} */ (event).detail), { signal });
    choices.addEventListener('spoken', () => this.#show(), { signal });
    this.#sign.observe(byId('sign'), { attributeFilter: ['data-winnable'] });
    byId('table').before(this.#place);
    this.#show();
    this.#main.focus({ preventScroll: true });
  }

  /** @param {Change} change */
  #drawn({ intent }) {
    if (this.#app.session.game.aside !== 'lesson') return this.close();
    if (intent === 'anticipate') return;
    this.#refusal = null;
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

  /** @param {Reason} reason */
  #refused(reason) {
    this.#refusal = reason;
    if (!this.#strayed && this.#steps[this.#at].reason === reason?.key) this.#at++;
    this.#show();
  }

  /** Writes what is to be done now; says it when it is new. */
  #show() {
    const { key, args, main, label } = this.#now();
    const steps = { i: this.#at + 1, n: this.#steps.length };
    const won = key === 'lesson.won';
    const text = sentence(t(key, args));
    const said = this.#refusal ? sentence(t(this.#refusal.key, this.#refusal.args)) : '';
    const fresh = text !== this.#text.textContent;
    this.#title.textContent = `${t('lesson.title')} · ${t('lesson.step', steps)}`;
    this.#place.setAttribute('aria-label', t('lesson.title'));
    this.#said.textContent = said;
    this.#text.textContent = text;
    this.#main.textContent = t(label);
    this.#other.textContent = t(won ? 'lesson.more' : 'lesson.end');
    this.#does = { main, other: () => (won ? this.#more() : this.#end()) };
    if (fresh) speak(text);
  }

  /** @returns {{ key: string, args?: Record<string, any>, label: string, main: () => unknown }} */
  #now() {
    const { play } = this.#app;
    const step = this.#steps[this.#at];
    const back = { label: 'lesson.back', main: () => play.command('undo') };
    if (this.#strayed) return { key: 'lesson.aside', ...back };
    if (step.free) return this.#free(step, back);
    const args = { card: step.card, to: step.to };
    if (!step.card) return { key: `lesson.${step.say}`, label: 'lesson.next', main: () => this.#next() };
    return { key: `lesson.${step.say}`, args, label: 'lesson.show', main: () => play.showHint(args) };
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
    const args = { card: step.card, to: step.to };
    if (view?.status === 'won') return { key: 'lesson.won', label: 'lesson.leave', main: () => this.#end() };
    if (view?.status === 'no-moves') {
      return { key: trapped(this.#steps, moves) ? 'lesson.trap' : 'lesson.stuck', args, ...back };
    }
    if (byId('sign').dataset.winnable === 'no') return { key: 'lesson.lost', ...back };
    if (view?.finish) return { key: 'lesson.finish', label: 'action.finish', main: () => run('finish') };
    const first = moves.length === asked(this.#steps).length;
    return { key: first ? `lesson.${step.say}` : 'lesson.free', args, label: 'lesson.show', main: () => run('hint') };
  }

  #next() {
    this.#refusal = null;
    this.#at++;
    this.#show();
  }

  /** Goes back to the player's own game. */
  async #end() {
    this.close();
    const answer = await this.#app.opening.back();
    if (answer.ok) say(t('lesson.ended'));
  }

  async #more() {
    await this.#end();
    await openHelp(this.#app, 'strategy');
  }

  /** Takes the lesson off the table, whatever game is there now. */
  close() {
    if (running === this) running = null;
    const held = this.#place.contains(document.activeElement);
    this.#over.abort();
    this.#sign.disconnect();
    this.#place.remove();
    void this.#app.session.ask({ intent: 'options', autoplay: settings().autoplay });
    if (held) focusTable();
  }
}
