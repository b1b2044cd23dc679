/**
 * The only writer of the table once the page runs: puts a view's cards into its piles, with their
 * names and marks. What was drawn before (first.js) stays as it stands.
 */

/** @import { Card, Layout, PileId, View } from './types.js' */

import { COURT_CARDS } from './faces.js';
import { isLarge, mark, Pieces } from './pieces.js';
import { siteAddress } from './place.js';
import { cardName, has, pileName, t } from './strings.js';

/** What the table is told by, in the language in use. @type {import('./pieces.js').Names} */
const WORDS = {
  pile: (pile) => pileName(pile),
  slot: (pile, dead) => t(dead ? 'pile.dead' : 'pile.empty', { pile }),
  card: (card, { pile, i, n, hidden, open }) => {
    // No card of the reserve lies on another.
    const covered = pile !== 'reserve' && i < n;
    const state = open ? t('card.open') : covered && t('card.covered');
    const where = pile.length > 1 || pile >= 'a' ? t('card.place', { pile, i, n }) : pileName(pile);
    return [hidden ? t('card.down') : cardName(card), where, state].filter(Boolean).join(', ');
  },
};

export class Board {
  /** @type {View | null} */
  view = null;
  /** @type {Layout | null} */
  layout = null;
  #root;
  #pieces;
  /** @type {HTMLElement | null} */
  #stop = null;
  /** Whether the art may be fetched by now: what the first move needs goes first. */
  #takesArt = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.#pieces = new Pieces(root);
  }

  /** @param {Card} card */
  place(card) {
    return /** @type {HTMLElement} */ (this.#pieces.cards.get(card)?.place);
  }

  /** @param {Card} card */
  button(card) {
    return /** @type {HTMLButtonElement} */ (this.#pieces.cards.get(card)?.button);
  }

  /**
   * The button that stands for a pile: its last card, or its slot when it is empty.
   * @param {PileId} pile
   */
  landing(pile) {
    const last = this.view?.piles[pile]?.at(-1);
    return last ? this.button(last) : this.#pieces.piles.get(pile)?.button;
  }

  /** @returns {PileId[]} the piles on the table, in their order */
  pileIds() {
    return [...this.#pieces.piles.keys()].filter((id) => this.#pieces.piles.get(id)?.list.isConnected);
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
    this.#pieces.put(view, layout, has('card.name') ? WORDS : undefined);
    if (isLarge(layout) && this.#takesArt) this.#fetchArt();
    this.#keepFocus(held);
  }

  /** Gives every card and pile its name again, in the language now in use. */
  rename() {
    if (this.view && this.layout) this.render(this.view, this.layout);
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
    for (const [each, { button }] of this.#pieces.cards) {
      mark(button, 'picked', each === card);
      if (each === card) button.setAttribute('aria-pressed', 'true');
      else button.removeAttribute('aria-pressed');
    }
    for (const [id, { list }] of this.#pieces.piles) {
      mark(list, 'target', targets.includes(id));
      mark(list, 'over', false);
    }
  }

  /** Marks the pile that a dragged card is over. @param {PileId | null} pile */
  markOver(pile) {
    for (const [id, { list }] of this.#pieces.piles) mark(list, 'over', id === pile);
  }

  /** @param {{ card: Card, to?: PileId } | null} hint */
  markHint(hint) {
    for (const [card, { button }] of this.#pieces.cards) mark(button, 'hint', card === hint?.card);
    for (const [id, { list }] of this.#pieces.piles) mark(list, 'hint', id === hint?.to);
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
}
