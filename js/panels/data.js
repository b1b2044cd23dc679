/** Everything that is kept, as one file: out, and in again without doubles. */

/** @import { App } from '../main.js' */
/** @import { Slot } from '../store.js' */

import { MOST_SECONDS } from '../clock.js';
import { today } from '../dates.js';
import { h } from '../dom.js';
import { entries, keepEntries } from '../record.js';
import { adopt, settings } from '../settings.js';
import { keepLeft, keys, read, readLeft, readSlot, sameGame, slotFor, slotOf, write } from '../store.js';
import { customGames, keepCustomGames } from '../variants.js';

const APP = 'bakersdozen';
const FORMAT = 1;
/** Far more than a lifetime of games. */
const LARGEST = 32 * 1024 * 1024;

/** Raised for a file that is not taken; `key` is the sentence that says why. */
export class Refused extends Error {
  /** @param {string} key */
  constructor(key) {
    super(key);
    this.key = key;
  }
}

/**
 * Hands the player a file.
 * @param {Blob} content
 * @param {string} name
 */
export function download(content, name) {
  const url = URL.createObjectURL(content);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Saves everything that is kept to a file. */
export function exportAll() {
  /** @param {string} start */
  const games = (start) =>
    keys(start).flatMap((slot) => {
      const { save, game } = readSlot(slot) ?? {};
      return save && game ? [{ save, game }] : [];
    });
  const tables = Object.fromEntries(keys('table:').map((key) => [key.slice('table:'.length), read(key)]));
  const all = {
    app: APP,
    format: FORMAT,
    settings: settings(),
    name: read('name') ?? '',
    custom: customGames(),
    games: games('game:'),
    left: games('left:'),
    record: entries(),
    tables,
  };
  download(new Blob([JSON.stringify(all)], { type: 'application/json' }), `bakers-dozen-${today()}.json`);
}

/**
 * Takes in a file that `exportAll` made. A damaged or foreign one is refused before anything
 * is touched.
 * @param {App} app
 * @param {Blob} file
 * @returns {Promise<number>} how many games the record has gained
 */
export async function importAll({ session, opening }, file) {
  if (file.size > LARGEST) throw new Refused('data.too-large');
  const all = parsed(await file.text());
  const known = entries();
  const merging = await session.ask({ intent: 'merge', records: [known, all.record] });
  if (!merging.ok) throw new Refused(merging.reason?.key ?? 'error.request');
  if (merging.refused) throw new Refused('data.damaged');
  if (!keepEntries(merging.entries)) throw new Refused('store.failed');
  (await replayable(session, all.games)).forEach(takeGame);
  (await replayable(session, all.left ?? [])).forEach(takeLeft);
  for (const [name, row] of Object.entries(all.tables)) {
    if (!read(`table:${name}`)) write(`table:${name}`, row);
  }
  if (!read('name') && typeof all.name === 'string') write('name', all.name);
  const mine = new Set(customGames().map((game) => slotOf(game.parameters)));
  keepCustomGames([...customGames(), ...all.custom.filter((game) => !mine.has(slotOf(game.parameters)))]);
  adopt(all.settings);
  await showTaken(session, opening);
  return merging.entries.length - known.length;
}

/** @typedef {{ settings: object, name: unknown, custom: { name: string, parameters: Record<string, unknown> }[], games: Pick<Slot, 'save' | 'game'>[], left?: Pick<Slot, 'save' | 'game'>[], record: object[], tables: Record<string, object> }} Everything */

/**
 * @param {string} text
 * @returns {Everything}
 */
function parsed(text) {
  let all;
  try {
    all = JSON.parse(text);
  } catch {
    throw new Refused('data.damaged');
  }
  if (all?.app !== APP) throw new Refused('data.foreign');
  if (!Number.isInteger(all.format) || all.format < 1) throw new Refused('data.damaged');
  if (all.format > FORMAT) throw new Refused('data.newer');
  const whole =
    isObject(all.settings) &&
    isObject(all.tables) &&
    Object.values(all.tables).every(isObject) &&
    Array.isArray(all.record) &&
    Array.isArray(all.games) &&
    Array.isArray(all.left ?? []) &&
    [...all.games, ...(all.left ?? [])].every(isGame) &&
    Array.isArray(all.custom) &&
    all.custom.every((/** @type {any} */ game) => typeof game?.name === 'string' && isObject(game.parameters));
  if (!whole) throw new Refused('data.damaged');
  return all;
}

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {any} kept */
const isGame = (kept) =>
  isObject(kept?.save) &&
  Array.isArray(kept.save.plies) &&
  isObject(kept.game) &&
  typeof kept.game.id === 'string' &&
  typeof kept.game.day === 'string' &&
  ['none', 'hint', 'solution'].includes(kept.game.help);

/**
 * A time that no clock has shown costs the game nothing but its time.
 * @param {Pick<Slot, 'save' | 'game'>} taken
 */
function mended({ save, game }) {
  const { seconds } = save;
  const sound = typeof seconds === 'number' && seconds >= 0 && seconds <= MOST_SECONDS;
  return { save: { ...save, seconds: sound ? seconds : 0 }, game };
}

/**
 * Those games that the engine can replay: no other may take the place of one that is kept.
 * @param {App['session']} session
 * @param {Pick<Slot, 'save' | 'game'>[]} games
 */
async function replayable(session, games) {
  const found = [];
  for (const game of games.map(mended)) {
    const { ok } = await session.ask({ intent: 'check', save: game.save });
    if (ok) found.push(game);
  }
  return found;
}

/**
 * Takes a game into its slot if there is none that has been begun, or an earlier state of the
 * same; another begun one goes where games wait that were left.
 * @param {Pick<Slot, 'save' | 'game'>} taken
 */
function takeGame({ save, game }) {
  const slot = slotFor(save);
  const own = readSlot(slot);
  const plies = own?.save.plies ?? [];
  const earlier = own?.game.id === game.id && plies.every((ply, i) => ply === save.plies[i]);
  if (!plies.length || (earlier && plies.length < save.plies.length)) write(slot, { save, game, address: '' });
  else if (own?.game.id !== game.id) takeLeft({ save, game });
}

/** @param {Pick<Slot, 'save' | 'game'>} taken */
function takeLeft({ save, game }) {
  if (!readLeft(slotFor(save))) keepLeft({ save, game, address: '' });
}

/**
 * Puts the game on the table that has been taken into its slot.
 * @param {App['session']} session
 * @param {App['opening']} opening
 */
async function showTaken({ slot, game }, opening) {
  if (!slot || game.aside) return;
  const kept = readSlot(slotFor(slot.save));
  if (kept && !sameGame(kept, slot)) await opening.load(kept);
}
