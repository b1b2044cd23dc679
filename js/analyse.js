/**
 * Analysis: a game laid aside to be stepped through, branched anywhere and asked about, with
 * every line kept while it lasts. The player's own game waits, and nothing here is recorded.
 */

/** @import { App } from './main.js' */
/** @import { Change, Answer } from './session.js' */
/** @import { Save } from './types.js' */

import { say, sayReason } from './announce.js';
import { Course } from './course.js';
import { byId, enable, h, icon, isEnabled } from './dom.js';
import { lineText, readGame } from './line.js';
import { clearNotice, noticeShown, notify } from './notice.js';
import { complaint, field, openDialog } from './panels/dialog.js';
import { copyText, fileInto, plainField } from './panels/plain.js';
import { makeStrip } from './strip.js';
import { t } from './strings.js';

const KIND = 'analysis';

/** @typedef {{ by: 'game' | 'own' | 'solver', from: number, plies: string[] }} Line */

/** @type {Analysis | undefined} */
let analysis;

/**
 * Lays a game out for analysis: the one on the table, or one that was saved.
 * @param {App} app
 * @param {Save} [save]
 */
export async function analyse(app, save = app.session.save ?? undefined) {
  if (!save) return;
  analysis ??= new Analysis(app);
  const answer = await analysis.open({ intent: 'load', save });
  if (!answer.ok) sayReason(answer.reason);
}

class Analysis {
  #app;
  #course;
  /** @type {Line[]} */
  #lines = [];
  #at = 0;
  /** Which game the lines are of. */
  #game = '';
  /** @type {ReturnType<typeof makeStrip> | null} */
  #strip = null;
  /** What had the focus before. @type {Element | null} */
  #opener = null;
  // Not live: the slider tells the same as it moves.
  #text = h('p');
  #choice = h('select');

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#course = new Course(app.advice, app.session);
    this.#course.addEventListener('change', () => this.#show());
    app.session.addEventListener('change', (event) => {
      this.#follow(/** @type {CustomEvent<Change>} */ (event).detail);
    });
    const notice = byId('notice');
    notice.addEventListener('cleared', () => this.#show());
    notice.addEventListener('leave', () => noticeShown() === KIND && void this.#leave());
  }

  get #on() {
    return this.#app.session.game.aside === 'analysis';
  }

  /**
   * @param {import('./engine.js').Intent} intent that opens a game
   * @returns {Promise<Answer>}
   */
  async open(intent) {
    if (!this.#on) this.#opener = document.activeElement;
    const answer = await this.#app.opening.aside(intent, 'analysis');
    if (!answer.ok) return answer;
    document.dispatchEvent(new Event('panelopen'));
    this.#begin(answer.save);
    this.#course.start();
    // What was said about the game that waits now would stand before this one.
    clearNotice('advice');
    this.#show();
    this.#strip?.focus();
    return answer;
  }

  /**
   * Lays out a game; one that was laid out last and has not changed since has its lines still.
   * @param {Save} save
   */
  #begin({ variant, deal, position, plies }) {
    const game = JSON.stringify([variant, deal, position, plies]);
    if (game !== this.#game) this.#lines = [{ by: 'game', from: 0, plies }];
    this.#game = game;
    this.#at = 0;
  }

  #leave() {
    return this.#app.opening.back();
  }

  /** @param {Change} change */
  #follow({ intent }) {
    if (intent === 'anticipate') return;
    if (!this.#on) {
      this.#course.searching = false;
      const held = byId('notice').contains(document.activeElement);
      clearNotice(KIND);
      if (held && this.#opener instanceof HTMLElement && this.#opener !== document.body) this.#opener.focus();
      this.#opener = null;
      return;
    }
    const plies = this.#app.session.save?.plies ?? [];
    const line = this.#lines[this.#at];
    if (line && (intent === 'move' || intent === 'best' || intent === 'finish')) this.#branch(line, plies);
    this.#course.searching = true;
    this.#show();
  }

  /**
   * Notes what was played: a line of one's own grows, any other is left as it was.
   * @param {Line} line
   * @param {string[]} plies
   */
  #branch(line, plies) {
    const parted = line.plies.findIndex((ply, i) => ply !== plies[i]);
    if (parted < 0 && plies.length === line.plies.length) return;
    if (parted < 0 && line.by === 'own') line.plies = plies;
    else this.#add({ by: 'own', from: parted < 0 ? line.plies.length : parted, plies });
  }

  /** @param {Line} line */
  #add(line) {
    this.#at = this.#lines.push(line) - 1;
  }

  /** @param {number} at */
  async #take(at) {
    this.#at = at;
    const { plies, from } = this.#lines[at];
    await this.#load(plies, from);
  }

  /**
   * @param {string[]} plies
   * @param {number} cursor
   */
  #load(plies, cursor) {
    const { session } = this.#app;
    return session.ask({ intent: 'load', save: { ...session.save, plies, cursor } }, session.game);
  }

  /** Asks the solver for a win from here, and lays its line beside the others. */
  async #solve() {
    const { advice, session } = this.#app;
    const result = await advice.job({ intent: 'solve' }, t('job.solve'));
    const { save } = session;
    if (!result || !save) return this.#show();
    if (result.verdict !== 'solved' || !result.plies.length) {
      say(t(result.verdict === 'unsolvable' ? 'winnable.no.tip' : 'winnable.unknown.tip'));
      return this.#show();
    }
    const plies = [...save.plies.slice(0, save.cursor), ...result.plies];
    this.#add({ by: 'solver', from: save.cursor, plies });
    await this.#load(plies, save.cursor);
    say(t('analysis.solved', { n: result.plies.length }));
  }

  #show() {
    const { view } = this.#app.session;
    if (!this.#on || !view) return;
    const shown = noticeShown();
    if (shown === 'progress' || shown === 'advice' || shown === 'show') return;
    if (shown !== KIND || !this.#strip) {
      this.#strip = makeStrip(this.#course, (cursor) => void this.#app.session.ask({ intent: 'goto', cursor }));
      notify(KIND, {
        title: t('analysis.title'),
        text: '',
        extra: [this.#text, this.#strip.place, this.#controls()],
      });
    }
    this.#strip.show(view.cursor);
    this.#enable('back', view.cursor > 0);
    this.#enable('on', view.cursor < view.plies);
    this.#enable('solve', view.status === 'playing');
    const peeks = Object.keys(view.hidden ?? {}).length > 0;
    const worth = this.#strip.worthAt(view.cursor);
    this.#text.textContent = [
      t('analysis.at', { i: view.cursor, n: view.plies, worth }),
      peeks && t('winnable.peeks'),
    ].filter(Boolean).join(' ');
    this.#showLines();
  }

  /** @param {string} name @param {boolean} on */
  #enable(name, on) {
    enable(byId('notice').querySelector(`[data-analysis="${name}"]`), on);
  }

  #showLines() {
    this.#choice.hidden = this.#lines.length < 2;
    this.#choice.replaceChildren(
      ...this.#lines.map(({ by, from }, i) =>
        h('option', { value: String(i), selected: i === this.#at }, t(`analysis.line.${by}`, { i: i + 1, n: from })),
      ),
    );
  }

  #controls() {
    const { session } = this.#app;
    this.#choice = h('select', {
      'aria-label': t('analysis.lines'),
      onchange: () => void this.#take(Number(this.#choice.value)),
    });
    /** @param {string} name @param {string} sign @param {() => void} run */
    const button = (name, sign, run) => {
      const made = h(
        'button',
        { type: 'button', className: 'button', 'data-analysis': name, title: t(`analysis.${name}.tip`) },
        icon(sign),
        h('span', {}, t(`analysis.${name}`)),
      );
      made.addEventListener('click', () => isEnabled(made) && run());
      return made;
    };
    return h(
      'div',
      { className: 'analysis-row' },
      button('back', 'undo', () => void session.ask({ intent: 'undo' })),
      button('on', 'redo', () => void session.ask({ intent: 'redo' })),
      button('solve', 'solve', () => void this.#solve()),
      button('export', 'export', () => this.#openExport()),
      button('open', 'import', () => this.#openAnother()),
      button('leave', 'close', () => void this.#leave()),
      this.#choice,
    );
  }

  /** Shows the line on the table as text, to be copied. */
  #openExport() {
    const { save } = this.#app.session;
    if (!save) return;
    const text = plainField({ readOnly: true, rows: 8, value: lineText(save) });
    const copy = () => copyText(text);
    openDialog(
      t('analysis.export.title'),
      field(t('export.text'), text, { help: t('analysis.export.help') }),
      h(
        'div',
        { className: 'buttons' },
        h('button', { type: 'button', className: 'button main', onclick: copy }, t('export.copy')),
      ),
    );
  }

  /** Opens another game: a result, a save, a line or a position. */
  #openAnother() {
    const wrong = complaint();
    const text = plainField({ rows: 8, autofocus: true });
    const dialog = openDialog(
      t('analysis.open.title'),
      h(
        'form',
        {
          onsubmit: async (/** @type {Event} */ event) => {
            event.preventDefault();
            const answer = await this.#openText(text.value);
            if (answer.ok) dialog.close();
            else wrong.say(t(answer.reason?.key ?? 'error.request', answer.reason?.args));
          },
        },
        field(t('analysis.open.text'), text, { help: t('analysis.open.help') }),
        wrong.place,
        h(
          'div',
          { className: 'buttons' },
          h('button', { type: 'submit', className: 'button main' }, t('analysis.open.go')),
          fileInto(text),
        ),
      ),
    );
  }

  /**
   * @param {string} text
   * @returns {Promise<Answer>}
   */
  async #openText(text) {
    const { session } = this.#app;
    const variant = session.save?.variant ?? 'bakers-dozen';
    const game = readGame(text);
    if (game.save) return this.open({ intent: 'load', save: game.save });
    if (game.code !== undefined) {
      const answer = await session.ask({ intent: 'open', code: game.code });
      return answer.ok ? this.open({ intent: 'load', save: answer.save }) : answer;
    }
    return this.open({ intent: 'position', variant, text });
  }
}
