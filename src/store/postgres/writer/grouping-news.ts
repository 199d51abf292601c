import type { Db } from '../connection.js';
import { readVersions } from '../tables/groupings.js';
import type { WriterMessage } from '../thread-messages.js';
import type { WriterConnection } from './connection.js';

/** Tells the main thread how projects are grouped. */
export interface GroupingNews {
  /** When something may have changed: another daemon may have changed it too. Tells it when it has. */
  look(): Promise<void>;
  repeat(): Promise<void>;
}

export function openGroupingNews(connection: WriterConnection, post: (message: WriterMessage) => void): GroupingNews {
  let told = '';
  const read = (db: Db) => readVersions(db);
  const tell = async (isRepeated: boolean): Promise<void> => {
    const { versions, isDue } = await connection.between(read);
    const now = JSON.stringify({ versions, isDue });
    if (now === told && !isRepeated) return;
    told = now;
    post({ kind: 'groupings', versions, isDue });
  };
  return { look: () => tell(false), repeat: () => tell(true) };
}
