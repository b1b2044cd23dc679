/**
 * The one place where the table's events are bound: taps, drags, double taps, the right button
 * and the arrow keys. It knows elements and geometry; what they mean is js/play.js's business.
 */

/** @import { Board } from './board.js' */
/** @import { Motion } from './motion.js' */
/** @import { Play } from './play.js' */
/** @import { Card, PileId } from './types.js' */

import { pilesUnder, spotAt } from './hits.js';

/** A finger may tremble this far before a tap becomes a drag. */
const DRAG_FROM = 6;
/** A tap on the bare table may slip this far. */
const SLIP = 16;
/** The browser's click comes this soon after the tap that was answered already. */
const ECHO_MS = 700;
const DOUBLE_MS = 400;
/** After a double tap, further taps on the same spot are the same burst of taps. */
const BURST_MS = 300;
const BURST_RADIUS = 8;

/**
 * Binds the table.
 * @param {HTMLElement} root
 * @param {{ play: Play, board: Board, motion: Motion }} parts
 */
export function bindTable(root, { play, board, motion }) {
  /** @type {{ id: number, card: Card | null, pile: PileId | null, x: number, y: number, dragging: boolean } | null} */
  let press = null;
  /** When a press ended that was answered, so that its click is not answered once more. */
  let answered = -Infinity;
  /** @type {{ card: Card, at: number } | null} */
  let lastTap = null;
  /** @type {{ x: number, y: number, at: number } | null} */
  let burst = null;

  root.addEventListener('pointerdown', (event) => {
    if (press?.dragging || !event.isPrimary || event.button !== 0) return;
    answered = -Infinity;
    press = { id: event.pointerId, ...spot(event), x: event.clientX, y: event.clientY, dragging: false };
  });

  /**
   * What lies where a finger is, by the state of the table: a card in flight is no obstacle.
   * @param {MouseEvent} event
   */
  function spot({ clientX, clientY }) {
    const { left, top } = root.getBoundingClientRect();
    if (!board.layout || !board.view) return { card: null, pile: null };
    return spotAt(board.layout, board.view, clientX - left, clientY - top);
  }

  root.addEventListener('pointermove', (event) => {
    if (event.pointerId !== press?.id) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    const { card } = press;
    if (!card) return;
    if (!press.dragging) {
      if (Math.hypot(dx, dy) < DRAG_FROM) return;
      press.dragging = true;
      root.setPointerCapture(press.id);
      if (play.grab(card)) motion.lift(play.runFrom(card));
    }
    if (!motion.holding) return;
    motion.drag(dx, dy);
    board.markOver(pileUnder(card, dx, dy));
  });

  root.addEventListener('pointerup', (event) => {
    if (event.pointerId !== press?.id) return;
    const { card, pile, dragging, x, y } = press;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    press = null;
    answered = event.timeStamp;
    if (!dragging) {
      const stays = !card || board.pileOf(card) === pile;
      if (stays && Math.hypot(dx, dy) < SLIP) tapped(card, pile, event);
      return;
    }
    // When the table was drawn anew meanwhile, as on a turn of the screen, nothing is held.
    if (!card) return;
    if (!motion.holding) return play.putBack();
    const to = pileUnder(card, dx, dy);
    if (to && to !== board.pileOf(card)) void play.move(card, to);
    else letGo();
  });

  root.addEventListener('pointercancel', (event) => {
    if (event.pointerId !== press?.id) return;
    if (press.dragging) letGo();
    press = null;
  });

  // The table changed under the finger: whatever was lifted lies down again.
  play.addEventListener('drawn', (event) => {
    if (press?.dragging && !(/** @type {CustomEvent} */ (event).detail.same)) press.card = null;
  });

  function letGo() {
    play.putBack();
    motion.putBack();
    play.settle();
  }

  /**
   * The pile where a dragged card would land.
   * @param {Card} card
   * @param {number} dx
   * @param {number} dy
   */
  function pileUnder(card, dx, dy) {
    const over = board.layout ? pilesUnder(board.layout, card, dx, dy) : [];
    // A target that is nearly under the card is meant, rather than what it brushes beside.
    return (over.find(({ pile }) => play.mayGo(card, pile)) ?? over[0])?.pile ?? null;
  }

  /**
   * A tap of a finger or a click of a mouse.
   * @param {Card | null} card
   * @param {PileId | null} pile
   * @param {PointerEvent} event
   */
  function tapped(card, pile, { clientX: x, clientY: y, timeStamp: now }) {
    if (!pile) return play.putBack();
    if (burst && now - burst.at < BURST_MS && Math.hypot(x - burst.x, y - burst.y) < BURST_RADIUS) {
      burst.at = now;
      return;
    }
    burst = null;
    const again = card && lastTap?.card === card && now - lastTap.at < DOUBLE_MS;
    const elsewhere = play.picked && play.picked !== card;
    if (again) {
      burst = { x, y, at: now };
      void play.best(card);
    } else {
      play.tap(card, pile);
    }
    // A card that was tapped as a target has not been tapped for itself.
    const aimed = elsewhere && play.picked !== card;
    lastTap = card && !again && !aimed ? { card, at: now } : null;
  }

  // Keys, switches and screen readers click without a finger on the table.
  root.addEventListener('click', (event) => {
    if (event.detail > 0 && event.timeStamp - answered < ECHO_MS) return;
    const pile = pileIdOf(event.target);
    if (pile) play.tap(cardOf(event.target), pile);
    else play.putBack();
  });

  root.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    const { pointerType } = /** @type {PointerEvent} */ (event);
    const { card } = spot(event);
    if (card && !press && pointerType !== 'touch') void play.best(card);
  });

  root.addEventListener('dragstart', (event) => event.preventDefault());

  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLButtonElement) board.setStop(target);
  });

  root.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && play.picked) {
      event.preventDefault();
      if (press?.dragging) {
        motion.putBack();
        press.card = null;
      }
      return play.putBack();
    }
    const goal = neighbour(event.target, event.key);
    if (!goal) return;
    event.preventDefault();
    goal.focus();
  });

  /**
   * Where an arrow leads: along a pile, past its ends to the pile that lies there.
   * @param {EventTarget | null} from
   * @param {string} key
   */
  function neighbour(from, key) {
    const pile = pileIdOf(from);
    if (!pile) return null;
    const piles = board.pileIds();
    const order = ['C', 'D', 'H', 'S', ...piles.filter((id) => id.length > 1), ...piles.filter((id) => id >= 'a' && id.length === 1)];
    if (key === 'Home' || key === 'End') return board.landing(order.at(key === 'Home' ? 0 : -1) ?? pile);
    const card = cardOf(from);
    const cards = board.view?.piles[pile] ?? [];
    const i = card ? cards.indexOf(card) : -1;
    if (pile === 'reserve' && card) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (step && cards[i + step]) return board.button(cards[i + step]);
    } else if (/^[a-m]$/.test(pile) && card) {
      if (key === 'ArrowUp' && i > 0) return board.button(cards[i - 1]);
      if (key === 'ArrowDown' && i < cards.length - 1) return board.button(cards[i + 1]);
    }
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const at = order.indexOf(pile) + (key === 'ArrowRight' ? 1 : -1);
      return board.landing(order[(at + order.length) % order.length]);
    }
    if (key === 'ArrowUp' || key === 'ArrowDown') return across(pile, key === 'ArrowUp' ? -1 : 1);
    return null;
  }

  /**
   * The nearest pile above or below.
   * @param {PileId} pile
   * @param {number} way
   */
  function across(pile, way) {
    const boxes = board.layout?.piles ?? {};
    const from = boxes[pile];
    let best = null;
    let least = Infinity;
    for (const [id, box] of Object.entries(boxes)) {
      const gap = way > 0 ? box.y - (from.y + from.h) : from.y - (box.y + box.h);
      if (id === pile || gap < -1) continue;
      const distance = gap * 4 + Math.abs(box.x + box.w / 2 - from.x - from.w / 2);
      if (distance < least) {
        least = distance;
        best = id;
      }
    }
    return best && board.landing(best);
  }
}

/** @param {EventTarget | null} target @returns {Card | null} */
function cardOf(target) {
  const button = target instanceof Element ? target.closest('[data-card]') : null;
  return button instanceof HTMLElement ? (button.dataset.card ?? null) : null;
}

/** @param {EventTarget | null} target @returns {PileId | null} */
function pileIdOf(target) {
  const list = target instanceof Element ? target.closest('[data-pile]') : null;
  return list instanceof HTMLElement ? (list.dataset.pile ?? null) : null;
}
