/**
 * The page's first script: starts the engine's worker, and draws the cards of the game that it will
 * open, before the page's own modules have come. They take over what stands there (main.js), and
 * need nothing of it: where this could not read what was kept, they draw the table themselves.
 */

import './early.js';

import { byId } from './dom.js';
import { knownAtOnce } from './kept.js';
import { layOut } from './layout.js';
import { migrate } from './migrate.js';
import { Pieces } from './pieces.js';
import { tableIn } from './screen.js';
import { applyLook } from './settings.js';

migrate();
applyLook();
const root = byId('table');
const { view } = knownAtOnce(location.hash);
if (view && root.clientWidth) new Pieces(root).put(view, layOut(tableIn(root), view));
