/** Puts the page together: shows the table at once, starts the engine, binds the commands. */

import { Advice } from './advice.js';
import { say } from './announce.js';
import { bindArrows } from './arrows.js';
import { awaitPanel, bindBack, claimEntry, nameEntry, panelAt, placeAt } from './back.js';
import { Board } from './board.js';
import { breathe, painted } from './breathe.js';
import { Daily } from './daily.js';
import { byId } from './dom.js';
import { bindEarlier } from './earlier.js';
import { Engine } from './engine.js';
import { bindTable } from './input.js';
import { bindInstall } from './install.js';
import { bindKeys, repeatWhileHeld } from './keys.js';
import { migrate } from './migrate.js';
import { Motion } from './motion.js';
import { greetNewcomer } from './newcomer.js';
import { noticeShown, notify } from './notice.js';
import { bindOffline } from './offline.js';
import { Opening } from './opening.js';
import { Play } from './play.js';
import { Replay } from './replay.js';
import { Session } from './session.js';
import * as choices from './settings.js';
import { bindSound } from './sound.js';
import { bindStatus, LEADS_AWAY } from './status.js';
import * as store from './store.js';
import { fillTexts, t, useLanguage } from './strings.js';
import { bindTabs } from './tabs.js';
import { sayIfBroken } from './whole.js';

migrate();
choices.applyLook();
sayIfBroken();
globalThis.early?.tellAlive();

// To read the page's programs is one task, to draw the cards another.
await breathe();
const engine = new Engine({ lastSave: () => session.save });
const session = new Session(engine);
const board = new Board(byId('table'));
const motion = new Motion(board);
const play = new Play(session, board, motion, byId('table'), byId('foot'));
// A panel that the address names is opened over the game.
const [firstPanel, firstPlace] = [panelAt(location.hash), placeAt(location.hash)];
if (firstPanel) claimEntry();
const opening = new Opening(session, play);
bindTable(byId('table'), { play, board, motion });
opening.showAtOnce();
const tapped = globalThis.early?.takeTap();
if (tapped) play.tap(tapped, board.pileOf(tapped) ?? '');

// Whatever else the page needs waits until the cards are seen.
await painted();
const advice = new Advice(engine, session, play, byId('sign'));
const daily = new Daily(session, opening);
const replay = new Replay(session, opening);
const status = bindStatus({ engine, session, play, advice, opening, daily });

/** What the panels are given. */
const app = { engine, session, play, advice, opening, daily, replay, run, variants, refresh: () => status.refresh() };
/** @typedef {typeof app} App */

/** @type {Promise<Map<string, Record<string, any>>> | undefined} */
let table;

/** The engine's table of variants, by id. */
function variants() {
  table ??= session.ask({ intent: 'hello' }).then(({ ok, variants: rows = [] }) => {
    if (!ok) table = undefined;
    return new Map(rows.map((/** @type {Record<string, any>} */ row) => [row.id, row]));
  });
  return table;
}

/** How long after a failed attempt the words of the language are asked for once more. */
const SPEAK_AGAIN_MS = 4000;

/** @type {Record<string, (held: boolean) => unknown>} */
const ACTIONS = {
  undo: (held) => play.command('undo', {}, held),
  redo: (held) => play.command('redo', {}, held),
  restart: () => play.command('restart'),
  finish: () => play.command('finish'),
  new: () => opening.deal(),
  hint: () => advice.hint(),
  solve: () => advice.solve(),
};

/** @typedef {typeof import('./later.js')} Later */

/** @type {Record<string, (later: Later, place: string) => unknown>} */
const PANELS = {
  games: (later) => later.openGames(app),
  daily: (later) => later.openDaily(app),
  statistics: (later) => later.openStatistics(app),
  share: (later) => later.openShare(app),
  settings: (later) => later.openSettings(),
  help: (later, place) => later.openHelp(app, place),
  about: (later) => later.openAbout(),
  import: (later) => later.openImport(app),
  export: (later) => later.openExport(app),
  timeline: (later) => later.openTimeline(app),
  analyse: (later) => later.analyse(app),
  lesson: (later) => later.startLesson(app),
};

/**
 * Does something with what is fetched at the first such wish.
 * @param {(later: Later) => unknown} use
 * @returns {Promise<unknown>} what came of it
 */
async function withLater(use) {
  const later = await import('./later.js').catch(() => say(t('say.unreachable')));
  return later && use(later);
}

/** Panels that are being opened: until one is there, asking again is the same wish. @type {Set<string>} */
const coming = new Set();
// It may be closed before it is filled, and wished for again.
document.addEventListener('panelopen', () => coming.clear());

/**
 * @param {string} action
 * @param {string} [place] where in the panel
 * @param {boolean} [held] whether it is one more time while a key or a finger stays on it
 */
async function run(action, place = '', held = false) {
  if (session.game.aside === 'lesson' && LEADS_AWAY.includes(action)) return say(t('lesson.not-now'));
  if (!(action in PANELS)) return void ACTIONS[action]?.(held);
  // Another place in the same panel is another wish.
  const wish = `${action} ${place}`;
  if (coming.has(wish)) return;
  coming.add(wish);
  try {
    const panel = await withLater((later) => PANELS[action](later, place));
    // Once it is filled, another may have taken its place.
    if (panel instanceof HTMLDialogElement && panel.open) nameEntry(action);
  } finally {
    coming.delete(wish);
  }
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-action], [data-offers]') : null;
  if (!(button instanceof HTMLElement)) return;
  const menu = byId('menu');
  if (menu.contains(button) && menu.matches(':popover-open')) menu.hidePopover();
  void run(button.dataset.action ?? button.dataset.offers ?? '');
});

bindArrows();
bindKeys((action, held) => run(action, '', held));
for (const action of ['undo', 'redo']) {
  const button = document.querySelector(`[data-action="${action}"]`);
  if (button instanceof HTMLElement) repeatWhileHeld(button, () => run(action, '', true));
}
play.addEventListener('new', () => void run('new'));
bindBack(() => opening.showAddress());
addEventListener('hashchange', () => {
  const panel = panelAt(location.hash);
  if (panel) {
    awaitPanel();
    return void run(panel, placeAt(location.hash));
  }
  void opening.follow();
});
opening.addEventListener('opened', () => board.showArt(), { once: true });
engine.addEventListener('state', () => engine.state === 'failed' && board.showArt());
opening.addEventListener('opened', () => firstPanel && void run(firstPanel, firstPlace), { once: true });
bindEarlier(session);
bindSound(play);
bindInstall(session, opening);
opening.addEventListener('result', (event) => {
  const code = /** @type {CustomEvent<string>} */ (event).detail;
  void withLater((later) => later.openResult(app, code));
});
session.addEventListener('won', () => void withLater((later) => later.enterTable(app)));
bindTabs(session, opening);
seatCoach();

choices.events.addEventListener('change', (event) => {
  const name = /** @type {CustomEvent<string>} */ (event).detail;
  if (name === 'language') void speakLanguage();
  else if (name === 'winnable') advice.refresh();
  else if (name === 'autoplay') tellOptions();
  else if (name === 'coach') seatCoach();
  else play.draw();
});

function seatCoach() {
  if (choices.settings().coach !== 'off') void withLater((later) => later.bindCoach(app));
}

async function speakLanguage() {
  await useLanguage(choices.languageWanted());
  fillTexts(document);
  await breathe();
  board.rename();
  daily.mark();
  await breathe();
  status.refresh();
  choices.events.dispatchEvent(new Event('spoken'));
}

/** Without its words the game goes on; they are asked for until they come. */
async function speakInTime() {
  for (;;) {
    try {
      return await speakLanguage();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, SPEAK_AGAIN_MS));
    }
  }
}

const speaking = speakInTime();
void greetNewcomer(opening, session, speaking, () => void run('lesson'));
// A notice stays until it is read; a line, beside another notice, comes after the move is told.
store.events.addEventListener('failed', () => {
  void speaking.then(() => (noticeShown() ? say(t('store.failed')) : notify('store', { text: t('store.failed') })));
});
bindOffline(engine);
engine.start();
tellOptions();
void opening.start(speaking);
// A fresh engine knows the game again, but not what the player has chosen.
engine.addEventListener('restart', tellOptions);

function tellOptions() {
  void session.ask({ intent: 'options', autoplay: choices.settings().autoplay });
}
