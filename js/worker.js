/**
 * The engine's worker: boots it, passes texts in and out, and runs jobs in slices
 * so that a tap is answered between two of them.
 */

import { startEngine } from './boot/boot.js';
import { breathe } from './breathe.js';

/** @typedef {import('./boot/boot.js').Engine} Engine */
/**
 * @typedef {object} Request
 * @property {number} [id]
 * @property {string} [text]
 * @property {boolean} [slices] the text starts a job, which is to be run to its end
 * @property {number} [cancel] the id of the request whose job is to end
 * @property {boolean} [ping]
 */

const SLICE_MS = 8;
/** Often enough for a bar to move, seldom enough to cost nothing. */
const PROGRESS_EVERY_MS = 100;
/** The page draws its first view and answers first touches before anything idle runs. */
const SETTLE_AFTER_MS = 3000;

/** Jobs under way: the id of the request that started each, and the engine's number for it. @type {Map<number, number>} */
const jobs = new Map();
/** @type {Request[]} */
let early = [];
/** @type {Engine | null} */
let engine = null;

self.addEventListener('message', ({ data }) => {
  if (engine) obey(engine, data);
  else early.push(data);
});

/**
 * @param {Engine} engine
 * @param {Request} request
 */
function obey(engine, request) {
  const { id, text, slices, cancel, ping } = request;
  if (ping) return postMessage({ kind: 'alive' });
  if (cancel !== undefined) return cancelJob(engine, cancel);
  if (id === undefined || text === undefined) return;
  try {
    const answer = engine.handle(text);
    const started = slices && JSON.parse(answer);
    if (started?.ok && started.job !== undefined) {
      jobs.set(id, started.job);
      runJob(engine, id, started.job).catch(crash);
    } else {
      postMessage({ kind: 'answer', id, text: answer });
    }
  } catch (error) {
    crash(error);
  }
}

/**
 * @param {Engine} engine
 * @param {number} id of the request that started the job
 * @param {number} job
 */
async function runJob(engine, id, job) {
  const work = JSON.stringify({ id, intent: 'work', job, ms: SLICE_MS });
  let told = performance.now();
  for (;;) {
    await breathe();
    const text = engine.handle(work);
    const { ok, done, progress } = JSON.parse(text);
    if (!ok || done) {
      jobs.delete(id);
      return postMessage({ kind: 'answer', id, text });
    }
    if (performance.now() - told >= PROGRESS_EVERY_MS) {
      told = performance.now();
      postMessage({ kind: 'progress', id, progress });
    }
  }
}

/**
 * @param {Engine} engine
 * @param {number} id
 */
function cancelJob(engine, id) {
  const job = jobs.get(id);
  if (job === undefined) return;
  try {
    engine.handle(JSON.stringify({ id, intent: 'cancel', job }));
  } catch (error) {
    crash(error);
  }
}

/**
 * An engine that threw instead of answering is not to be trusted with the next question.
 * @param {unknown} error
 */
function crash(error) {
  postMessage({ kind: 'crashed', error: String(error) });
}

/** @param {Engine} engine */
async function settle(engine) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_AFTER_MS));
  while (jobs.size) await breathe();
  try {
    await engine.settle();
    postMessage({ kind: 'settled' });
  } catch (error) {
    console.warn(`The next start will be no faster: ${error}`);
  }
}

try {
  engine = await startEngine((text) => console.warn(text));
  postMessage({ kind: 'ready', boot: engine.boot });
  for (const request of early) obey(engine, request);
  early = [];
  settle(engine);
} catch (error) {
  postMessage({ kind: 'failed', error: String(error) });
}
