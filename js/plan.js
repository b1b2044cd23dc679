/**
 * Where the piles lie and how large the cards are: pure geometry, from the table's size and the
 * number and length of the piles.
 *
 * Three arrangements: `wide` and `tall` put foundations and cells in a row above the columns
 * (two rows of columns where one would make the cards too narrow); `flat`, for a phone on its
 * side, puts them beside the columns so that the columns get the whole height.
 */

/** @import { View } from './types.js' */

const FOUNDATIONS = ['C', 'D', 'H', 'S'];
const ASPECT = 1.4;
/** Cards narrower than this gain from two rows of columns even if those make them not that much wider. */
const NARROW = 50;
/** How much wider two rows of columns make the cards where they are taken: narrow ones, and others. */
const GAIN = { narrow: 1.25, other: 1.5 };
/** On a low table cards keep this width, as in play on the narrowest phone, while columns are short. */
const SMALL = 42;
/** A large screen is filled; on a wall of screens a card stays one. */
const WIDEST = 208;
/** A card of a spread is a target of its own, so at least this much of it shows. */
const TARGET = 26;
/** At least this much of a covered card shows: its index. */
const LEAST_STEP = 12.5;
/** What is said below the table finds this much felt free, where the columns can spare it. */
const FOOT = { wide: 132, tall: 136, flat: 64 };
/** Columns spare it while their cards lie at least this share of their usual step apart. */
const EASY = { wide: 0.85, tall: 0.72, flat: 0.72 };
/** The same in two rows of columns, where the steps are short. */
const EASY_IN_TWO = 0.85;

/**
 * @typedef {object} Table
 * @property {number} width
 * @property {number} height
 * @property {'wide' | 'tall' | 'flat'} mode
 * @property {boolean} mirrored foundations and tools at the left
 * @property {'auto' | 'one' | 'two'} rows rows of columns on a narrow screen
 * @property {number} [need] how much of the lower edge is covered, so that no card may lie there
 */

/** @param {Pick<View, 'piles' | 'hidden'>} view */
export function shapeOf({ piles, hidden = {} }) {
  const names = Object.keys(piles);
  const columns = names.filter((name) => /^[a-m]$/.test(name)).sort();
  return {
    columns,
    cells: names.filter((name) => name.startsWith('cell')).sort(),
    reserve: piles.reserve?.length ?? 0,
    lengths: columns.map((name) => piles[name].length - (hidden[name] ?? 0) / 2),
  };
}

/** @typedef {ReturnType<typeof shapeOf>} Shape */
/**
 * @typedef {object} Plan
 * @property {{ w: number, h: number }} card
 * @property {Record<string, { x: number, y: number, h: number, foot?: number }>} piles `h` holds the
 *   cards; the pile takes what is dropped on its foot, too
 * @property {{ x: number, y: number, pitch: number, perRow: number, rise: number } | null} reserve
 */

/**
 * Plans for cards as large as the table allows; smaller ones only when the longest column
 * would otherwise hide the index of its cards.
 * @param {Table} table
 * @param {Shape} shape
 * @returns {Plan}
 */
export function planFor(table, shape) {
  const plan = table.mode === 'flat' ? planSide : planTop;
  let scale = 1;
  let found = plan(table, shape, scale);
  while (tightest(found, shape) < LEAST_STEP && scale > 0.6) {
    scale -= 0.04;
    found = plan(table, shape, scale);
  }
  if (table.mirrored) mirror(found, table.width, shape);
  return found;
}

/**
 * How far apart the cards lie in the tightest column.
 * @param {Plan} plan
 * @param {Shape} shape
 */
function tightest({ card, piles }, { columns, lengths }) {
  return Math.min(
    ...columns.map((name, i) => (piles[name].h - card.h) / Math.max(1, lengths[i] - 1)),
  );
}

/**
 * How much of the room of the columns stays free at the lower edge: what is covered there, else
 * what they can spare. It depends on the cards alone, so they lie still when something is said.
 * @param {Table} table
 * @param {number} rim felt at the lower edge in any case
 * @param {number} room
 * @param {number} least the room that the columns take at the very least
 * @param {number} easy the room in which they lie at ease
 */
function footOf({ mode, need = 0 }, rim, room, least, easy) {
  return Math.max(0, Math.min(need - rim, room - least), Math.min(FOOT[mode], room - easy));
}

/** @param {number} low @param {number} value @param {number} high */
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

/**
 * @param {Table} table
 * @param {Shape} shape
 * @param {number} scale
 * @returns {Plan}
 */
function planTop(table, { columns, cells, reserve, lengths }, scale) {
  const { width, height, rows: wanted } = table;
  const pad = clamp(3, width * 0.012, 24);
  const gap = clamp(2, width * 0.007, 12);
  const inner = width - 2 * pad;
  const upper = cells.length + FOUNDATIONS.length;
  /** Cells and foundations stand above columns where there are enough, else a little apart. @param {number} perRow */
  const topOf = (perRow) => upper + (cells.length && perRow < upper ? 0.3 : 0);
  /** @param {number} slots */
  const fit = (slots) => (inner - gap * (Math.ceil(slots) - 1)) / slots;
  const half = Math.ceil(columns.length / 2);
  /** How wide the width alone lets cards be. @param {number} perRow */
  const wide = (perRow) => fit(Math.max(perRow, topOf(perRow)));
  /** How wide the height lets them be, which is to hold long columns, too. @param {number} rows */
  const high = (rows) => {
    /** @param {number} share */
    const at = (share) => height / (share + (reserve ? 1.4 : 0)) / ASPECT;
    return rows === 2 ? at(6.6) : Math.max(at(5), Math.min(SMALL, at(4)));
  };
  const [single, double] = [wide(columns.length), wide(half)];
  const helps =
    single < NARROW
      ? double > single * GAIN.narrow
      : Math.min(double, high(2)) > Math.min(single, high(1)) * GAIN.other;
  const rows = wanted === 'two' || (wanted === 'auto' && helps) ? 2 : 1;
  const perRow = rows === 2 ? half : columns.length;
  const top = topOf(perRow);
  const w = Math.floor(scale * Math.min(wide(perRow), WIDEST, high(rows)));
  const h = Math.round(w * ASPECT);
  const pitch = Math.min(w * 1.28, perRow > 1 ? (inner - w) / (perRow - 1) : w);
  const span = Math.max(pitch * (perRow - 1) + w, Math.min(inner, (top - 1) * (w + gap) + w));
  const left = (width - span) / 2;
  const first = left + (span - pitch * (perRow - 1) - w) / 2;
  const topPitch = Math.min(Math.max(pitch, w + gap), (span - w) / (top - 1));

  const y = clamp(4, height * 0.018, 18);
  const rowGap = clamp(6, height * 0.022, 22);

  /** @type {Plan['piles']} */
  const piles = {};
  cells.forEach((name, i) => (piles[name] = { x: left + i * topPitch, y, h }));
  FOUNDATIONS.forEach((name, i) => {
    piles[name] = { x: left + span - w - (FOUNDATIONS.length - 1 - i) * topPitch, y, h };
  });

  let below = y + h + rowGap;
  /** @type {Plan['reserve']} */
  let bouquet = null;
  if (reserve) {
    const one = reserve > 1 ? Math.min(w + gap, (inner - w) / (reserve - 1)) : w;
    const lines = one < Math.max(TARGET, w * 0.5) ? 2 : 1;
    const perLine = Math.ceil(reserve / lines);
    const step = perLine > 1 ? Math.min(w + gap, (inner - w) / (perLine - 1)) : w;
    const rise = Math.max(TARGET, h * 0.3);
    const x = (width - step * (perLine - 1) - w) / 2;
    bouquet = { x, y: below, pitch: step, perRow: perLine, rise };
    below += (lines - 1) * rise + h + rowGap;
  }

  const rim = clamp(4, height * 0.012, 14);
  const room = height - rim - below;
  const steps = stepsOf(lengths, rows === 2 ? perRow : lengths.length);
  const ease = rows === 2 ? EASY_IN_TWO : EASY[table.mode];
  const easy = steps.reduce((sum, step) => sum + h + step * spread(h) * ease, (rows - 1) * rowGap);
  const foot = footOf(table, rim, room, rows * h + (rows - 1) * rowGap, easy);
  const heights = shareRows(room - foot, steps, h, rowGap);
  columns.forEach((name, i) => {
    const row = Math.floor(i / perRow);
    piles[name] = {
      x: first + (i % perRow) * pitch,
      y: below + (row ? heights[0] + rowGap : 0),
      h: heights[row],
      foot: row === rows - 1 ? foot : 0,
    };
  });
  return { card: { w, h }, piles, reserve: bouquet };
}

/**
 * How many steps the longest column of each row takes.
 * @param {number[]} lengths
 * @param {number} perRow
 */
function stepsOf(lengths, perRow) {
  const rows = [lengths.slice(0, perRow), lengths.slice(perRow)].filter((row) => row.length);
  return rows.map((row) => Math.max(0, ...row.map((length) => length - 1)));
}

/**
 * Shares the height among the rows: evenly while both have room, else by what the
 * longest column of each needs.
 * @param {number} room
 * @param {number[]} steps
 * @param {number} h
 * @param {number} gap
 */
function shareRows(room, steps, h, gap) {
  if (steps.length === 1) return [room];
  const both = room - gap;
  const ideal = spread(h);
  const [one, two] = steps.map((step) => h + step * ideal);
  if (one + two <= both) {
    const upper = clamp(one, both / 2, both - two);
    return [upper, both - upper];
  }
  const fan = (both - 2 * h) / Math.max(1, steps[0] + steps[1]);
  return steps.map((step) => h + step * fan);
}

/**
 * @param {Table} table
 * @param {Shape} shape
 * @param {number} scale
 * @returns {Plan}
 */
function planSide(table, { columns, cells, reserve, lengths }, scale) {
  const { width, height } = table;
  const pad = 4;
  const gap = 3;
  const y = 2;
  const rim = 4;
  const room = height - y - rim;
  const block = reserve ? 4 : 0;
  const slots = columns.length + 1 + (cells.length ? 1 : 0) + block;
  const byWidth = (width - 2 * pad - gap * (slots - 1) - 2 * gap) / slots;
  const byHeight = (room - 3 * gap) / 4 / ASPECT;
  const w = Math.floor(scale * Math.min(byWidth, byHeight, WIDEST));
  const h = Math.round(w * ASPECT);

  /** @type {Plan['piles']} */
  const piles = {};
  const step = Math.min((room - h) / 3, h + 8);
  FOUNDATIONS.forEach((name, i) => (piles[name] = { x: width - pad - w, y: y + i * step, h }));
  cells.forEach((name, i) => (piles[name] = { x: pad, y: y + i * step, h }));
  const from = pad + (cells.length ? w + 3 * gap : 0) + (block ? block * (w + gap) + 2 * gap : 0);
  const to = width - pad - w - 3 * gap;
  const pitch = Math.min((to - from - w) / Math.max(1, columns.length - 1), w * 1.3);
  const start = from + (to - from - pitch * (columns.length - 1) - w) / 2;
  const [steps] = stepsOf(lengths, lengths.length);
  const lines = block ? Math.ceil(reserve / block) : 1;
  const easy = Math.max(steps * spread(h), (lines - 1) * h) * EASY.flat;
  const foot = footOf(table, rim, room, h, h + easy);
  columns.forEach((name, i) => (piles[name] = { x: start + i * pitch, y, h: room - foot, foot }));
  const bouquet = reserve
    ? {
        x: pad,
        y,
        pitch: w + gap,
        perRow: block,
        rise: Math.min(h + gap, (room - foot - h) / Math.max(1, lines - 1)),
      }
    : null;
  return { card: { w, h }, piles, reserve: bouquet };
}

/**
 * Swaps left and right of what is not a column, for the left-handed.
 * @param {Plan} plan
 * @param {number} width
 * @param {Shape} shape
 */
function mirror(plan, width, { columns }) {
  for (const [name, pile] of Object.entries(plan.piles)) {
    if (!columns.includes(name)) pile.x = width - pile.x - plan.card.w;
  }
  // The suits keep their order.
  const xs = FOUNDATIONS.map((name) => plan.piles[name].x).sort((a, b) => a - b);
  FOUNDATIONS.forEach((name, i) => (plan.piles[name].x = xs[i]));
  if (plan.piles.C.y !== plan.piles.S.y) {
    const span = columns.map((name) => plan.piles[name].x);
    const shift = width - Math.min(...span) - (Math.max(...span) + plan.card.w);
    for (const name of columns) plan.piles[name].x += shift;
    if (plan.reserve) {
      plan.reserve.x = width - plan.reserve.x - plan.reserve.pitch * (plan.reserve.perRow - 1) - plan.card.w;
    }
  }
}

/** How far apart the cards of a column lie when there is room. @param {number} h */
export const spread = (h) => Math.max(h * 0.27, Math.min(30, h * 0.42));
