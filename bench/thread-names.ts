// Loaded into every thread of a daemon before its own code (`--import`), so that the threads can be told apart: writes
// down which thread of the system does what. With `cores` in its URL, it also pretends that the machine has so many.

import { appendFileSync, readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, resourceLimits } from 'node:worker_threads';
import { DIGEST_THREAD_HEAP_MB } from '../src/limits.js';

const { searchParams } = new URL(import.meta.url);
const file = searchParams.get('file');
const cores = searchParams.get('cores');

if (cores !== null) {
  os.availableParallelism = () => Number(cores);
  syncBuiltinESMExports();
}
if (file !== null) appendFileSync(fileURLToPath(file), `${readThreadId()} ${toRole()}\n`);

/** Empty on systems that do not tell. */
function readThreadId(): string {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1) ?? '';
  } catch {
    // No /proc.
    return '';
  }
}

function toRole(): string {
  if (isMainThread) return 'gateway';
  const script = process.argv[1] ?? '';
  if (script.includes('sqlite-writer')) return 'writer';
  if (script.includes('sqlite-checkpoint')) return 'checkpoint';
  // Both pools start the same script; only the digest pool bounds its threads so.
  return resourceLimits.maxOldGenerationSizeMb === DIGEST_THREAD_HEAP_MB ? 'digest' : 'reader';
}
