// `node:sqlite`, in the words of the seam.

import { pathToFileURL } from 'node:url';
import type {
  BackupOptions,
  ConnectionOptions,
  RunResult,
  SqliteBinding,
  SqliteConnection,
  Statement,
  Transaction,
} from './binding.js';
import { type DatabaseSync, loadNodeSqlite, type NodeSqlite, type StatementSync } from './node-module.js';
import { cutsTexts, markTexts, toWhole } from './whole-texts.js';

/** Throws when this Node has no SQLite that can do what the store needs. */
export function loadNodeBinding(): SqliteBinding {
  const sqlite = loadNodeSqlite();
  const probe = new sqlite.DatabaseSync(':memory:');
  const version = String(Object.values(probe.prepare('SELECT sqlite_version()').get() as object)[0]);
  const isCutting = cutsTexts(probe);
  probe.close();
  return {
    name: 'node',
    version,
    open: (path, options) => new NodeConnection(sqlite, open(sqlite, path, options), isCutting),
  };
}

function open({ DatabaseSync }: NodeSqlite, path: string, options: ConnectionOptions): DatabaseSync {
  const { readonly: readOnly = false, fileMustExist = false, timeoutMs: timeout } = options;
  const url = pathToFileURL(path);
  // Its own options have no word for it.
  url.searchParams.set('mode', 'rw');
  return new DatabaseSync(fileMustExist && !readOnly ? url : path, { readOnly, timeout });
}

class NodeConnection implements SqliteConnection {
  readonly #sqlite: NodeSqlite;
  readonly #db: DatabaseSync;
  readonly #isCutting: boolean;

  constructor(sqlite: NodeSqlite, db: DatabaseSync, isCutting: boolean) {
    this.#sqlite = sqlite;
    this.#db = db;
    this.#isCutting = isCutting;
  }

  prepare<Parameters extends unknown[] | object = unknown[], Row = unknown>(
    sql: string,
  ): Parameters extends unknown[] ? Statement<Parameters, Row> : Statement<[Parameters], Row>;
  prepare(sql: string): Statement<unknown[], unknown> {
    const statement = this.#db.prepare(sql);
    if (!this.#isCutting) return new NodeStatement(statement);
    return new NodeStatement(markTexts(this.#db, sql, statement), toWhole);
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  pragma(source: string, { simple = false } = {}): unknown {
    const statement = this.prepare(`PRAGMA ${source}`);
    return simple ? statement.pluck().get() : statement.all();
  }

  transaction<Parameters extends unknown[], Result>(
    work: (...parameters: Parameters) => Result,
  ): Transaction<Parameters, Result> {
    const within =
      (begin: string) =>
      (...parameters: Parameters): Result => {
        this.#db.exec(begin);
        try {
          const result = work(...parameters);
          this.#db.exec('COMMIT');
          return result;
        } catch (error) {
          // Some failures, such as that of a full disk, have rolled back already.
          if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
          throw error;
        }
      };
    return Object.assign(within('BEGIN'), { immediate: within('BEGIN IMMEDIATE') });
  }

  function(name: string, options: { readonly deterministic: boolean }, call: (...values: unknown[]) => unknown): void {
    this.#db.function(name, options, call);
  }

  async backup(path: string, options: BackupOptions): Promise<void> {
    await this.#sqlite.backup?.(this.#db, path, options);
  }

  close(): void {
    this.#db.close();
  }
}

type ReadRow = (row: unknown) => unknown;

/** The first value of a row that came as an array. */
const toFirst: ReadRow = (row) => (row as readonly unknown[] | undefined)?.[0];

class NodeStatement implements Statement<unknown[], unknown> {
  readonly #statement: StatementSync;
  /** What rows still need; most need nothing. */
  #read: ReadRow | undefined;

  constructor(statement: StatementSync, read?: ReadRow) {
    this.#statement = statement;
    this.#read = read;
    // A filter has more in it than each of its statements uses.
    statement.setAllowUnknownNamedParameters(true);
  }

  run(...parameters: unknown[]): RunResult {
    return this.#statement.run(...parameters);
  }

  get(...parameters: unknown[]): unknown {
    const row = this.#statement.get(...parameters);
    return this.#read === undefined ? row : this.#read(row);
  }

  all(...parameters: unknown[]): unknown[] {
    const rows = this.#statement.all(...parameters);
    return this.#read === undefined ? rows : rows.map(this.#read);
  }

  pluck(): this {
    const read = this.#read;
    this.#read = read === undefined ? toFirst : (row) => toFirst(read(row));
    return this.raw();
  }

  raw(): this {
    this.#statement.setReturnArrays(true);
    return this;
  }
}
