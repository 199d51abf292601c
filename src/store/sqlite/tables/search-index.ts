// The trigram index of the messages of error groups, and that of logs. https://sqlite.org/fts5.html#the_trigram_tokenizer

import { withoutTerminalCodes } from '../../../terminal-codes.js';
import type { WritableDb } from '../connection.js';

/** Messages in memory at once: one has up to 64 KiB. */
const STEP_ROWS = 100;

export type SearchIndex = 'error_groups_search' | 'logs_search';

/** Adds the message of a row, as a person sees it. */
export function openSearchIndex(db: WritableDb, index: SearchIndex): (id: number, message: string) => void {
  const insert = db.prepare<[number, string]>(`INSERT INTO ${index} (rowid, message) VALUES (?, ?)`);
  return (id, message) => {
    insert.run(id, withoutTerminalCodes(message));
  };
}

/** Adds the message that a group has. */
export function openGroupSearch(db: WritableDb): { run(keys: { readonly id: number }): void } {
  const add = openSearchIndex(db, 'error_groups_search');
  const read = db.prepare<{ id: number }, string>('SELECT message FROM error_groups WHERE id = :id').pluck();
  return {
    run({ id }) {
      const message = read.get({ id });
      if (message !== undefined) add(id, message);
    },
  };
}

/** Makes an index anew from the messages of a table. */
export function rebuildSearchIndex(db: WritableDb, index: SearchIndex, table: string): void {
  db.prepare(`INSERT INTO ${index} (${index}) VALUES ('delete-all')`).run();
  db.prepare(
    `INSERT INTO ${index} (rowid, message)
     SELECT id, message FROM ${table} WHERE instr(message, char(27)) = 0 ORDER BY id`,
  ).run();
  const add = openSearchIndex(db, index);
  const coloured = db.prepare<{ after: number }, { id: number; message: string }>(
    `SELECT id, message FROM ${table} WHERE id > :after AND instr(message, char(27)) > 0 ORDER BY id LIMIT ${STEP_ROWS}`,
  );
  for (let rows = coloured.all({ after: 0 }); rows.length > 0; rows = coloured.all({ after: rows.at(-1)?.id ?? 0 })) {
    for (const { id, message } of rows) add(id, message);
  }
}
