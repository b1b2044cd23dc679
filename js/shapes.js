/**
 * The shapes of ranks and suits, drawn as paths so that every platform shows the same crisp index.
 * Outlines: CC0, from the playing cards by Adrian Kennard.
 */

/** Strokes, in a box from -500 to 500 both ways. @type {Record<string, string>} */
export const RANK_STROKES = {
  A: 'M-270 460H-110M-200 450L0-460L200 450M110 460H270M-120 130H120',
  2: 'M-225-225C-245-265-200-460 0-460C200-460 225-325 225-225C225-25-225 160-225 460H225V300',
  3: 'M-250-320V-460H200L-110-80C-100-90-50-120 0-120C200-120 250 0 250 150C250 350 170 460-30 460C-230 460-260 300-260 300',
  4: 'M50 460H250M150 460V-460L-300 175V200H270',
  5: 'M170-460H-175L-210-115C-210-115-200-200 0-200C100-200 255-80 255 120C255 320 180 460-20 460C-220 460-255 285-255 285',
  6: 'M-250 100A250 250 0 0 1 250 100V210A250 250 0 0 1-250 210V-210A250 250 0 0 1 0-460C150-460 180-400 200-375',
  7: 'M-265-320V-460H265C135-200-90 100-90 460',
  8: 'M-1-50A205 205 0 1 1 1-50H-1A255 255 0 1 0 1-50Z',
  9: 'M250-100A250 250 0 0 1-250-100V-210A250 250 0 0 1 250-210V210A250 250 0 0 1 0 460C-150 460-180 400-200 375',
  T: 'M-340 460V-460M-70 0V-270A190 190 0 0 1 310-270V270A190 190 0 0 1-70 270Z',
  J: 'M50-460H250M150-460V250A100 100 0 0 1-250 250V220',
  Q: 'M-260 100C40 100-40 460 260 460M-175 0V-285A175 175 0 0 1 175-285V285A175 175 0 0 1-175 285Z',
  K: 'M-285-460H-85M-185-460V460M-285 460H-85M85-460H285M185-440L-170 155M85 460H285M185 440L-10-70',
};

/** Outlines, in the same box. @type {Record<string, string>} */
export const SUIT_SHAPES = {
  C: 'M30 150C35 385 85 400 130 500H-130C-85 400-35 385-30 150A10 10 0 0 0-50 150A210 210 0 1 1-124-51A10 10 0 0 0-110-65A230 230 0 1 1 110-65A10 10 0 0 0 124-51A210 210 0 1 1 50 150A10 10 0 0 0 30 150Z',
  D: 'M-400 0C-350 0 0-450 0-500C0-450 350 0 400 0C350 0 0 450 0 500C0 450-350 0-400 0Z',
  H: 'M0-300C0-400 100-500 200-500C300-500 400-400 400-250C400 0 0 400 0 500C0 400-400 0-400-250C-400-400-300-500-200-500C-100-500 0-400 0-300Z',
  S: 'M0-500C100-250 355-100 355 185A150 150 0 0 1 55 185A10 10 0 0 0 35 185C35 385 85 400 130 500H-130C-85 400-35 385-35 185A10 10 0 0 0-55 185A150 150 0 0 1-355 185C-355-100-100-250 0-500Z',
};

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an SVG element, hidden from assistive technology: names are given in words elsewhere.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {SVGElement[]} children
 * @returns {SVGElement}
 */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (name === 'svg') element.setAttribute('aria-hidden', 'true');
  element.append(...children);
  return element;
}

/**
 * Makes the glyph of a rank.
 * @param {string} rank
 */
export function rankGlyph(rank) {
  const width = rank === 'T' ? 910 : 720;
  const box = `${-width / 2} -540 ${width} 1080`;
  return svg('svg', { class: 'rank', viewBox: box }, svg('path', { d: RANK_STROKES[rank] }));
}

/**
 * Makes the glyph of a suit.
 * @param {string} suit
 */
export function suitGlyph(suit) {
  return svg(
    'svg',
    { class: 'suit', viewBox: '-430 -520 860 1040' },
    svg('path', { d: SUIT_SHAPES[suit] }),
  );
}
