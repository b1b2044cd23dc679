/**
 * Sounds, if the player wants them: made on the spot, so there is nothing to fetch, and only
 * after a touch or a key, so that no page begins to speak by itself.
 */

/** @import { Play } from './play.js' */
/** @import { Change } from './session.js' */

import { events, settings } from './settings.js';

const LOUDNESS = 0.16;

/** @type {AudioContext | undefined} */
let audio;

/** The place where sounds are made; none while they are not wanted or not allowed yet. */
function output() {
  if (!settings().sound || navigator.userActivation?.hasBeenActive === false) return undefined;
  audio ??= new AudioContext();
  void audio.resume();
  return audio;
}

/**
 * A short rustle of paper.
 * @param {{ pitch: number, length: number, loud?: number, after?: number }} how
 */
function rustle({ pitch, length, loud = 1, after = 0 }) {
  const context = output();
  if (!context) return;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  }
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 0.9 });
  const gain = new GainNode(context, { gain: LOUDNESS * loud * 2 });
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(context.currentTime + after);
}

/**
 * A soft note.
 * @param {{ pitch: number, length: number, loud?: number, after?: number }} how
 */
function note({ pitch, length, loud = 1, after = 0 }) {
  const context = output();
  if (!context) return;
  const from = context.currentTime + after;
  const source = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(LOUDNESS * loud, from + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0005, from + length);
  source.connect(gain).connect(context.destination);
  source.start(from);
  source.stop(from + length);
}

const SOUNDS = {
  lift: () => rustle({ pitch: 3400, length: 0.035, loud: 0.5 }),
  lay: () => rustle({ pitch: 1700, length: 0.07 }),
  up: () => {
    rustle({ pitch: 2100, length: 0.06 });
    note({ pitch: 660, length: 0.16, loud: 0.35 });
  },
  refuse: () => note({ pitch: 150, length: 0.16, loud: 0.9 }),
  deal: () => {
    for (let i = 0; i < 9; i++) rustle({ pitch: 1900 + 120 * (i % 3), length: 0.05, loud: 0.6, after: i * 0.055 });
  },
  win: () => {
    [523, 659, 784, 1047].forEach((pitch, i) => note({ pitch, length: 0.5, loud: 0.7, after: i * 0.13 }));
  },
};

/**
 * The sound that a change of the table has.
 * @param {Change & { same: boolean }} change
 * @returns {keyof typeof SOUNDS | undefined}
 */
function soundOf({ view, before, intent, same }) {
  if (same || !before || ['show', 'load', 'restore'].includes(intent)) return undefined;
  if (view.status === 'won' && before.status !== 'won') return 'win';
  if (intent === 'new' || intent === 'daily' || intent === 'position') return 'deal';
  const risen = ['C', 'D', 'H', 'S'].some((pile) => view.piles[pile].length > before.piles[pile].length);
  return risen ? 'up' : 'lay';
}

/** @param {Play} play */
export function bindSound(play) {
  play.addEventListener('picked', SOUNDS.lift);
  play.addEventListener('refused', SOUNDS.refuse);
  play.addEventListener('drawn', (event) => {
    const change = /** @type {CustomEvent<Change & { same: boolean }>} */ (event).detail;
    const name = soundOf(change);
    // What was laid before the engine confirmed it has sounded already, but for the win.
    if (name) SOUNDS[name]();
    else if (change.same && change.view.status === 'won' && change.before?.status !== 'won') SOUNDS.win();
  });
  events.addEventListener('change', (event) => {
    if (/** @type {CustomEvent} */ (event).detail === 'sound') SOUNDS.lay();
  });
}
