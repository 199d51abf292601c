import type { CopyProgress } from '../database-tools.js';
import type { Terminal } from './terminal.js';
import { toSize } from './words.js';

/** A smaller database is copied before anybody wonders. */
const SILENT_BYTES = 64 * 1024 * 1024;
const PART = 0.1;

/** Says how far a copy is, a line for each tenth. */
export function openProgress(terminal: Terminal): (progress: CopyProgress) => void {
  let saidParts = 0;
  return ({ copiedBytes, totalBytes }) => {
    if (totalBytes < SILENT_BYTES) return;
    const parts = Math.floor(copiedBytes / totalBytes / PART);
    if (parts <= saidParts) return;
    saidParts = parts;
    terminal.say(`  ${parts * 10} % of ${toSize(totalBytes)}`);
  };
}
