import type { ReadableDb, WritableDb } from '../connection.js';

/** What is wrong, in a sentence without a full stop. */
export interface Fault {
  readonly text: string;
  /** Whether it is in what is made of the records, and can be made of them again. */
  readonly isRepairable: boolean;
}

/** One thing that must hold of a database. */
export interface Check {
  /** What is looked at. */
  readonly name: string;
  /** Each statement of it sees one moment, so that it holds beside a writer as well. */
  find(db: ReadableDb, nowMs: number): readonly Fault[];
  /** Makes it hold again where it can, inside a transaction; absent where nothing can be made of anything. */
  readonly repair?: (db: WritableDb, nowMs: number) => void;
}

/** A check that counts what is wrong by one statement; `toText` says what so many of them are. */
export function countingFault(sql: string, isRepairable: boolean, toText: (count: number) => string) {
  return (db: ReadableDb): readonly Fault[] => {
    const count = db.prepare<[], number>(sql).pluck().get() ?? 0;
    return count === 0 ? [] : [{ text: toText(count), isRepairable }];
  };
}
