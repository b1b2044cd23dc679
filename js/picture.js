/**
 * Draws the picture of a won game: the felt, four kings, what was reached, and how the foundations
 * grew from move to move; no card of the deal.
 */

import { siteAddress } from './place.js';
import { RANK_STROKES, SUIT_SHAPES } from './shapes.js';

export const WIDTH = 1200;
export const HEIGHT = 630;

const INK = { C: '#17191d', D: '#c8102a', H: '#c8102a', S: '#17191d' };
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif';
const LIGHT = '#f5f4ec';
const SOFT = '#d5e5db';
const GOLD = '#ffd25e';
const KINGS = /** @type {(keyof typeof INK)[]} */ (['C', 'D', 'S', 'H']);
const CARD = { w: 236, h: 330 };
/** Where a court's art lies on its card. */
const ART = { x: 50, y: 58, w: 150, h: 237 };

/**
 * @typedef {object} Facts what the picture says, in words already
 * @property {string} title
 * @property {string} subtitle
 * @property {number} [grade] how many of five dots are filled
 * @property {[value: string, label: string][]} figures the first one is written large
 * @property {number[]} course cards on the foundations, from the deal to the win
 */

/**
 * Draws at once, and again when the kings have come.
 * @param {HTMLCanvasElement} canvas
 * @param {Facts} facts
 */
export async function drawResult(canvas, facts) {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  draw(pen, facts, []);
  const art = await Promise.all(KINGS.map(kingArt));
  draw(pen, facts, art);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {Facts} facts
 * @param {(HTMLImageElement | null)[]} art
 */
function draw(pen, { title, subtitle, grade, figures, course }, art) {
  drawFelt(pen);
  drawCourse(pen, course);
  KINGS.forEach((suit, i) => drawKing(pen, suit, i, art[i]));
  pen.textBaseline = 'alphabetic';
  const write = fitting(pen, 545);
  write(title, 72, 116, 62, 700, LIGHT);
  write(subtitle, 72, 174, 38, 400, SOFT);
  if (grade) drawGrade(pen, grade);
  const [[value, label], ...rest] = figures;
  write(value, 66, 366, 136, 700, GOLD);
  write(label, 66 + pen.measureText(value).width + 22, 366, 36, 400, SOFT);
  rest.forEach(([figure, name], i) => {
    write(figure, 72 + i * 240, 466, 50, 650, LIGHT);
    write(name, 73 + i * 240, 510, 34, 400, SOFT);
  });
}

/**
 * The court art of a king; null when it cannot be had, and a large suit is drawn in its place.
 * @param {string} suit
 * @returns {Promise<HTMLImageElement | null>}
 */
async function kingArt(suit) {
  const image = new Image();
  image.src = siteAddress(`cards/2color/K${suit}.svg`);
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  }
}

/** @param {CanvasRenderingContext2D} pen */
function drawFelt(pen) {
  const felt = pen.createRadialGradient(WIDTH / 2, HEIGHT / 4, 0, WIDTH / 2, HEIGHT / 4, WIDTH * 0.8);
  felt.addColorStop(0, '#2f7d5f');
  felt.addColorStop(1, '#1c5743');
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
}

/**
 * How the foundations grew: flat for long, as a rule, then ever steeper.
 * @param {CanvasRenderingContext2D} pen
 * @param {number[]} course
 */
function drawCourse(pen, course) {
  if (course.length < 2) return;
  const [ground, tall] = [HEIGHT, 210];
  const curve = new Path2D();
  course.forEach((cards, i) => {
    curve.lineTo((i / (course.length - 1)) * WIDTH, ground - 8 - (cards / 52) * tall);
  });
  const below = new Path2D(curve);
  below.lineTo(WIDTH, ground);
  below.lineTo(0, ground);
  const fade = pen.createLinearGradient(0, ground - tall, 0, ground);
  fade.addColorStop(0, 'rgb(255 210 94 / 34%)');
  fade.addColorStop(1, 'rgb(255 210 94 / 5%)');
  pen.fillStyle = fade;
  pen.fill(below);
  pen.strokeStyle = 'rgb(255 210 94 / 75%)';
  pen.lineWidth = 4;
  pen.lineJoin = 'round';
  pen.stroke(curve);
}

/**
 * Writes text no wider than there is room.
 * @param {CanvasRenderingContext2D} pen
 * @param {number} room
 */
function fitting(pen, room) {
  /**
   * @param {string} text @param {number} x @param {number} y
   * @param {number} size @param {number} weight @param {string} colour
   */
  return (text, x, y, size, weight, colour) => {
    pen.fillStyle = colour;
    const set = (/** @type {number} */ each) => {
      pen.font = `${weight} ${each}px ${FONT}`;
    };
    set(size);
    // Smaller rather than squeezed.
    const wide = pen.measureText(text).width;
    if (wide > room) set(Math.floor((size * room) / wide));
    pen.fillText(text, x, y, room);
  };
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} grade
 */
function drawGrade(pen, grade) {
  for (let i = 0; i < 5; i++) {
    pen.beginPath();
    pen.arc(84 + i * 36, 220, 12, 0, 2 * Math.PI);
    pen.fillStyle = i < grade ? GOLD : 'rgb(255 255 255 / 22%)';
    pen.fill();
  }
}

/**
 * One of four kings in a fan.
 * @param {CanvasRenderingContext2D} pen
 * @param {keyof typeof INK} suit
 * @param {number} i
 * @param {HTMLImageElement | null} [art]
 */
function drawKing(pen, suit, i, art) {
  const { w, h } = CARD;
  const colour = INK[suit];
  pen.save();
  pen.translate(905, 800);
  pen.rotate((i - 1.5) * 0.165);
  pen.translate(-w / 2, -h - 340);
  pen.shadowColor = 'rgb(8 30 20 / 45%)';
  pen.shadowBlur = 24;
  pen.shadowOffsetY = 6;
  pen.fillStyle = '#fffefa';
  pen.beginPath();
  pen.roundRect(0, 0, w, h, 16);
  pen.fill();
  pen.shadowColor = 'transparent';
  const shape = new Path2D(SUIT_SHAPES[suit]);
  if (art) drawArt(pen, art);
  else glyph(pen, w / 2 + 14, h / 2 + 18, 0.145, () => fill(pen, shape, colour));
  glyph(pen, 26, 36, 0.042, () => {
    pen.strokeStyle = colour;
    pen.lineWidth = 130;
    pen.lineCap = 'square';
    pen.stroke(new Path2D(RANK_STROKES.K));
  });
  glyph(pen, 26, 86, 0.037, () => fill(pen, shape, colour));
  pen.restore();
}

/**
 * The art's own picture of a whole card is larger than its court: only that is shown.
 * @param {CanvasRenderingContext2D} pen
 * @param {HTMLImageElement} art
 */
function drawArt(pen, art) {
  pen.save();
  pen.beginPath();
  pen.rect(ART.x, ART.y, ART.w, ART.h);
  pen.clip();
  const [w, h] = [ART.w * 1.456, ART.h * 1.289];
  pen.drawImage(art, ART.x - (w - ART.w) / 2, ART.y - (h - ART.h) / 2, w, h);
  pen.restore();
}

/** @param {CanvasRenderingContext2D} pen @param {Path2D} shape @param {string} colour */
function fill(pen, shape, colour) {
  pen.fillStyle = colour;
  pen.fill(shape);
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {() => void} draw
 */
function glyph(pen, x, y, scale, draw) {
  pen.save();
  pen.translate(x, y);
  pen.scale(scale, scale);
  draw();
  pen.restore();
}
