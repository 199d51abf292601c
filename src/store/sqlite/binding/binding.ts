// What the store needs of a binding to SQLite, in the words of better-sqlite3, whose objects serve as they are: a layer
// between them and the store would cost every statement (docs/adr/0024-sqlite-of-node.md).

export interface RunResult {
  readonly changes: number;
  readonly lastInsertRowid: number | bigint;
}

/**
 * Rows may have no prototype, and bytes come as a `Uint8Array`, which some bindings make a `Buffer`. `undefined` and booleans
 * cannot be bound.
 */
export interface Statement<Parameters extends unknown[], Row> {
  run(...parameters: Parameters): RunResult;
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  /** Rows are the value of their first column. */
  pluck(): this;
  /** Rows are arrays. */
  raw(): this;
}

/** Runs its work between BEGIN and COMMIT, and rolls back when that throws. */
export interface Transaction<Parameters extends unknown[], Result> {
  (...parameters: Parameters): Result;
  /** The same with the lock taken at BEGIN. */
  immediate(...parameters: Parameters): Result;
}

export interface Pages {
  readonly totalPages: number;
  readonly remainingPages: number;
}

export interface BackupOptions {
  /** Pages of a step. */
  readonly rate: number;
  /** Called between two steps; returns the rate. What it throws ends the copy. */
  progress(pages: Pages): number;
}

export interface SqliteConnection {
  prepare<Parameters extends unknown[] | object = unknown[], Row = unknown>(
    sql: string,
  ): Parameters extends unknown[] ? Statement<Parameters, Row> : Statement<[Parameters], Row>;
  exec(sql: string): unknown;
  /** The rows of the answer; the first value of the first row when that is all that is wanted. */
  pragma(source: string, options?: { readonly simple?: boolean }): unknown;
  transaction<Parameters extends unknown[], Result>(
    work: (...parameters: Parameters) => Result,
  ): Transaction<Parameters, Result>;
  function(
    name: string,
    options: { readonly deterministic: boolean },
    call: (...values: unknown[]) => unknown,
  ): unknown;
  /** Copies the database into a file that is not there, or empty. */
  backup(path: string, options: BackupOptions): Promise<unknown>;
  close(): unknown;
}

export interface ConnectionOptions {
  readonly readonly?: boolean;
  readonly fileMustExist?: boolean;
  /** How long a statement waits for the lock of somebody else. */
  readonly timeoutMs: number;
}

export const BINDING_NAMES = ['better-sqlite3', 'node'] as const;

export interface SqliteBinding {
  readonly name: (typeof BINDING_NAMES)[number];
  /** Of SQLite itself. */
  readonly version: string;
  /** An absolute path, or `:memory:`. */
  open(path: string, options: ConnectionOptions): SqliteConnection;
}
