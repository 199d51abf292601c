import type { WritableDb } from '../connection.js';
import { checkpoint, setSecureDelete } from '../database.js';
import { CLEAR_TRUNCATE_TRIES, WAL_STUCK_WAIT_MS } from '../limits.js';

/** Erasures that run, of which each begins once and ends once. */
export interface Overwriting {
  begin(): void;
  end(): void;
}

/** Has deletions overwrite what they free from the first erasure that begins to the last that ends: one connection does all. */
export function openOverwriting(db: WritableDb): Overwriting {
  let erasures = 0;
  return {
    begin() {
      // One that cannot begin is not counted: the next would take it that deletions overwrite already.
      if (erasures === 0) setSecureDelete(db, 'ON');
      erasures += 1;
    },
    end() {
      erasures -= 1;
      if (erasures === 0) setSecureDelete(db, 'FAST');
    },
  };
}

export interface Erasing {
  readonly db: WritableDb;
  readonly overwriting: Overwriting;
  /**
   * Nothing is kept: the work writes the file anew at once, which leaves no remains and then costs little. Overwriting each page
   * would write all of the file to the log in one transaction: for as long nothing is committed, and a full disk has no room.
   */
  readonly isEverything: boolean;
  readonly work: () => Promise<unknown>;
  /** Lets commits in between two tries to empty the log. */
  readonly betweenTries: () => Promise<void>;
}

/**
 * Runs a deletion that overwrites: the texts it deletes are in neither the database nor its log afterwards. Of records
 * that are kept, pages are shared with deleted ones, and those parts are overwritten with zeros. A reader that is at work
 * for seconds can keep the log from being emptied; then it is overwritten as it fills.
 */
export async function runErasing({ db, overwriting, isEverything, work, betweenTries }: Erasing): Promise<void> {
  if (!isEverything) overwriting.begin();
  try {
    await work();
    for (let tries = 0; tries < CLEAR_TRUNCATE_TRIES; tries += 1) {
      if (checkpoint(db, 'TRUNCATE', WAL_STUCK_WAIT_MS).isDone) return;
      await betweenTries();
    }
  } finally {
    if (!isEverything) overwriting.end();
  }
}
