// One build at a time in one tree: two at once would write the same files, and clear the folders of each other. Plain Node.

import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
/** Who may not write here builds nothing here, and need not wait: what is there may be whole. */
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Resolves when no other process builds in the tree, with what lets the next one build; the end of this process does so as
 * well. `say` is told once whom it waits for.
 */
export async function lockBuild(root, say) {
  const path = join(root, 'dist', '.building');
  try {
    mkdirSync(join(root, 'dist'), { recursive: true });
    await waitFor(path, say);
  } catch (error) {
    if (READ_ONLY.has(error.code)) return () => undefined;
    throw error;
  }
  const release = () => {
    process.off('exit', release);
    rmSync(path, { force: true });
  };
  process.once('exit', release);
  return release;
}

async function waitFor(path, say) {
  for (let saidOf = null; !take(path); ) {
    const owner = readOwner(path);
    if (owner === null) continue;
    // Ended without a word, or killed.
    if (!isAlive(owner)) rmSync(path, { force: true });
    else {
      if (saidOf !== owner) say(`waiting for the build of process ${owner} (${path})`);
      saidOf = owner;
      await sleep(POLL_MS);
    }
  }
}

/** By a link to a whole file: nobody reads one that is not written yet. */
function take(path) {
  const own = `${path}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own);
  }
}

/** Null when it has gone. */
function readOwner(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Process 0 is no process but all of ours. */
function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
