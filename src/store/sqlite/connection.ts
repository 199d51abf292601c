import type { SqliteConnection } from './binding/binding.js';

/** A connection that may write. Only the writer thread has one. */
export type WritableDb = SqliteConnection;

/** A connection for queries. A function that takes one cannot be handed to the writer's commands by mistake. */
export type ReadableDb = Pick<SqliteConnection, 'prepare' | 'transaction' | 'pragma' | 'function'>;
