/**
 * Brings what earlier versions kept into the form that this one keeps, a step for each change of
 * form. A step that meets its own work leaves it as it is: a store without a mark is led through
 * them all.
 */

import { freshGame } from './played.js';
import { keys, read, thin, write } from './store.js';

/** The steps, oldest first; never remove one, add to the end. @type {(() => void)[]} */
const STEPS = [
  /**
   * Games kept before there was a record knew nothing of it: what was won then is not news now.
   * Whichever tab gets to such a game gives it the same id.
   */
  () => {
    for (const slot of keys('game:')) {
      const kept = read(slot);
      if (!kept?.save || kept.game) continue;
      const id = `${slot.slice(0, 32)}:${kept.save.deal}`;
      write(slot, { ...kept, game: { ...freshGame(), id, recorded: kept.view?.status === 'won' } });
    }
  },
  /** Every daily kept the view it was left with, most of what it took. */
  () => keys('game:daily:').filter((slot) => slot !== read('current')).forEach(thin),
];

/** Takes the steps that the store has not seen. */
export function migrate() {
  const seen = read('format') ?? 0;
  if (seen >= STEPS.length || !keys('').length) return;
  for (const step of STEPS.slice(seen)) step();
  write('format', STEPS.length);
}
