// What is used of `node:sqlite`, and getting hold of it without its warning.

import type { BackupOptions, RunResult } from './binding.js';

export interface StatementSync {
  run(...parameters: unknown[]): RunResult;
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  columns(): { readonly name: string; readonly type: string | null }[];
  setAllowUnknownNamedParameters(isAllowed: boolean): void;
  setReturnArrays(isWanted: boolean): void;
}

export interface DatabaseSync {
  readonly isTransaction: boolean;
  prepare(sql: string): StatementSync;
  exec(sql: string): void;
  function(name: string, options: object, call: (...values: unknown[]) => unknown): void;
  close(): void;
}

export interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string | URL,
    options?: { readonly readOnly?: boolean; readonly timeout?: number },
  ) => DatabaseSync;
  readonly StatementSync: { readonly prototype: object };
  readonly backup?: (db: DatabaseSync, path: string, options: BackupOptions) => Promise<number>;
}

/** The first version of Node whose SQLite can do all that the store needs. */
export const NODE_WITH_SQLITE = '22.16';

/** Throws when this Node has no SQLite, or one that cannot do what the store needs. */
export function loadNodeSqlite(): NodeSqlite {
  // Node 20 has the function from 20.16 on, but no such module.
  const found = withoutWarning(() => process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined);
  if (found?.backup === undefined || !('setReturnArrays' in found.StatementSync.prototype)) {
    throw new Error(`this is Node ${process.version}, and SQLite is in Node ${NODE_WITH_SQLITE} and newer`);
  }
  return found;
}

/** Node says once in each thread that its SQLite is an experiment; whoever starts errord has not chosen it. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    if (rest[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite ')) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
