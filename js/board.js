/**
 * The only writer of the table: puts a view's cards into its piles, with their names and marks.
 * The 52 card elements are made once and moved ever after, so focus and a screen reader's
 * place survive every change.
 */

/** @import { Card, Layout, PileId, View } from './types.js' */

import { CARDS, COURT_CARDS, makeFace, SUITS } from './faces.js';
import { siteAddress } from './place.js';
import { suitGlyph } from './shapes.js';
import { cardName, pileName, t } from './strings.js';

/** Cards at least this wide show pips and courts; smaller ones an index and one large suit. */
const LARGE = 64;

/** @typedef {{ list: HTMLElement, slot: HTMLElement, button: HTMLButtonElement }} Pile */

export class Board {
  /** @type {View | null} */
  view = null;
  /** @type {Layout | null} */
  layout = null;
  #root;
  /** @type {Map<Card, { place: HTMLElement, button: HTMLButtonElement }>} */
  #cards = new Map();
  /** @type {Map<PileId, Pile>} */
  #piles = new Map();
  /** @type {HTMLElement | null} */
  #stop = null;
  /** Whether the art may be fetched by now: what the first move needs goes first. */
  #takesArt = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    for (const card of CARDS) this.#cards.set(card, makeCard(card));
    for (const list of root.querySelectorAll('[data-pile]')) {
      this.#adopt(/** @type {HTMLElement} */ (list));
    }
  }

  /** @param {Card} card */
  place(card) {
    return /** @type {HTMLElement} */ (this.#cards.get(card)?.place);
  }

  /** @param {Card} card */
  button(card) {
    return /** @type {HTMLButtonElement} */ (this.#cards.get(card)?.button);
  }

  /**
   * The button that stands for a pile: its last card, or its slot when it is empty.
   * @param {PileId} pile
   */
  landing(pile) {
    const last = this.view?.piles[pile]?.at(-1);
    return last ? this.button(last) : this.#piles.get(pile)?.button;
  }

  /** @returns {PileId[]} the piles on the table, in their order */
  pileIds() {
    return [...this.#piles.keys()].filter((id) => this.#piles.get(id)?.list.isConnected);
  }

  /** @param {Card} card @returns {PileId | undefined} */
  pileOf(card) {
    const piles = this.view?.piles ?? {};
    return Object.keys(piles).find((pile) => piles[pile].includes(card));
  }

  /**
   * Draws a view.
   * @param {View} view
   * @param {Layout} layout
   */
  render(view, layout) {
    const held = document.activeElement;
    this.view = view;
    this.layout = layout;
    const style = this.#root.style;
    style.setProperty('--card-w', `${layout.card.w}px`);
    style.setProperty('--card-h', `${layout.card.h}px`);
    const large = layout.card.w >= LARGE;
    this.#root.classList.toggle('large', large);
    if (large && this.#takesArt) this.#fetchArt();
    this.#showPiles(layout);
    for (const id of this.pileIds()) this.#fill(id, view, layout);
    this.#keepFocus(held);
  }

  /** Gives every card and pile its name again, in the language now in use. */
  rename() {
    if (this.view && this.layout) this.render(this.view, this.layout);
  }

  /** @param {Layout} layout */
  #showPiles(layout) {
    for (const id of Object.keys(layout.piles)) {
      if (!this.#piles.has(id)) this.#adopt(makePile(id));
      const pile = /** @type {Pile} */ (this.#piles.get(id));
      if (!pile.list.isConnected) this.#root.append(pile.list);
    }
    for (const [id, { list }] of this.#piles) if (!(id in layout.piles)) list.remove();
  }

  /**
   * @param {PileId} id
   * @param {View} view
   * @param {Layout} layout
   */
  #fill(id, view, layout) {
    const { list, slot, button } = /** @type {Pile} */ (this.#piles.get(id));
    const cards = view.piles[id] ?? [];
    const down = view.hidden?.[id] ?? 0;
    const box = layout.piles[id];
    const end = layout.cards[cards.at(-1) ?? ''] ?? box;
    const style = list.style;
    style.setProperty('--pile-x', `${box.x}px`);
    style.setProperty('--pile-y', `${box.y}px`);
    style.setProperty('--pile-w', `${box.w}px`);
    style.setProperty('--pile-h', `${box.h}px`);
    style.setProperty('--index', `${box.index}px`);
    style.setProperty('--end-x', `${end.x - box.x}px`);
    style.setProperty('--end-y', `${end.y - box.y}px`);
    const dead = view.dead.includes(id);
    mark(list, 'full', cards.length > 0);
    mark(list, 'dead', dead);
    name(list, pileName(id));
    const empty = t(dead ? 'pile.dead' : 'pile.empty', { pile: id });
    name(button, empty || id);
    let next = slot.nextElementSibling;
    cards.forEach((card, i) => {
      const { place, button } = /** @type {{ place: HTMLElement, button: HTMLButtonElement }} */ (
        this.#cards.get(card)
      );
      if (place === next) next = next.nextElementSibling;
      else move(list, place, next);
      const at = layout.cards[card];
      place.style.translate = `${at.x - box.x}px ${at.y - box.y}px`;
      const hidden = i < down;
      const open = !hidden && (view.dests[card]?.length ?? 0) > 0;
      mark(button, 'down', hidden);
      mark(button, 'open', open);
      const where = { pile: id, i: i + 1, n: cards.length };
      const what = hidden ? t('card.down') : cardName(card);
      // No card of the reserve lies on another.
      const covered = id !== 'reserve' && i < cards.length - 1;
      const state = open ? t('card.open') : covered && t('card.covered');
      const spoken = id.length > 1 || id >= 'a' ? t('card.place', where) : pileName(id);
      // Before the words of the language have come, a card is named by its own letters.
      name(button, [what, spoken, state].filter(Boolean).join(', ') || (hidden ? id : card));
    });
  }

  /** Lets the courts be fetched, now and whenever another deck is in use. */
  showArt() {
    this.#takesArt = true;
    if (this.#root.classList.contains('large')) this.#fetchArt();
  }

  /** Fetches the courts of the deck in use; until one has come it keeps its large suit. */
  #fetchArt() {
    const deck = document.documentElement.classList.contains('four-colours') ? '4color' : '2color';
    for (const card of COURT_CARDS) {
      const button = this.button(card);
      if (button.dataset.art === deck) continue;
      const url = siteAddress(`cards/${deck}/${card}.svg`);
      const image = new Image();
      image.onload = () => {
        button.style.setProperty('--art', `url("${url}")`);
        button.dataset.art = deck;
      };
      image.src = url;
    }
  }

  /**
   * Marks the picked-up card and where it may go.
   * @param {Card | null} card
   * @param {PileId[]} targets
   */
  markPicked(card, targets) {
    for (const [each, { button }] of this.#cards) {
      mark(button, 'picked', each === card);
      if (each === card) button.setAttribute('aria-pressed', 'true');
      else button.removeAttribute('aria-pressed');
    }
    for (const [id, { list }] of this.#piles) {
      mark(list, 'target', targets.includes(id));
      mark(list, 'over', false);
    }
  }

  /** Marks the pile that a dragged card is over. @param {PileId | null} pile */
  markOver(pile) {
    for (const [id, { list }] of this.#piles) mark(list, 'over', id === pile);
  }

  /** @param {{ card: Card, to?: PileId } | null} hint */
  markHint(hint) {
    for (const [card, { button }] of this.#cards) mark(button, 'hint', card === hint?.card);
    for (const [id, { list }] of this.#piles) mark(list, 'hint', id === hint?.to);
  }

  /**
   * Makes one button of the table the one that Tab reaches.
   * @param {HTMLElement} button
   */
  setStop(button) {
    if (this.#stop === button) return;
    if (this.#stop) this.#stop.tabIndex = -1;
    button.tabIndex = 0;
    this.#stop = button;
  }

  /** @param {Element | null} held what had the focus before the table changed */
  #keepFocus(held) {
    const stop = this.#stop;
    if (!stop?.isConnected || stop.offsetParent === null) {
      const pile = stop?.closest('[data-pile]');
      const id = pile instanceof HTMLElement && pile.isConnected ? pile.dataset.pile : 'a';
      const landing = this.landing(id ?? 'a');
      if (landing) this.setStop(landing);
    }
    const lost = document.activeElement === document.body || !document.activeElement;
    if (lost && held instanceof HTMLElement && held !== document.body) {
      const target = held.isConnected && held.offsetParent !== null ? held : this.#stop;
      target?.focus({ preventScroll: true });
    }
  }

  /** @param {HTMLElement} list */
  #adopt(list) {
    const id = /** @type {string} */ (list.dataset.pile);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'slot-button';
    button.tabIndex = -1;
    if (SUITS.includes(id)) button.append(suitGlyph(id));
    const slot = document.createElement('li');
    slot.className = 'place slot';
    slot.append(button);
    list.prepend(slot);
    this.#piles.set(id, { list, slot, button });
  }
}

/** @param {PileId} id */
function makePile(id) {
  const list = document.createElement('ol');
  const kind = id === 'reserve' ? 'reserve' : id.startsWith('cell') ? 'cell' : 'column';
  list.className = `pile ${kind}`;
  list.dataset.pile = id;
  return list;
}

/** @param {Card} card */
function makeCard(card) {
  const place = document.createElement('li');
  place.className = 'place';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'card';
  button.dataset.card = card;
  button.dataset.suit = card[1];
  if (COURT_CARDS.includes(card)) button.dataset.court = '';
  button.tabIndex = -1;
  button.append(makeFace(card));
  place.append(button);
  return { place, button };
}

/**
 * Moves a card's element; where the browser can, without touching focus or animations.
 * @param {HTMLElement} list
 * @param {HTMLElement} place
 * @param {Element | null} before
 */
function move(list, place, before) {
  const node = /** @type {HTMLElement & { moveBefore?: typeof list.insertBefore }} */ (list);
  if (place.isConnected && node.moveBefore) node.moveBefore(place, before);
  else list.insertBefore(place, before);
}

/**
 * @param {HTMLElement} element
 * @param {string} flag
 * @param {boolean} on
 */
function mark(element, flag, on) {
  if (flag in element.dataset === on) return;
  if (on) element.dataset[flag] = '';
  else delete element.dataset[flag];
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function name(element, text) {
  if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
}
