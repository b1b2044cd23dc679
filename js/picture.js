/** Draws the picture of a won game: the felt, four kings and what was reached; no card of the deal. */

import { RANK_STROKES, SUIT_SHAPES } from './shapes.js';

export const WIDTH = 1200;
export const HEIGHT = 630;

const INK = { C: '#17191d', D: '#c8102a', H: '#c8102a', S: '#17191d' };
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif';

/**
 * @typedef {object} Facts what the picture says, in words already
 * @property {string} title
 * @property {string} subtitle
 * @property {number} [grade] how many of five dots are filled
 * @property {[value: string, label: string][]} figures the first one is written large
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Facts} facts
 */
export function drawResult(canvas, facts) {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  drawFelt(pen);
  ['C', 'D', 'S', 'H'].forEach((suit, i) => drawKing(pen, suit, i));
  pen.textBaseline = 'alphabetic';
  const room = 560;
  const write = fitting(pen, room);
  write(facts.title, 80, 130, 64, 700, '#f5f4ec');
  write(facts.subtitle, 80, 190, 34, 400, '#d5e5db');
  if (facts.grade) drawGrade(pen, facts.grade);
  const [[value, label], ...rest] = facts.figures;
  write(value, 80, 430, 150, 700, '#ffd25e');
  write(label, 84, 480, 32, 400, '#d5e5db');
  rest.forEach(([figure, name], i) => {
    write(figure, 80 + i * 250, 560, 46, 650, '#f5f4ec');
    write(name, 80 + i * 250, 596, 26, 400, '#d5e5db');
  });
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
    pen.font = `${weight} ${size}px ${FONT}`;
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
    pen.arc(92 + i * 38, 236, 12, 0, 2 * Math.PI);
    pen.fillStyle = i < grade ? '#ffd25e' : 'rgb(255 255 255 / 22%)';
    pen.fill();
  }
}

/**
 * One of four kings in a fan.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} suit
 * @param {number} i
 */
function drawKing(pen, suit, i) {
  const [w, h] = [232, 324];
  const colour = INK[/** @type {keyof typeof INK} */ (suit)];
  pen.save();
  pen.translate(925, 800);
  pen.rotate((i - 1.5) * 0.2);
  pen.translate(-w / 2, -h - 330);
  pen.shadowColor = 'rgb(8 30 20 / 45%)';
  pen.shadowBlur = 24;
  pen.shadowOffsetY = 6;
  pen.fillStyle = '#fffefa';
  pen.beginPath();
  pen.roundRect(0, 0, w, h, 16);
  pen.fill();
  pen.shadowColor = 'transparent';
  glyph(pen, 38, 54, 0.058, () => {
    pen.strokeStyle = colour;
    pen.lineWidth = 130;
    pen.lineCap = 'square';
    pen.stroke(new Path2D(RANK_STROKES.K));
  });
  const shape = new Path2D(SUIT_SHAPES[suit]);
  pen.fillStyle = colour;
  glyph(pen, 38, 120, 0.05, () => pen.fill(shape));
  glyph(pen, w / 2 + 20, h / 2 + 18, 0.145, () => pen.fill(shape));
  pen.restore();
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
