// Stored events as they are put into answers.

import { rowToSeverity, rowToSource } from '../../../answers/enums.js';
import { type EventTexts, type SharedText, toEventHead, toSharedText } from '../../../answers/event.js';
import { receivedAtMsOf } from '../../sqlite/row-id.js';
import type { Queries } from '../connection.js';
import type { ListShape } from './lists.js';
import { ask } from './statement.js';

export interface EventRow {
  readonly id: number;
  readonly eventId: string;
  readonly timestampMs: number;
  readonly sentTimestampMs: number | null;
  readonly severity: number;
  readonly source: number;
  /** Null when it is the group's type, or message. */
  readonly type: string | null;
  readonly message: string | null;
  readonly correlationId: string | null;
  readonly details: string | null;
  readonly stackHash: string | null;
  readonly contextHash: string | null;
}

/** The events of a group. */
export const EVENTS: ListShape = {
  from: 'events AS e',
  alias: 'e',
  time: 'e.timestamp_ms',
  columns: {
    event_id: 'e.event_id',
    timestamp_ms: 'e.timestamp_ms',
    sent_timestamp_ms: 'e.sent_timestamp_ms',
    severity: 'e.severity',
    source: 'e.source',
    type: 'e.type',
    message: 'e.message',
    correlation_id: 'e.correlation_id',
    details: 'e.details',
    stack_hash: 'e.stack_hash',
    context_hash: 'e.context_hash',
  },
  joins: `LEFT JOIN contents AS s ON s.project_id = e.project_id AND s.hash = e.stack_hash
    LEFT JOIN contents AS c ON c.project_id = e.project_id AND c.hash = e.context_hash`,
  // A text loses its last bracket and maybe the mark of the message.
  bytes: `coalesce(octet_length(e.message), 0) + coalesce(octet_length(e.details), 0)
    + greatest(coalesce(octet_length(s.body), 0) - 2, 0) + greatest(coalesce(octet_length(c.body), 0) - 2, 0)`,
};

/** The texts of a project that events name, each read once. */
export async function readTexts(
  db: Queries,
  projectId: number,
  events: readonly Pick<EventRow, 'stackHash' | 'contextHash'>[],
): Promise<ReadonlyMap<string, SharedText>> {
  const hashes = new Set(events.flatMap(({ stackHash, contextHash }) => [stackHash, contextHash]));
  hashes.delete(null);
  if (hashes.size === 0) return new Map();
  const rows = await ask<{ hash: string; body: string }>(
    db,
    '/* project */ SELECT hash, body FROM contents WHERE project_id = :projectId AND hash = ANY(:hashes::uuid[])',
    { projectId, hashes: [...hashes] },
  );
  return new Map(rows.map(({ hash, body }) => [hash, toSharedText(Buffer.from(body))]));
}

/** What an event does not hold itself. */
export interface EventSurroundings {
  readonly group: { readonly type: string; readonly message: string; readonly projectName: string | null };
  readonly texts: ReadonlyMap<string, SharedText>;
}

export function toEventTexts(event: EventRow, { group, texts }: EventSurroundings): EventTexts {
  const read = (hash: string | null): SharedText | null => (hash === null ? null : (texts.get(hash) ?? null));
  return {
    head: toEventHead({
      ...event,
      timestampMs: event.sentTimestampMs ?? event.timestampMs,
      receivedAtMs: receivedAtMsOf(event.id),
      type: event.type ?? group.type,
      message: event.message ?? group.message,
      source: rowToSource(event.source),
      severity: rowToSeverity(event.severity),
      projectName: group.projectName,
    }),
    stack: read(event.stackHash),
    context: read(event.contextHash),
    details: event.details,
  };
}
