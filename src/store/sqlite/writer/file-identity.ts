import { statSync } from 'node:fs';
import { lockPathOf } from '../database.js';

/** Which of the files that make up an open database its path does not lead to any more. */
export interface MissingParts {
  /** The database itself: it, or a directory above it, was deleted, moved or replaced. */
  readonly database: boolean;
  /** The write-ahead log, of which another one may be in its place. */
  readonly log: 'there' | 'deleted' | 'replaced';
  /** The index of the log or the lock, by which other programs know of this one, or the link that leads to all. */
  readonly others: boolean;
}

export interface FileIdentity {
  /** Null while everything is where it was when this was opened. Costs a `stat` of each. */
  findMissing(): MissingParts | null;
}

type Place = 'there' | 'deleted' | 'replaced';

/**
 * Remembers which files the names lead to now; what is written to a file without a name is gone when the daemon ends. The
 * database must be open in WAL mode, so
 * that its log is there. `givenPath` is the name that the next start will use, which may be a link.
 */
export function openFileIdentity(dbPath: string, givenPath: string): FileIdentity {
  const names = [dbPath, `${dbPath}-wal`, `${dbPath}-shm`, lockPathOf(dbPath)];
  if (givenPath !== dbPath) names.push(givenPath);
  const [database, log, ...others] = names.map(watchName);
  const findMissing = (): MissingParts | null => {
    const missing: MissingParts = {
      database: database?.() !== 'there',
      log: log?.() ?? 'there',
      others: others.some((find) => find() !== 'there'),
    };
    return missing.database || missing.others || missing.log !== 'there' ? missing : null;
  };
  return { findMissing };
}

/** One sentence for the log of the daemon. */
export function describeMissing({ database, log }: MissingParts, dbPath: string): string {
  const subject = database
    ? `the database file ${dbPath}`
    : log === 'there'
      ? `the lock or the shared memory of the database ${dbPath}, or the link to it,`
      : `the write-ahead log ${dbPath}-wal`;
  return `${subject} was deleted or replaced while in use`;
}

/** A file that was not there to begin with may come: the lock is there only when a daemon holds it. */
function watchName(path: string): () => Place {
  const opened = statSync(path, { throwIfNoEntry: false });
  return () => {
    if (opened === undefined) return 'there';
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'deleted';
    return found.ino === opened.ino && found.dev === opened.dev ? 'there' : 'replaced';
  };
}
