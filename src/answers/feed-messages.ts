// Feed messages, made of what a store has just committed.

import type { ErrorGroup } from '../../schemas/error-group.js';
import type { EventDigest, FeedItem, LogDigest, RequestDigest } from '../messages.js';
import { stringifyErrorGroup } from './error-group.js';
import { eventJson, toEventHead } from './event.js';
import { logJson } from './log.js';
import { optional } from './optional.js';
import { stringifyRequestSummary, toRequestSummary } from './request.js';

const message = (type: string, payload: string): string => `{"type":"${type}","payload":${payload}}`;

export function newErrorMessage(group: ErrorGroup): string {
  return message('new_error', stringifyErrorGroup(group));
}

export function statusChangeMessage(group: ErrorGroup): string {
  return message('status_change', stringifyErrorGroup(group));
}

export function toStatusItem(group: ErrorGroup): FeedItem {
  return { projectName: group.projectId ?? null, json: statusChangeMessage(group) };
}

/** `assignee` is who has the group then. */
export function triageChangeMessage(group: ErrorGroup, assignee: string | null): string {
  return message('triage_change', stringifyErrorGroup({ ...group, ...optional('assignee', assignee) }));
}

/** `receivedAtMs` is what the store answers later, which may be a little later than the digest's. */
export function eventMessage(group: ErrorGroup, digest: EventDigest, receivedAtMs: number): string {
  const { site, context, details } = digest;
  const head = toEventHead({ ...digest, receivedAtMs, type: site.type, message: site.message });
  const event = eventJson(head, site.stack?.text ?? null, [context?.text ?? null, details]);
  return message('new_event', `{"errorGroup":${stringifyErrorGroup(group)},"event":${event}}`);
}

export function requestMessage(id: string, digest: RequestDigest): string {
  return message('new_request', stringifyRequestSummary(toRequestSummary(id, digest)));
}

export function logMessage(id: string, digest: LogDigest): string {
  const texts = { environment: digest.environment?.text ?? null, extra: digest.extra };
  return message('new_log', logJson(id, digest, texts));
}
