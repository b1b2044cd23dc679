/**
 * The cards and piles of the table as elements: made once, by whoever comes first, and put where
 * a layout has them ever after, so that focus and a screen reader's place survive every change.
 */

/** @import { Card, Layout, PileId, View } from './types.js' */

import { CARDS, COURT_CARDS, makeFace, SUITS } from './faces.js';
import { suitGlyph } from './shapes.js';

/** Cards at least this wide show pips and courts; smaller ones an index and one large suit. */
const LARGE = 64;

/** @typedef {{ list: HTMLElement, slot: HTMLElement, button: HTMLButtonElement }} Pile */
/** @typedef {{ place: HTMLElement, button: HTMLButtonElement }} Piece */
/** @typedef {{ pile: PileId, i: number, n: number, hidden: boolean, open: boolean }} Where */
/**
 * What cards, piles and empty piles are called.
 * @typedef {object} Names
 * @property {(pile: PileId) => string} pile
 * @property {(pile: PileId, dead: boolean) => string} slot
 * @property {(card: Card, where: Where) => string} card
 */

/** Before the words of a language have come, everything is named by its own letters. @type {Names} */
const LETTERS = {
  pile: (pile) => pile,
  slot: (pile) => pile,
  card: (card, { pile, hidden }) => (hidden ? pile : card),
};

/** Whether a layout has room for pips and courts. @param {Layout} layout */
export const isLarge = ({ card }) => card.w >= LARGE;

export class Pieces {
  /** @type {Map<Card, Piece>} */
  cards = new Map();
  /** @type {Map<PileId, Pile>} */
  piles = new Map();
  #root;

  /** @param {HTMLElement} root the table, and what already stands on it */
  constructor(root) {
    this.#root = root;
    for (const list of root.querySelectorAll('[data-pile]')) this.#adopt(/** @type {HTMLElement} */ (list));
    const standing = new Map(
      Array.from(root.querySelectorAll('[data-card]'), (each) => {
        const button = /** @type {HTMLButtonElement} */ (each);
        return [button.dataset.card, { place: /** @type {HTMLElement} */ (button.parentElement), button }];
      }),
    );
    for (const card of CARDS) this.cards.set(card, standing.get(card) ?? makeCard(card));
  }

  /**
   * Puts everything where it belongs.
   * @param {Pick<View, 'piles' | 'hidden' | 'dead' | 'dests'>} view
   * @param {Layout} layout
   * @param {Names} [names]
   */
  put(view, layout, names = LETTERS) {
    set(this.#root, { '--card-w': `${layout.card.w}px`, '--card-h': `${layout.card.h}px` });
    this.#root.classList.toggle('large', isLarge(layout));
    for (const id of Object.keys(layout.piles)) {
      if (!this.piles.has(id)) this.#adopt(makePile(id));
      const { list } = /** @type {Pile} */ (this.piles.get(id));
      if (!list.isConnected) this.#root.append(list);
    }
    for (const [id, { list }] of this.piles) {
      if (id in layout.piles) this.#fill(id, view, layout, names);
      else list.remove();
    }
  }

  /**
   * @param {PileId} id
   * @param {Pick<View, 'piles' | 'hidden' | 'dead' | 'dests'>} view
   * @param {Layout} layout
   * @param {Names} names
   */
  #fill(id, view, layout, names) {
    const { list, slot, button } = /** @type {Pile} */ (this.piles.get(id));
    const cards = view.piles[id] ?? [];
    const down = view.hidden?.[id] ?? 0;
    const box = layout.piles[id];
    const end = layout.cards[cards.at(-1) ?? ''] ?? box;
    set(list, {
      '--pile-x': `${box.x}px`,
      '--pile-y': `${box.y}px`,
      '--pile-w': `${box.w}px`,
      '--pile-h': `${box.h}px`,
      '--index': `${box.index}px`,
      '--end-x': `${end.x - box.x}px`,
      '--end-y': `${end.y - box.y}px`,
    });
    const dead = view.dead.includes(id);
    mark(list, 'full', cards.length > 0);
    mark(list, 'dead', dead);
    name(list, names.pile(id));
    name(button, names.slot(id, dead));
    let next = slot.nextElementSibling;
    cards.forEach((card, i) => {
      const { place, button } = /** @type {Piece} */ (this.cards.get(card));
      if (place === next) next = next.nextElementSibling;
      else move(list, place, next);
      const at = layout.cards[card];
      set(place, { translate: `${at.x - box.x}px ${at.y - box.y}px` });
      const hidden = i < down;
      const open = !hidden && (view.dests[card]?.length ?? 0) > 0;
      mark(button, 'down', hidden);
      mark(button, 'open', open);
      name(button, names.card(card, { pile: id, i: i + 1, n: cards.length, hidden, open }));
    });
  }

  /** @param {HTMLElement} list */
  #adopt(list) {
    const id = /** @type {string} */ (list.dataset.pile);
    const standing = list.firstElementChild;
    const slot = standing instanceof HTMLElement ? standing : makeSlot(id);
    if (slot !== standing) list.prepend(slot);
    const button = /** @type {HTMLButtonElement} */ (slot.firstElementChild);
    this.piles.set(id, { list, slot, button });
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

/** What stands for an empty pile. @param {PileId} id */
function makeSlot(id) {
  const { place, button } = makePlace('slot-button');
  place.classList.add('slot');
  if (SUITS.includes(id)) button.append(suitGlyph(id));
  return place;
}

/** @param {Card} card @returns {Piece} */
function makeCard(card) {
  const { place, button } = makePlace('card');
  button.dataset.card = card;
  button.dataset.suit = card[1];
  if (COURT_CARDS.includes(card)) button.dataset.court = '';
  button.append(makeFace(card));
  return { place, button };
}

/** @param {string} kind of its button @returns {Piece} */
function makePlace(kind) {
  const place = document.createElement('li');
  place.className = 'place';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = kind;
  button.tabIndex = -1;
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
 * @param {Record<string, string>} properties of its style
 */
function set({ style }, properties) {
  for (const [property, value] of Object.entries(properties)) style.setProperty(property, value);
}

/**
 * @param {HTMLElement} element
 * @param {string} flag
 * @param {boolean} on
 */
export function mark(element, flag, on) {
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
