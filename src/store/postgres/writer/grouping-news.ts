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
  /** A look that has not begun sees what everybody did who asks for one by then. */
  let waiting: Promise<void> | null = null;
  const tell = async (isRepeated: boolean): Promise<void> => {
    const { versions, isDue } = await connection
      .between((db) => {
        waiting = null;
        return readVersions(db);
      })
      .finally(() => {
        waiting = null;
      });
    const now = JSON.stringify({ versions, isDue });
    if (now === told && !isRepeated) return;
    told = now;
    post({ kind: 'groupings', versions, isDue });
  };
  return {
    look() {
      waiting ??= tell(false);
      return waiting;
    },
    repeat: () => tell(true),
  };
}
