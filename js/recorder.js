/** A worker that starts the engine once more, in idle time, and keeps a snapshot of it for later visits. */

import { doorOf, startInterpreter } from './boot/interpreter.js';
import { keep, Watch } from './boot/snapshots.js';

self.addEventListener('message', async ({ data: parts }) => {
  try {
    const watch = new Watch();
    const pyodide = await startInterpreter({ ...parts, watch });
    doorOf(pyodide).destroy();
    await keep(pyodide.makeMemorySnapshot(), watch);
    postMessage(null);
  } catch (error) {
    postMessage(String(error));
  }
});
