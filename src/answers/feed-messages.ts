// Feed messages, built in the writer from what it has just stored.

import type { ErrorGroup } from '../../schemas/error-group.js';
import type { EventDigest, LogDigest, RequestDigest } from '../messages.js';
import { toPublicId } from '../store/sqlite/row-id.js';
import { type GroupHead, toErrorGroup } from '../store/sqlite/tables/error-groups.js';
import { eventJson, logJson, stringifyErrorGroup, stringifyRequestSummary } from './json.js';

const message = (type: string, payload: string): string => `{"type":"${type}","payload":${payload}}`;

export function newErrorMessage(head: GroupHead): string {
  return message('new_error', stringifyErrorGroup(toErrorGroup(head)));
}

export function statusChangeMessage(group: ErrorGroup): string {
  return message('status_change', stringifyErrorGroup(group));
}

export function eventMessage(head: GroupHead, digest: EventDigest, receivedAtMs: number): string {
  const event = eventJson(
    {
      eventId: digest.eventId,
      timestamp: new Date(digest.timestampMs).toISOString(),
      receivedAt: new Date(receivedAtMs).toISOString(),
      type: digest.site.type,
      message: digest.site.message,
      source: digest.source,
      severity: digest.severity,
      ...optional('projectId', digest.projectName),
      ...optional('correlationId', digest.correlationId),
    },
    digest.site.stack?.text ?? null,
    [digest.context?.text ?? null, digest.details],
  );
  return message('new_event', `{"errorGroup":${stringifyErrorGroup(toErrorGroup(head))},"event":${event}}`);
}

export function requestMessage(id: number, digest: RequestDigest): string {
  return message(
    'new_request',
    stringifyRequestSummary({
      id: toPublicId(id),
      method: digest.method,
      url: digest.url,
      timestamp: new Date(digest.timestampMs).toISOString(),
      ...optional('statusCode', digest.statusCode),
      ...optional('duration', digest.duration),
      ...optional('correlationId', digest.correlationId),
      ...optional('errorEventId', digest.errorEventId),
      ...optional('source', digest.source),
      ...optional('projectId', digest.projectName),
    }),
  );
}

export function logMessage(id: number, digest: LogDigest): string {
  const head = {
    id: toPublicId(id),
    level: digest.level,
    message: digest.message,
    timestamp: new Date(digest.timestampMs).toISOString(),
    ...optional('source', digest.source),
    ...optional('projectId', digest.projectName),
    ...optional('correlationId', digest.correlationId),
  };
  return message('new_log', logJson(head, digest.environment?.text ?? null, digest.extra));
}

/** The field when there is a value; absent otherwise. */
export function optional<K extends string, V>(name: K, value: V | null | undefined): { [key in K]?: V } {
  return value === null || value === undefined ? {} : ({ [name]: value } as { [key in K]?: V });
}
