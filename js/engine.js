/**
 * The page's side of the engine: one worker, asked by promises.
 *
 *     const engine = new Engine({ lastSave: () => store.currentSave() });
 *     engine.addEventListener('state', () => { document.documentElement.dataset.engine = engine.state; });
 *     engine.start();
 *     const answer = await engine.ask({ intent: 'move', card: 'QH', to: 'g' });
 *     const result = await engine.job({ intent: 'hint' }, { onProgress, signal });
 *
 * What is asked while the engine boots waits and is answered in order. After a crash
 * the event `restart` says so; its `detail.loaded` is the promise of the answer to
 * `load` with the last save, or null where there was none.
 */

import { mend } from './boot/mend.js';
import { buildAddress } from './place.js';

/** @typedef {{ intent: string, [field: string]: unknown }} Intent */
/** @typedef {{ id: number, ok: boolean, [field: string]: any }} Answer */
/** @typedef {{ nodes: number, budget: number, seconds: number }} Progress */
/** @typedef {'booting' | 'ready' | 'failed'} EngineState */
/**
 * @typedef {object} Waiting
 * @property {{ id: number, slices: boolean, text: string }} request
 * @property {(answer: Answer) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {((progress: Progress) => void) | undefined} onProgress
 */

/** The engine went away before it answered; the game is replayed in a fresh one. */
export class EngineLost extends Error {}

/** How long a worker that should be idle or between slices may take to answer a ping. */
const PING_PATIENCE_MS = 5000;
/** So many crashes without one answer between them mean that restarting does not help. */
const CRASHES_IN_A_ROW = 3;

export class Engine extends EventTarget {
  /** @type {EngineState} */
  state = 'booting';
  /** What went wrong, when `state` is `failed`. @type {string | null} */
  failure = null;
  /** Which boot succeeded: `snapshot`, `library` or `plain`. @type {string | null} */
  boot = null;

  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #nextId = 1;
  #crashes = 0;
  #mended = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #ping;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watching;
  #lastSave;

  /**
   * @param {object} [options]
   * @param {() => object | null} [options.lastSave] gives the save to replay after a crash
   */
  constructor({ lastSave = () => null } = {}) {
    super();
    this.#lastSave = lastSave;
    const check = () => document.visibilityState === 'visible' && this.#checkAlive();
    document.addEventListener('visibilitychange', check);
    document.addEventListener('resume', check);
    addEventListener('pageshow', (event) => event.persisted && check());
  }

  /** Starts the worker; also what "Try again" calls after a failure. */
  start() {
    this.#worker?.terminate();
    this.#crashes = 0;
    this.#mended = false;
    this.#launch();
  }

  /**
   * Sends an intent and resolves with the engine's answer, `ok` or not.
   * Rejects with EngineLost when the engine is gone before it answered.
   * @param {Intent} intent
   * @returns {Promise<Answer>}
   */
  ask(intent) {
    return this.#send(intent, false);
  }

  /**
   * Starts a job, lets the worker run it in slices and resolves with its result.
   * An aborted job resolves with `{ cancelled: true }`; a refused one rejects with
   * an Error whose `cause` is the engine's reason.
   * @param {Intent} intent
   * @param {{ onProgress?: (progress: Progress) => void, signal?: AbortSignal }} [options]
   * @returns {Promise<any>}
   */
  async job(intent, { onProgress, signal } = {}) {
    if (signal?.aborted) return { cancelled: true };
    const id = this.#nextId;
    const answer = this.#send(intent, true, onProgress);
    const cancel = () => this.#worker?.postMessage({ cancel: id });
    signal?.addEventListener('abort', cancel);
    try {
      const { ok, result, reason } = await answer;
      if (!ok) throw new Error('The engine refused the job', { cause: reason });
      return result;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /**
   * @param {Intent} intent
   * @param {boolean} slices
   * @param {(progress: Progress) => void} [onProgress]
   * @returns {Promise<Answer>}
   */
  #send(intent, slices, onProgress) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const request = { id, slices, text: JSON.stringify({ id, ...intent }) };
      this.#waiting.set(id, { request, resolve, reject, onProgress });
      if (this.state === 'failed') return this.#loseWaiting();
      this.#worker?.postMessage(request);
      this.#watch();
    });
  }

  /** A worker that was ended from outside tells nobody: while anything waits, it is asked whether it lives. */
  #watch() {
    this.#watching ??= setTimeout(() => {
      this.#watching = undefined;
      if (!this.#waiting.size) return;
      if (this.#ping === undefined) this.#checkAlive();
      this.#watch();
    }, PING_PATIENCE_MS);
  }

  #launch() {
    this.boot = null;
    this.failure = null;
    this.#enter('booting');
    let early;
    try {
      early = globalThis.early?.handOver?.();
      this.#worker = early?.worker ?? new Worker(buildAddress('js/worker.js'), { type: 'module' });
    } catch (error) {
      // Some browsers are told to have no workers.
      return this.#fail(String(error));
    }
    const worker = this.#worker;
    const hear = (/** @type {Event} */ event) => {
      if (event instanceof MessageEvent) this.#hear(event.data);
      else this.#stumble(/** @type {ErrorEvent} */ (event));
    };
    worker.addEventListener('message', hear);
    worker.addEventListener('error', hear);
    early?.heard.forEach(hear);
    this.#waiting.forEach(({ request }) => worker.postMessage(request));
  }

  /** @param {ErrorEvent} event */
  #stumble(event) {
    event.preventDefault();
    // Before the worker has spoken, an error means that its own files did not load.
    if (this.state === 'booting') this.#mendOrFail(event.message || 'worker did not start');
    else this.#crashed();
  }

  /** @param {any} message */
  #hear(message) {
    this.#calm();
    if (message.kind === 'answer') {
      this.#crashes = 0;
      performance.mark('engine-answer');
      const answer = JSON.parse(message.text);
      this.#waiting.get(message.id)?.resolve(answer);
      this.#waiting.delete(message.id);
    } else if (message.kind === 'progress') {
      this.#waiting.get(message.id)?.onProgress?.(message.progress);
    } else if (message.kind === 'ready') {
      this.boot = message.boot;
      performance.mark('engine-ready', { detail: message.boot });
      this.#enter('ready');
    } else if (message.kind === 'settled') {
      performance.mark('engine-settled');
    } else if (message.kind === 'failed') {
      this.#mendOrFail(message.error);
    } else if (message.kind === 'crashed') {
      this.#crashed();
    }
  }

  #checkAlive() {
    if (this.state !== 'ready') return;
    this.#calm();
    this.#worker?.postMessage({ ping: true });
    this.#ping = setTimeout(() => {
      if (document.visibilityState === 'visible') this.#crashed();
    }, PING_PATIENCE_MS);
  }

  #calm() {
    clearTimeout(this.#ping);
    this.#ping = undefined;
  }

  #crashed() {
    this.#calm();
    this.#worker?.terminate();
    if (++this.#crashes > CRASHES_IN_A_ROW) return this.#fail('the engine keeps crashing');
    this.#loseWaiting();
    this.#launch();
    const save = this.#lastSave();
    // Posted first, so whatever is asked from now on meets the restored game.
    const loaded = save ? this.ask({ intent: 'load', save }) : null;
    loaded?.catch(() => undefined);
    this.dispatchEvent(new CustomEvent('restart', { detail: { loaded } }));
  }

  /**
   * A start may fail over a damaged file that was kept for offline use; it gets one more try.
   * @param {string} failure
   */
  async #mendOrFail(failure) {
    const tried = this.#worker;
    const again = !this.#mended && (await mend());
    if (this.#worker !== tried) return;
    if (!again) return this.#fail(failure);
    this.#mended = true;
    tried?.terminate();
    this.#launch();
  }

  /** @param {string} failure */
  #fail(failure) {
    this.#worker?.terminate();
    this.#worker = null;
    this.failure = failure;
    this.#enter('failed');
    this.#loseWaiting();
  }

  #loseWaiting() {
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of lost) reject(new EngineLost('the engine is gone'));
  }

  /** @param {EngineState} state */
  #enter(state) {
    this.state = state;
    this.dispatchEvent(new Event('state'));
  }
}
