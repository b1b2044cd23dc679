/** What passes between the modules of the page; the messages themselves are in docs/ARCHITECTURE.md. */

export type Card = string;
export type PileId = string;

export interface View {
  key: number;
  variant: string | Record<string, unknown>;
  deal: string | null;
  daily: string | null;
  piles: Record<PileId, Card[]>;
  hidden?: Record<PileId, number>;
  dests: Record<Card, PileId[]>;
  dead: PileId[];
  counts: { foundations: number; tableau: number; spaces: number; moves: number };
  cursor: number;
  plies: number;
  status: 'playing' | 'won' | 'no-moves';
  finish: boolean;
  /** A run is told by its lowest card, its top one and how many they are, once the engine has answered. */
  last: { card: Card; top?: Card; size?: number; from: PileId; to: PileId } | null;
  score: { cards: number; total: number };
}

export interface Save {
  format: number;
  variant: string | Record<string, unknown>;
  deal: string | null;
  position: string | null;
  daily: string | null;
  plies: string[];
  cursor: number;
  seconds: number;
}

export interface Reason {
  key: string;
  args?: Record<string, unknown>;
}

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Layout {
  card: { w: number; h: number };
  piles: Record<PileId, Rect & { index: number }>;
  cards: Record<Card, { x: number; y: number }>;
}

/** What stands in for the page's modules until they have come (early.js). */
export interface Early {
  /** To be called as soon as they run. */
  tellAlive(): void;
  /** Leaves taps to the page, and gives the card that was tapped last. */
  takeTap(): Card | undefined;
  /** Gives the worker, once: what it said so far, and from now on its events. */
  handOver?(): { worker: Worker; heard: Event[] };
}

declare global {
  var early: Early | undefined;
}
