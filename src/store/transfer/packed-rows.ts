// Columns that a file has packed, and the database as they were sent.

import { packDetails, unpackDetails } from '../sqlite/packed-details.js';
import { packId, unpackId } from '../sqlite/packed-id.js';
import type { Row } from './transfer-table.js';

export const unpackedEvent = (row: Row): Row => changed(changed(row, 'event_id', unpackId), 'details', unpackDetails);
export const packedEvent = (row: Row): Row => changed(changed(row, 'event_id', packId), 'details', packDetails);
/** A request record or a log entry. */
export const unpackedRecord = (row: Row): Row => changed(row, 'record_id', unpackId);
export const packedRecord = (row: Row): Row => changed(row, 'record_id', packId);

function changed(row: Row, name: string, change: (text: string) => string): Row {
  const value = row[name];
  return typeof value === 'string' ? { ...row, [name]: change(value) } : row;
}
