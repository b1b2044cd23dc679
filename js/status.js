/** Writes what stands beside the table: the game's name, counters, clock, buttons, how it ended. */

/** @import { Advice } from './advice.js' */
/** @import { Daily } from './daily.js' */
/** @import { Engine } from './engine.js' */
/** @import { Opening } from './opening.js' */
/** @import { Play } from './play.js' */
/** @import { Session } from './session.js' */
/** @import { View } from './types.js' */

import { speak } from './announce.js';
import { calendar, dayKnown } from './catalogue.js';
import { dateText } from './dates.js';
import { byId, enable, focusTable, h } from './dom.js';
import { gradeMark, gradeName } from './grade.js';
import { clearNotice, noticeShown, notify } from './notice.js';
import { storeFails } from './store.js';
import { clockText, numberText, t } from './strings.js';
import { variantName } from './variants.js';

/** A start that is quicker than this needs no sign. */
const SIGN_AFTER_MS = 250;

/** Commands that would take the first game out of the learner's hands. */
export const LEADS_AWAY = ['solve', 'analyse'];

/**
 * @param {{ engine: Engine, session: Session, play: Play, advice: Advice, opening: Opening, daily: Daily }} parts
 */
export function bindStatus({ engine, session, play, advice, opening, daily }) {
  const clock = session.clock;
  const finish = /** @type {HTMLElement} */ (document.querySelector('[data-action="finish"]'));
  const showClock = () => {
    const text = String(Math.floor(clock.seconds));
    const count = counter('seconds');
    if (count.textContent === text) return;
    count.textContent = text;
    byId('clock').textContent = clockText(clock.seconds);
  };
  clock.addEventListener('tick', showClock);

  play.addEventListener('drawn', (event) => {
    const { view, intent } = /** @type {CustomEvent<import('./session.js').Change>} */ (event).detail;
    const offered = !finish.hidden;
    showCounts(view);
    const ready = !finish.hidden && !offered;
    if (ready && !session.game.aside && !advice.showing) speak(t('finish.ready'));
    if (intent !== 'anticipate') void showEndInTime(view);
    showClock();
  });

  // What was said of the end may have been closed, and is to be had again.
  advice.addEventListener('end', () => {
    if (!session.view) return;
    showEnd(session.view);
    speak(t(`status.${session.view.status}`));
  });

  let signing = setTimeout(showEngine, SIGN_AFTER_MS);
  engine.addEventListener('state', () => {
    showState();
    clearTimeout(signing);
    if (engine.state === 'booting') signing = setTimeout(showEngine, SIGN_AFTER_MS);
    else showEngine();
    if (engine.state !== 'booting') advice.refresh();
  });

  session.addEventListener('change', showState);
  // A game won yesterday leads on to the deal of the day that has come since.
  daily.addEventListener('day', () => {
    if (session.view && noticeShown() === 'end') showEnd(session.view);
  });

  /** Whoever waits for the engine waits for a game on the table, too. */
  function showState() {
    const opening = engine.state === 'ready' && !session.engaged;
    document.documentElement.dataset.engine = opening ? 'booting' : engine.state;
  }

  function showEngine() {
    byId('starting').hidden = engine.state !== 'booting';
    byId('starting-text').textContent = t('engine.booting');
    if (engine.state === 'failed') {
      notify('engine', {
        title: t('engine.failed'),
        text: t('engine.failed.text', { error: engine.failure ?? '' }),
        actions: [{ label: t('engine.again'), main: true, run: again }],
      });
    } else clearNotice('engine');
  }

  function again() {
    play.early = true;
    engine.start();
    engine.dispatchEvent(new Event('restart'));
    void opening.start(Promise.resolve());
  }

  /** @param {View} view */
  function showCounts(view) {
    const date = view.daily;
    const own = session.game.aside === 'lesson' ? t('lesson.title') : variantName(view.variant);
    const name = date ? t('daily.name', { date: dateText(date, 'short') }) : own;
    byId('game-name').textContent = name;
    const deal = view.deal === null ? '' : t('deal.number', { deal: view.deal });
    byId('game-deal').replaceChildren(...(date ? gradeOf(date) : [deal]));
    document.title = t('page.title', { game: date ? t('daily.name', { date: dateText(date) }) : name });
    byId('info').dataset.daily = date ?? '';
    const counts = { ...view.counts, score: view.score.total };
    for (const [name, n] of Object.entries(counts)) {
      counter(name).textContent = String(n);
      const unit = document.querySelector(`[data-unit="${name}"]`);
      if (unit) unit.textContent = t(`count.${name}`, { n });
    }
    byId('score').textContent = numberText(view.score.total);
    enable(command('undo'), view.cursor > 0);
    enable(command('redo'), view.cursor < view.plies);
    enable(command('restart'), view.cursor > 0);
    for (const action of LEADS_AWAY) enable(command(action), session.game.aside !== 'lesson');
    const focused = finish.contains(document.activeElement);
    finish.hidden = !view.finish || view.status !== 'playing';
    // A button that goes would leave the focus nowhere.
    if (focused && finish.hidden) focusTable();
    // Whatever became of the notice, a win offers its result.
    byId('result').hidden = view.status !== 'won' || view.deal === null || Boolean(session.game.aside);
  }

  /** The grade of a date's deal, as soon as the catalogue has told it. @param {string} date */
  function gradeOf(date) {
    const day = dayKnown(date);
    if (day) return [gradeMark(day.grade), h('span', { className: 'grade-name' }, gradeName(day.grade))];
    if (engine.state === 'ready') {
      void calendar(session, date).then(() => {
        if (dayKnown(date) && session.view?.daily === date) showCounts(session.view);
      });
    }
    return [];
  }

  /** A win is told once its last card is up. @param {View} view */
  async function showEndInTime(view) {
    if (view.status === 'won') await play.landed();
    if (session.view === view) showEnd(view);
  }

  /** @param {View} view */
  function showEnd(view) {
    if (engine.state === 'failed' || session.game.aside) return;
    if (view.status === 'playing') return ['end', 'advice'].forEach(clearNotice);
    const autopsy = { label: t('action.autopsy'), run: () => void advice.autopsy() };
    const undo = { label: t('action.undo'), run: () => void play.command('undo') };
    const restart = { label: t('action.restart'), run: () => void play.command('restart') };
    const fresh = { label: t('action.new'), main: !daily.waits, run: () => void opening.deal() };
    const today = { label: t('daily.play-today'), main: true, run: () => void daily.play() };
    const share = { label: t('action.share'), action: 'share' };
    const timeline = { label: t('action.timeline'), action: 'timeline' };
    if (view.status === 'won') {
      notify('end', {
        title: t('status.won'),
        text: t('won.text', {
          score: view.score.total,
          time: clockText(clock.seconds),
          n: view.counts.moves,
        }),
        extra: storeFails() ? [h('p', {}, t('store.failed'))] : [],
        actions: [...(daily.waits ? [today] : []), ...(view.deal === null ? [] : [share]), fresh, timeline, restart],
      });
    } else {
      notify('end', {
        title: t('status.no-moves'),
        text: t('no-moves.text', { n: view.counts.foundations }),
        // At the deal itself there is nothing to go back to.
        actions: [...(view.cursor > 0 ? [undo, autopsy, timeline, restart] : []), fresh],
      });
    }
  }

  return {
    /** Writes everything again, in the language now in use. */
    refresh() {
      if (session.view) {
        showCounts(session.view);
        clearNotice();
        showEnd(session.view);
        advice.refresh();
      }
      if (engine.state !== 'ready') showEngine();
    },
  };
}

/** @param {string} name */
const counter = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-count="${name}"]`));

/** @param {string} action */
const command = (action) => document.querySelector(`[data-action="${action}"]`);
