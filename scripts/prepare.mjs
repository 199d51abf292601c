// Installs and builds what is missing, and nothing when nothing is missing. Plain Node: it runs before anything is
// installed.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockBuild } from './build-lock.mjs';
import { deleteOrphans, digestInputs, dropStamp, judge, writeStamp } from './freshness.mjs';
import { compileBinding, install, isInstalled } from './install.mjs';
import { findForeign } from './native-hashes.mjs';
import { toSteps } from './steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);

/** Builds what `toSteps` has for the scope, when nobody else builds here. Exits on failure. */
export async function prepare(scope) {
  const lock = await lockBuild(root, say);
  const isFresh = !isInstalled();
  if (isFresh) await install(lock);
  refuseForeign({ all: isFresh });
  const [status] = await Promise.all([build(toSteps(scope), lock), isFresh && compileBinding(lock)]);
  if (status !== 0) process.exit(status);
  lock.release();
}

/** Before anything can load them: a binary that is not the listed one is run by nobody. */
function refuseForeign(scope) {
  const foreign = findForeign(root, scope);
  if (foreign.length === 0) return;
  for (const text of foreign) say(text);
  say('not built: docs/dependencies.md says what this means');
  process.exit(1);
}

/** Runs the steps that must run, and waits for all that were started before it says that one has failed. */
async function build({ lanes, last }, lock) {
  const statuses = await Promise.all(lanes.map((steps) => runLane(steps, lock)));
  return statuses.find((code) => code !== 0) ?? (await runLane(last, lock));
}

async function runLane(steps, lock) {
  for (const step of steps) {
    const status = await runStep(step, lock);
    if (status !== 0) return status;
  }
  return 0;
}

async function runStep(step, lock) {
  const verdict = judge(root, step);
  if (verdict === 'no') return 0;
  say(`building: ${step.name} …`);
  dropStamp(root, step);
  deleteOrphans(root, step.orphans ?? []);
  if (verdict === 'anew' && step.notes !== undefined) rmSync(at(step.notes), { force: true });
  const inputs = digestInputs(root, step);
  const child = spawn(process.execPath, step.run, { cwd: root, stdio: ['ignore', 2, 2] });
  lock.holdFor(child);
  const [status, signal] = await once(child, 'exit');
  // What a killed step has left is not to be trusted.
  if (signal === null) writeStamp(root, step, status === 0 ? inputs : null);
  return signal === null ? status : 1;
}

function say(text) {
  process.stderr.write(`errord: ${text}\n`);
}
