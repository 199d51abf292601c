// Which binding serves. Two copies of SQLite in one process must not open the same file: when one closes it, the system drops
// the locks of the other (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close).
// So there is one binding for all threads of a process.

import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { SQLITE_NAMES } from '../../../../schemas/config.js';
import { ErrordError } from '../../../errors.js';
import { toDocPath } from '../../../package.js';
import { findBetterSqlite3, loadBetterSqlite3 } from './better-sqlite3.js';
import type { SqliteBinding } from './binding.js';
import { NODE_WITH_SQLITE } from './node-module.js';
import { loadNodeBinding } from './node-sqlite.js';

/** `auto` takes better-sqlite3 where it can be loaded and does no harm. */
export type SqliteChoice = (typeof SQLITE_NAMES)[number];

/** A binding, and why it is not better-sqlite3 where that was not asked for. */
export interface ChosenBinding {
  readonly binding: SqliteBinding;
  readonly reason: string | null;
}

/**
 * From this one on, a statement or a connection of better-sqlite3 12 that the collector frees while its thread ends can abort the
 * whole process: an assertion in `node::RemoveEnvironmentCleanupHook`. Node 22 takes it.
 */
const NODE_ABORTED_FROM = 24;

/** What threads inherit, as copies: each thread loads the binding for itself. */
const CHOICE_KEY = 'errord:sqlite';

let chosen: ChosenBinding | null = null;

/**
 * Says what this process is to use, before it opens a database. Throws `sqlite_unavailable` when it uses another already;
 * `auto` is content with any.
 */
export function chooseSqlite(choice: SqliteChoice): void {
  const earlier = readChoice();
  if (earlier === undefined) {
    setEnvironmentData(CHOICE_KEY, choice);
    return;
  }
  if (choice === 'auto' || choice === earlier) return;
  const { name } = loadChosen().binding;
  if (choice === name) return;
  throw new ErrordError(
    'sqlite_unavailable',
    `This process uses SQLite by ${name} already, so ${choice} cannot serve in it.`,
  );
}

/** Throws `sqlite_unavailable`, which says what to do, when what was chosen cannot be loaded. */
export function loadChosen(): ChosenBinding {
  chosen ??= load(readChoice() ?? 'auto');
  return chosen;
}

function readChoice(): SqliteChoice | undefined {
  return getEnvironmentData(CHOICE_KEY) as SqliteChoice | undefined;
}

function load(choice: SqliteChoice): ChosenBinding {
  if (choice === 'node') return { binding: loadNode(null), reason: null };
  if (Number.parseInt(process.versions.node, 10) >= NODE_ABORTED_FROM) return loadBesideAborts(choice);
  try {
    return { binding: loadBetterSqlite3(), reason: null };
  } catch (error) {
    const reason = toFirstLine(error);
    if (choice === 'better-sqlite3') throw unavailable([reason], toAdvice());
    return { binding: loadNode(error), reason };
  }
}

/** Every such Node has SQLite itself. */
function loadBesideAborts(choice: SqliteChoice): ChosenBinding {
  const reason = `better-sqlite3 can abort a process of Node ${NODE_ABORTED_FROM} and newer`;
  if (choice === 'better-sqlite3') throw unavailable([reason], 'Leave the choice of SQLite to errord');
  return { binding: loadNode(null), reason };
}

/** `earlier` is why better-sqlite3 cannot be loaded; null when it was not wanted. */
function loadNode(earlier: unknown): SqliteBinding {
  try {
    return loadNodeBinding();
  } catch (error) {
    const reasons = [...(earlier === null ? [] : [toFirstLine(earlier)]), toFirstLine(error)];
    const advice = earlier === null ? 'Leave the choice of SQLite to errord' : toAdvice();
    throw unavailable(reasons, `${advice}, or use Node ${NODE_WITH_SQLITE} or newer`);
  }
}

/** It lists every path that it has looked at; the first line says what is wrong. */
function toFirstLine(error: unknown): string {
  // What looks for the compiled part tells where it has looked.
  if (error instanceof Error && 'tries' in error) return 'better-sqlite3 was never compiled here';
  const line = ((error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '').trim();
  // What the system says to the first thread that tries; Node says to every other that the module did not register itself.
  const isMisfit =
    error instanceof Error && 'code' in error && error.code === 'ERR_DLOPEN_FAILED' && !line.includes('GLIBC');
  return isMisfit ? `the compiled part of better-sqlite3 is not for Node ${process.version} on this system` : line;
}

/** In the folder of the package, because npm rebuilds only what the project that it is called in has, and packages of pnpm never. */
function toAdvice(): string {
  const folder = findBetterSqlite3();
  const command =
    folder === null ? 'Install errord again (in a clone: `npm ci`)' : `Run \`npm --prefix "${folder}" run install\``;
  return `${command} where there is a C++ compiler, Python and make`;
}

function unavailable(reasons: readonly string[], advice: string): ErrordError {
  const text = `errord has no SQLite here: ${reasons.join('; ')}. ${advice} (${toDocPath('operating.md')}).`;
  return new ErrordError('sqlite_unavailable', text);
}
