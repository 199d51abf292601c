// Whether what is committed can be found again: nothing may be acknowledged that cannot.

import { ErrordError } from '../../../errors.js';
import { STORAGE_CHECK_MS } from '../limits.js';
import { isCorruption } from '../sqlite-error.js';
import { describeMissing, type MissingParts, openFileIdentity } from './file-identity.js';

export interface StorageWatch {
  /** Throws `storage_unavailable` when the database is known to be damaged: what it says of itself cannot be relied on. */
  assertUndamaged(): void;
  /** Throws `storage_unavailable` when the files that were just written are not those the next start will open. */
  assertDurable(): void;
  /** Of any failure: damage ends all writing, for as long as this watch is open. */
  note(error: unknown): void;
  /** The same, when a reader has met the damage. */
  declareDamaged(reason: string): void;
  close(): void;
}

export interface StorageWatchOptions {
  readonly dbPath: string;
  /** What the daemon was told to open: the same, or a link that leads there. */
  readonly givenPath: string;
  /** Called once, at the first commit after files went away, or soon after when nothing is committed. */
  readonly onLost: (error: ErrordError, missing: MissingParts) => void;
  /** Called once. */
  readonly onDamage: (reason: string) => void;
}

export function openStorageWatch({ dbPath, givenPath, onLost, onDamage }: StorageWatchOptions): StorageWatch {
  const identity = openFileIdentity(dbPath, givenPath);
  let lost: ErrordError | null = null;
  let damaged: ErrordError | null = null;
  const check = (): void => {
    const missing = lost === null ? identity.findMissing() : null;
    if (missing === null) return;
    lost = new ErrordError('storage_unavailable', describeMissing(missing, dbPath));
    onLost(lost, missing);
  };
  const declareDamaged = (reason: string): void => {
    if (damaged !== null) return;
    damaged = new ErrordError('storage_unavailable', `the database ${dbPath} is damaged: ${reason}`);
    onDamage(reason);
  };
  const timer = setInterval(check, STORAGE_CHECK_MS);
  return {
    assertUndamaged() {
      if (damaged !== null) throw damaged;
    },
    assertDurable() {
      check();
      if (lost !== null) throw lost;
    },
    note(error) {
      if (isCorruption(error)) declareDamaged(error.message);
    },
    declareDamaged,
    close: () => clearInterval(timer),
  };
}
