// What moves between a SQLite file and a PostgreSQL database: each table with its columns in the database, and the statement
// that reads the same from the file. Indexes and searched texts do not move: each side makes its own.

import { foldText } from '../../answers/search-text.js';
import { toClientIdHash } from '../postgres/client-id.js';
import { toFolded } from '../postgres/folded.js';
import { CONTENT_ROW_BYTES } from '../postgres/tables/contents.js';
import { EVENT_ROW_BYTES, LOG_ROW_BYTES, REQUEST_ROW_BYTES } from '../postgres/tables/records.js';
import { unpackId } from '../sqlite/packed-id.js';
import { insert, table } from './define-table.js';
import { packedEvent, packedRecord, unpackedEvent, unpackedRecord } from './packed-rows.js';
import type { Row, TransferTable } from './transfer-table.js';

export type { ColumnType, Row, TransferTable, Value } from './transfer-table.js';

/** The id of a text in the file, by its hash. */
const textId = (column: string): string =>
  `(SELECT id FROM contents WHERE project_id = :project_id AND hash = :${column})`;

const sum = (row: Row, names: readonly string[]): number =>
  names.reduce((bytes, name) => bytes + Buffer.byteLength(String(row[name] ?? '')), 0);
const text = (row: Row, name: string): string => String(row[name] ?? '');
/** Sixteen bytes in hexadecimal, as PostgreSQL writes a uuid. */
const toUuid = (column: string): string =>
  `CASE WHEN ${column} IS NULL THEN NULL ELSE lower(substr(hex(${column}), 1, 8) || '-' || substr(hex(${column}), 9, 4) || '-' ||
   substr(hex(${column}), 13, 4) || '-' || substr(hex(${column}), 17, 4) || '-' || substr(hex(${column}), 21, 12)) END`;
const hash = (id: string): string => `(SELECT ${toUuid('c.hash')} FROM contents c WHERE c.id = ${id})`;

const HEAD = `id:b first_seen_at_ms:b last_seen_at_ms:b event_count:b reopened_at_ms:b project_id:i source:s severity:s
  status:s fingerprint:h type:t message:t culprit:t`;
const TEXTS = 'explanation:t explanation_title:t suggestion:t explanation_evidence:t grouping:t searched:t';
/** What is searched is the message, folded. */
const withSearched = (row: Row): Row => ({ ...row, searched: foldText(text(row, 'searched')) });
const withFolded = (row: Row): Row => ({ ...row, folded: toFolded(text(row, 'message')) });
/** Counters of the file are those of the daemon with the number 0: who reads them adds up all. */
const ofFirst = (row: Row): Row => ({ ...row, shard: 0 });
const numbered = (order: string): string => `row_number() OVER (ORDER BY ${order})`;
const ofGroup = { project_id: 'g.project_id' };
const HEX = { fingerprint: 'lower(hex(t.fingerprint))' };

/** A table that both have in one form. */
function plain(name: string, columns: string, key: readonly string[]): TransferTable {
  const names = columns.replace(/:\w/g, '');
  const place = numbered(key.map((column) => `t.${column}`).join(', '));
  return table({ name, columns, key, into: [insert(name, names)], from: `${name} t`, place });
}

const toIdentified = (kind: 'request' | 'log'): string =>
  `INSERT INTO identified_${kind}s (id, project_id, record_id) SELECT :id, :project_id, :record_id WHERE :record_id IS NOT NULL`;

const GROUP_SIGNALS = 'recent_from_ms recent_count louder_until_ms louder_factor news_at_ms news_kind';
const GROUP_HEAD = `id first_seen_at_ms last_seen_at_ms event_count reopened_at_ms project_id source severity status fingerprint
  type message culprit`;
const PART = `into_id:b merged_at_ms:b boundary_id:b after_ms:b after_id:b fingerprint_version:s state:s merged_by:t`;
const GROUP_TEXTS = 'explanation explanation_title suggestion explanation_evidence grouping';

/** In the order in which they are written; what names a project comes behind it. */
export const TRANSFER_TABLES: readonly TransferTable[] = [
  plain(
    'project_settings',
    'name:t events_per_minute:b bytes_per_day:b retention_days:i grouping:s source_maps:t grouping_rules:t minute_start_ms:b minute_items:b day_start_ms:b day_bytes:b',
    ['name'],
  ),
  table({
    name: 'groupings',
    columns: `project_id:i version:s is_due:s started_at_ms:b finished_at_ms:b group_count:b moved_event_count:b part_count:i
      parts_due:s split_count:i splits_due:s`,
    key: ['project_id'],
    into: [insert('groupings', 'project_id version is_due started_at_ms finished_at_ms group_count moved_event_count')],
    from: 'groupings t',
    values: {
      part_count: '(SELECT count(*) FROM group_parts p WHERE p.project_id = t.project_id)',
      parts_due: '(SELECT count(*) > 0 FROM group_parts p WHERE p.project_id = t.project_id AND p.state <> 0)',
      split_count: '(SELECT count(*) FROM group_splits s WHERE s.project_id = t.project_id)',
      splits_due: '(SELECT count(*) > 0 FROM group_splits s WHERE s.project_id = t.project_id AND s.state <> 0)',
    },
    place: 't.project_id',
  }),
  table({
    name: 'keys',
    columns: 'id:i hash:t name:t role:t project:t created_at_ms:b last_used_at_ms:b revoked_at_ms:b',
    key: ['id'],
    into: [insert('keys', 'id hash name role project created_at_ms last_used_at_ms revoked_at_ms')],
    from: 'keys t',
    place: 't.id',
  }),
  table({
    name: 'saved_views',
    columns: 'id:b project:t name:t query:t sort:t direction:t',
    key: ['id'],
    into: [insert('saved_views', 'id project name query sort direction')],
    from: 'saved_views t',
    place: 't.id',
  }),
  table({
    name: 'audit',
    columns: 'id:b at_ms:b action:t actor:t address:t project:t detail:t',
    key: ['id'],
    into: [insert('audit', 'id at_ms action actor address project detail')],
    from: 'audit t',
    place: 't.id',
  }),
  table({
    name: 'contents',
    columns: 'project_id:i hash:u body:t last_used_at_ms:b',
    key: ['project_id', 'hash'],
    into: [insert('contents', 'project_id hash body last_used_at_ms')],
    from: 'contents t',
    values: { hash: toUuid('t.hash') },
    place: 't.id',
    bytesOf: (row) => CONTENT_ROW_BYTES + sum(row, ['body']),
  }),
  table({
    name: 'error_groups',
    columns: `${HEAD} fingerprint_version:s recent_from_ms:b recent_count:b louder_until_ms:b louder_factor:i news_at_ms:b
      news_kind:s`,
    key: ['project_id', 'id'],
    into: [insert('error_groups', `${GROUP_HEAD} fingerprint_version ${GROUP_SIGNALS}`)],
    from: 'error_groups t',
    values: HEX,
    place: 't.id',
  }),
  table({
    name: 'error_group_texts',
    columns: `id:b project_id:i ${TEXTS}`,
    key: ['project_id', 'id'],
    into: [insert('error_group_texts', `id ${GROUP_TEXTS}`)],
    from: 'error_group_texts t JOIN error_groups g ON g.id = t.id',
    values: { ...ofGroup, searched: 'g.message' },
    place: 't.id',
    complete: withSearched,
  }),
  table({
    name: 'shelved_groups',
    columns: `${HEAD} ${TEXTS}`,
    key: ['project_id', 'id'],
    into: [insert('shelved_groups', `${GROUP_HEAD} ${GROUP_TEXTS}`)],
    from: 'shelved_groups t',
    values: { ...HEX, searched: 't.message' },
    place: 't.id',
    complete: withSearched,
  }),
  table({
    name: 'group_parts',
    columns: `${HEAD} ${TEXTS} ${PART}`,
    key: ['project_id', 'id'],
    into: [insert('group_parts', `${GROUP_HEAD} ${GROUP_TEXTS} ${PART.replace(/:\w/g, '')}`)],
    from: 'group_parts t',
    values: { ...HEX, searched: 't.message' },
    place: 't.id',
    complete: withSearched,
  }),
  table({
    name: 'group_splits',
    columns: `id:b from_id:b split_at_ms:b boundary_id:b after_ms:b after_id:b project_id:i fingerprint_version:s state:s
      fingerprint:h own_fingerprint:h conditions:t split_by:t`,
    key: ['project_id', 'id'],
    into: [
      insert(
        'group_splits',
        `id from_id split_at_ms boundary_id after_ms after_id project_id fingerprint_version state fingerprint own_fingerprint
         conditions split_by`,
      ),
    ],
    from: 'group_splits t',
    values: { ...HEX, own_fingerprint: 'lower(hex(t.own_fingerprint))' },
    place: 't.id',
  }),
  table({
    name: 'group_redirects',
    columns: 'id:b group_id:b project_id:i',
    key: ['project_id', 'id'],
    into: [insert('group_redirects', 'id group_id')],
    from: 'group_redirects t JOIN error_groups g ON g.id = t.group_id',
    values: ofGroup,
    place: 't.id',
  }),
  table({
    name: 'events',
    columns: `id:b group_id:b timestamp_ms:b sent_timestamp_ms:b home_id:b part_id:b project_id:i bytes:i severity:s source:s stack_hash:u
      context_hash:u event_id:t type:t message:t correlation_id:t details:t`,
    key: ['project_id', 'id'],
    into: [
      insert(
        'events',
        `id group_id timestamp_ms sent_timestamp_ms part_id project_id severity source event_id type message correlation_id details`,
        { stack_id: textId('stack_hash'), context_id: textId('context_hash') },
      ),
      'INSERT INTO event_homes (id, group_id) SELECT :id, :home_id WHERE :home_id IS NOT NULL',
    ],
    from: 'events t',
    values: {
      home_id: '(SELECT h.group_id FROM event_homes h WHERE h.id = t.id)',
      stack_hash: hash('t.stack_id'),
      context_hash: hash('t.context_id'),
    },
    place: 't.id',
    complete(stored) {
      const row = unpackedEvent(stored);
      return { ...row, bytes: EVENT_ROW_BYTES + sum(row, ['type', 'message', 'correlation_id', 'details']) };
    },
    toFile: packedEvent,
    bytesOf: (row) => Number(row.bytes),
  }),
  table({
    name: 'requests',
    columns: `id:b timestamp_ms:b sent_timestamp_ms:b duration:d project_id:i bytes:i status_code:i source:s
      request_body_truncated:s response_body_truncated:s span_count:i headers_hash:u response_headers_hash:u method:t url:t route:t
      record_id:t correlation_id:t error_event_id:t request_body:t response_body:t spans:t`,
    key: ['project_id', 'id'],
    into: [
      insert(
        'requests',
        `id timestamp_ms sent_timestamp_ms duration project_id status_code source request_body_truncated
         response_body_truncated span_count method url route correlation_id error_event_id request_body response_body spans`,
        { headers_id: textId('headers_hash'), response_headers_id: textId('response_headers_hash') },
      ),
      toIdentified('request'),
    ],
    from: 'requests t',
    values: {
      record_id: '(SELECT i.record_id FROM identified_requests i WHERE i.id = t.id)',
      headers_hash: hash('t.headers_id'),
      response_headers_hash: hash('t.response_headers_id'),
    },
    place: 't.id',
    complete: (row) => ({
      ...unpackedRecord(row),
      bytes:
        REQUEST_ROW_BYTES +
        sum(row, ['url', 'route', 'correlation_id', 'error_event_id', 'request_body', 'response_body', 'spans']),
    }),
    toFile: packedRecord,
    bytesOf: (row) => Number(row.bytes),
  }),
  table({
    name: 'logs',
    columns: `id:b timestamp_ms:b sent_timestamp_ms:b project_id:i bytes:i level:s source:s environment_hash:u message:t folded:t
      record_id:t correlation_id:t extra:t`,
    key: ['project_id', 'id'],
    into: [
      insert('logs', 'id timestamp_ms sent_timestamp_ms project_id level source message correlation_id extra', {
        environment_id: textId('environment_hash'),
      }),
      toIdentified('log'),
    ],
    from: 'logs t',
    values: {
      record_id: '(SELECT i.record_id FROM identified_logs i WHERE i.id = t.id)',
      environment_hash: hash('t.environment_id'),
    },
    place: 't.id',
    complete: (row) => ({
      ...withFolded(unpackedRecord(row)),
      bytes: LOG_ROW_BYTES + 3 * sum(row, ['message']) + sum(row, ['correlation_id', 'extra']),
    }),
    toFile: packedRecord,
    bytesOf: (row) => Number(row.bytes),
  }),
  ...(['events', 'identified_requests', 'identified_logs'] as const).map((source, kind) =>
    table({
      name: 'client_ids',
      columns: 'row_id:b project_id:i kind:s hash:u',
      key: ['project_id', 'kind', 'hash'],
      from: `${source} t`,
      values: { row_id: 't.id', kind: `${kind}`, hash: kind === 0 ? 't.event_id' : 't.record_id' },
      place: 't.id',
      complete: (row) => ({ ...row, hash: toClientIdHash(unpackId(text(row, 'hash'))) }),
    }),
  ),
  table({
    name: 'event_counts',
    columns: 'span_ms:b start_ms:b count:b project_id:i source:s shard:s type:t',
    key: ['project_id', 'span_ms', 'start_ms', 'type', 'source', 'shard'],
    from: 'event_counts t',
    place: numbered('t.span_ms, t.project_id, t.start_ms, t.type, t.source'),
    complete: ofFirst,
  }),
  table({
    name: 'group_counts',
    columns: 'span_ms:b start_ms:b group_id:b count:b project_id:i shard:s',
    key: ['project_id', 'group_id', 'span_ms', 'start_ms', 'shard'],
    from: 'group_counts t JOIN error_groups g ON g.id = t.group_id',
    values: ofGroup,
    place: numbered('t.span_ms, t.start_ms, t.group_id'),
    complete: ofFirst,
  }),
  table({
    name: 'request_counts',
    columns: 'span_ms:b start_ms:b total:b failed:b project_id:i shard:s',
    key: ['project_id', 'span_ms', 'start_ms', 'shard'],
    from: 'request_counts t',
    place: numbered('t.span_ms, t.project_id, t.start_ms'),
    complete: ofFirst,
  }),
  table({
    name: 'log_counts',
    columns: 'span_ms:b start_ms:b count:b project_id:i level:s source:s shard:s',
    key: ['project_id', 'span_ms', 'start_ms', 'level', 'source', 'shard'],
    from: 'log_counts t',
    place: numbered('t.span_ms, t.project_id, t.start_ms, t.level, t.source'),
    complete: ofFirst,
  }),
  // What waits to be sent is sent by who has it; what was counted for alerts is of minutes that are over.
  plain('alert_settings', 'kind:t name:t body:t', ['kind', 'name']),
  plain(
    'group_triage',
    'group_id:b snooze_until_ms:b snooze_at_count:b snooze_at_users:b project_id:i assignee:t resolved_in:t reopened_in:t',
    ['project_id', 'group_id'],
  ),
  plain('group_history', 'group_id:b number:b at_ms:b project_id:i kind:t actor:t text:t change_name:t before:t', [
    'project_id',
    'group_id',
    'number',
  ]),
];
