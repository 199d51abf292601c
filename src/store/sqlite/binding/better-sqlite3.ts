import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import type { SqliteBinding } from './binding.js';

const require = createRequire(import.meta.url);

/** Throws when the package is not there, or its compiled part does not fit this Node or this system. */
export function loadBetterSqlite3(): SqliteBinding {
  const Connection = require('better-sqlite3') as typeof Database;
  // The compiled part is loaded with the first connection.
  const probe = new Connection(':memory:');
  const version = String(probe.prepare('SELECT sqlite_version()').pluck().get());
  probe.close();
  return {
    name: 'better-sqlite3',
    version,
    open: (path, { timeoutMs, ...options }) => new Connection(path, { ...options, timeout: timeoutMs }),
  };
}

/** The folder of the package, which is where its compiled part is made; null when it is not installed. */
export function findBetterSqlite3(): string | null {
  try {
    return dirname(require.resolve('better-sqlite3/package.json'));
  } catch {
    return null;
  }
}
