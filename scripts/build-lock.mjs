// One build at a time in one tree: two at once would write the same files, and clear the folders of each other. Plain Node.

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
/** Who may not write here builds nothing here, and need not wait: what is there may be whole. */
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Resolves when no other process builds in the tree, with the lock: `release()` lets the next one build, as the end of this
 * process does; `holdFor(child)` keeps the next one waiting until this child has ended too, should this process be killed:
 * npm works on without the one that started it. `say` is told once of each process that it waits for.
 */
export async function lockBuild(root, say) {
  const path = join(root, 'dist', '.building');
  try {
    mkdirSync(join(root, 'dist'), { recursive: true });
    await waitFor(path, say);
  } catch (error) {
    if (READ_ONLY.has(error.code)) return { release: () => undefined, holdFor: () => undefined };
    throw error;
  }
  return toLock(path);
}

function toLock(path) {
  const owners = new Set([process.pid]);
  let isHeld = true;
  const release = () => {
    process.off('exit', release);
    isHeld = false;
    rmSync(path, { force: true });
  };
  const holdFor = (child) => {
    if (child.pid === undefined || !isHeld) return;
    replace(path, owners.add(child.pid));
    child.once('exit', () => {
      owners.delete(child.pid);
      if (isHeld) replace(path, owners);
    });
  };
  process.once('exit', release);
  return { release, holdFor };
}

async function waitFor(path, say) {
  for (let saidOf = null; !take(path); ) {
    const owners = readOwners(path);
    if (owners === null) continue;
    const owner = owners.find(isAlive);
    // Ended without a word, or killed.
    if (owner === undefined) rmSync(path, { force: true });
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

/** By a rename of a whole file, for the same reason. */
function replace(path, owners) {
  const own = `${path}-${process.pid}`;
  writeFileSync(own, [...owners].join('\n'));
  renameSync(own, path);
}

/** Null when it has gone. */
function readOwners(path) {
  try {
    return readFileSync(path, 'utf8').split('\n').map(Number);
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
