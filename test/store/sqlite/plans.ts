// Reads the statements that a part of the store prepares, and how SQLite would run them.

import assert from 'node:assert/strict';
import type { WritableDb } from '../../../src/store/sqlite/connection.js';

/** A connection that remembers what was prepared on it. */
export interface RecordedDb {
  readonly db: WritableDb;
  readonly statements: Set<string>;
}

/** Wraps a connection; everything else about it stays as it is. */
export function recordStatements(db: WritableDb): RecordedDb {
  const statements = new Set<string>();
  const recorded = new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'prepare') return (value as (...values: unknown[]) => unknown).bind(target);
      return (sql: string) => {
        statements.add(sql);
        return target.prepare(sql);
      };
    },
  });
  return { db: recorded, statements };
}

/** A statement, and how SQLite would run it. */
export interface PlannedStatement {
  readonly sql: string;
  readonly plan: string[];
}

/** The statements that the work prepares, with the plan of each. */
export function plansOf(db: WritableDb, work: (db: WritableDb) => unknown): PlannedStatement[] {
  const recorded = recordStatements(db);
  work(recorded.db);
  return [...recorded.statements].map((sql) => ({ sql, plan: queryPlan(db, sql) }));
}

/** The plan of the only statement that matches. */
export function only(plans: readonly PlannedStatement[], sql: RegExp): string[] {
  const found = plans.filter((candidate) => sql.test(candidate.sql));
  assert.equal(found.length, 1, `${found.length} statements match ${String(sql)}`);
  return found[0]?.plan ?? [];
}

/** The lines of `EXPLAIN QUERY PLAN`. */
export function queryPlan(db: WritableDb, sql: string): string[] {
  const bind = Object.fromEntries([...sql.matchAll(/:([a-z]\w*)/gi)].map(([, name]) => [name ?? '', 1]));
  const positions = [...sql.matchAll(/\?/g)].map(() => 1);
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(bind, ...positions) as { detail: string }[];
  return rows.map(({ detail }) => detail);
}

/** Steps that read every row of a table or index without stopping early being known. */
export function tableScans(plan: readonly string[]): string[] {
  // `groupings` has a row for each project that chose a version, and is read as a whole when the writer opens.
  return plan.filter(
    (step) => /^SCAN /.test(step) && !/VIRTUAL TABLE INDEX|^SCAN \(?subquery|^SCAN (?:p|groupings)$/.test(step),
  );
}
