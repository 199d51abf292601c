// Node 22 ends a text at its first NUL when it reads it, and has no setting for that. Where Node does so, such a text leaves
// SQLite in hexadecimal digits, behind a mark.

import type { DatabaseSync, StatementSync } from './node-module.js';

/** Whether this Node ends texts at a NUL. */
export function cutsTexts(db: DatabaseSync): boolean {
  const { text } = db.prepare("SELECT 'a' || char(0) AS text").get() as { text: string };
  return text.length < 2;
}

/** A text that begins with the mark itself is marked too, so that nothing is taken for what it is not. */
const MARK = '\u0001';
/** The column types that have no texts in them. STRICT tables keep to their types. */
const TEXTLESS = /^(?:INTEGER|REAL|BLOB)$/;

/** The statement, or another with the same rows whose texts are marked where need be; `toWhole` undoes that. */
export function markTexts(db: DatabaseSync, sql: string, statement: StatementSync): StatementSync {
  if (!/^\s*(?:SELECT|WITH)\b/i.test(sql)) return statement;
  const columns = statement.columns();
  if (columns.every(({ type }) => type !== null && TEXTLESS.test(type))) return statement;
  const marked = columns.map(({ name, type }) => {
    const column = `"${name.replaceAll('"', '""')}"`;
    if (type !== null && TEXTLESS.test(type)) return column;
    const isMarked = `typeof(${column}) = 'text' AND (instr(${column}, char(0)) OR substr(${column}, 1, 1) = char(1))`;
    return `CASE WHEN ${isMarked} THEN char(1) || hex(${column}) ELSE ${column} END AS ${column}`;
  });
  return db.prepare(`SELECT ${marked.join(', ')} FROM (${sql})`);
}

/** A row whose marked texts are what was stored. */
export function toWhole(row: unknown): unknown {
  if (row === undefined) return row;
  const columns = row as Record<string, unknown>;
  for (const name in columns) {
    const value = columns[name];
    if (typeof value === 'string' && value.startsWith(MARK)) {
      columns[name] = Buffer.from(value.slice(MARK.length), 'hex').toString();
    }
  }
  return row;
}
