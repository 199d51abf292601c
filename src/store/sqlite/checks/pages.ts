// What SQLite knows of a file by itself: pages, the order in trees, and the indexes of each table.

import { VERIFY_PAGE_FAULTS_MAX } from '../limits.js';
import type { Check, Fault } from './check.js';

const REPAIRABLE = [
  // Written anew by REINDEX.
  /^(?:row \d+ missing from|wrong # of entries in|non-unique entry in) index /,
  /^row \d+ values differ from index /,
  // Of a search index, which has a check of its own.
  / FTS5 table /,
];

export const pages: Check = {
  name: 'pages and indexes of the file',
  find(db) {
    const lines = db.pragma(`integrity_check(${VERIFY_PAGE_FAULTS_MAX})`) as { integrity_check: string }[];
    return lines
      .flatMap(({ integrity_check: text }) => text.split('\n'))
      .filter((text) => text !== 'ok' && !text.startsWith('***'))
      .map(toFault);
  },
  repair: (db) => void db.prepare('REINDEX').run(),
};

function toFault(text: string): Fault {
  return { text, isRepairable: REPAIRABLE.some((pattern) => pattern.test(text)) };
}
