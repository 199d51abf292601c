import type { JsonObject } from '../../../../schemas/common.js';
import { messageOf, toStoreErrorCode } from '../sqlite-error.js';
import type { WriterTables } from './append.js';
import type { Committer } from './commit.js';

interface Writer {
  readonly committer: Pick<Committer, 'transact'>;
  readonly tables: Pick<WriterTables, 'indexes'>;
}

/** So that the next start need not read what gathered. On a full disk it will. */
export function indexAll(
  { committer, tables }: Writer,
  log: (level: 'warn', message: string, facts?: JsonObject) => void,
): void {
  try {
    committer.transact(() => {
      for (const index of tables.indexes) index.indexAll();
    });
  } catch (error) {
    log('warn', 'indexes were not completed', { code: toStoreErrorCode(error), reason: messageOf(error) });
  }
}
