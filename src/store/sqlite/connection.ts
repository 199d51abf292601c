import type Database from 'better-sqlite3';

/** A connection that may write. Only the writer thread has one. */
export type WritableDb = Database.Database;

/** A connection for queries. A function that takes one cannot be handed to the writer's commands by mistake. */
export type ReadableDb = Pick<Database.Database, 'prepare' | 'transaction' | 'pragma' | 'function'>;
