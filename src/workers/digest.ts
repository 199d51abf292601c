// From the items of a call to what the store takes: each on its own, so that a bad one never takes its neighbours with it.

import { CorrelationHeader, ProjectHeader } from '../../schemas/common.js';
import { EventPayload } from '../../schemas/event.js';
import { LogPayload } from '../../schemas/log.js';
import { RequestPayload } from '../../schemas/request.js';
import { PROJECT_HEADER } from '../constants.js';
import { assertNever } from '../errors.js';
import { toOwnFacets } from '../facets.js';
import { REDACTION_STEPS_CALL_MAX } from '../limits.js';
import type { ContentText, Digest, DigestBatch, EventDigest, IngestCall, ItemRefusal } from '../messages.js';
import type { Drop, Rejection } from '../outcome.js';
import { compileBody, type Validator } from '../validate.js';
import { toContent } from './content.js';
import type { Contents, Item, RefusedItem } from './dialects/dialect.js';
import { type IngestFacts, normalizeEvent, normalizeLog, normalizeRequest } from './domain/normalize.js';
import { redactEvent, redactLog, redactRequest } from './domain/redact.js';
import { DEFAULT_RULES } from './domain/redact-rules.js';
import type { RedactRules } from './domain/redact-text.js';
import { redaction } from './domain/redactions.js';
import { type PrintTools, toEventPrints } from './event-prints.js';
import { toSite } from './site.js';

export interface DigestedCall {
  readonly batch: DigestBatch;
  /** Bugs of ours that cost an item, in words for the daemon's log. */
  readonly faults: readonly string[];
}

/** The facts of a call that its items share. */
export type CallFacts = Pick<IngestCall, 'ticket' | 'receivedAtMs' | 'projectName' | 'keyProject' | 'correlationId'>;

export interface DigestTools extends PrintTools {
  /** Names the records that bring no id. */
  readonly newId: () => string;
  /** The default rules where it is absent. One thread uses the same object all the time. */
  readonly rules?: RedactRules;
}

/** Digests the items of one call. */
export function digestCall(facts: CallFacts, { items, notes }: Contents, tools: DigestTools): DigestedCall {
  const headers = readHeaders(facts);
  const faults: string[] = [];
  // What a key may not write into does not count there either.
  const refuse = ({ payload, ...refusal }: RefusedItem | (Drop & Pick<Item, 'payload'>)): ItemRefusal => ({
    ...refusal,
    projectName: facts.keyProject ?? sentProjectName(payload) ?? headers.projectName,
  });
  const stepCountMax = redaction.stepCount + REDACTION_STEPS_CALL_MAX;
  const digested = items.map((item) => {
    if ('reason' in item) return refuse(item);
    const made =
      redaction.stepCount < stepCountMax
        ? digestItem({ facts, headers, item, tools, faults })
        : BEHIND_TOO_MANY_SECRETS;
    return isRefusal(made) ? refuse({ ...made, payload: item.payload }) : made;
  });
  const batch: DigestBatch = { ticket: facts.ticket, items: digested, bodyRefused: false };
  // Those of a dialect that knows no better count where the records do.
  const { projectName } = headers;
  return { batch: notes === undefined ? batch : { ...batch, notes: { projectName, ...notes } }, faults };
}

const BEHIND_TOO_MANY_SECRETS: Rejection = {
  kind: 'rejected',
  reason: 'too_costly',
  message: 'The records in front of this one hold more to redact than a call may; send it in another call.',
};

/** A call whose body was refused before it had items. Counts as one item. */
export function refuseCall(facts: CallFacts, rejection: Rejection): DigestedCall {
  const refusal: ItemRefusal = { ...rejection, projectName: facts.keyProject ?? readHeaders(facts).projectName };
  return { batch: { ticket: facts.ticket, items: [refusal], bodyRefused: true }, faults: [] };
}

/** A call that a bug of ours cost before it had items. Counts as one item; its sender may try again. */
export function failCall(facts: CallFacts, error: unknown): DigestedCall {
  const lost: ItemRefusal = {
    kind: 'dropped',
    reason: 'internal',
    projectName: facts.keyProject ?? readHeaders(facts).projectName,
  };
  return { batch: { ticket: facts.ticket, items: [lost], bodyRefused: true }, faults: [toFault(error)] };
}

const isProjectName = compileBody(ProjectHeader);
const isClientId = compileBody(CorrelationHeader);
const validateEvent = compileBody(EventPayload);
const validateRequest = compileBody(RequestPayload);
const validateLog = compileBody(LogPayload);

interface HeaderFacts {
  readonly projectName: string | null;
  readonly isProjectNameValid: boolean;
  readonly correlationId: string | null;
}

/**
 * A project name that is not allowed is refused where a record needs it. A correlation id that is not allowed is left
 * out: cut, it would link the wrong records, and a record is worth more than its link.
 */
function readHeaders(facts: CallFacts): HeaderFacts {
  const projectName = facts.projectName === '' ? null : facts.projectName;
  const isProjectNameValid = projectName === null || isProjectName(projectName).ok;
  return {
    projectName: isProjectNameValid ? projectName : null,
    isProjectNameValid,
    correlationId: isClientId(facts.correlationId).ok ? facts.correlationId : null,
  };
}

/** Says a bug of ours in words for the log: where it happened, nothing of what was sent. */
function toFault(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  return [error instanceof Error ? error.name : typeof error, ...frames.slice(0, 5).map((line) => line.trim())].join(
    ' ',
  );
}

interface ItemCall {
  readonly faults: string[];
  readonly facts: CallFacts;
  readonly headers: HeaderFacts;
  readonly item: Item;
  readonly tools: DigestTools;
}

function isRefusal(made: Digest | Rejection | Drop): made is Rejection | Drop {
  return made.kind === 'rejected' || made.kind === 'dropped';
}

function digestItem(call: ItemCall): Digest | Rejection | Drop {
  try {
    return digestByKind(call);
  } catch (error) {
    // A bug of ours must not cost the other items of the call. It is counted as one, and the sender may try again.
    call.faults.push(toFault(error));
    return { kind: 'dropped', reason: 'internal' };
  }
}

function digestByKind(call: ItemCall): Digest | Rejection {
  const { kind } = call.item;
  switch (kind) {
    case 'event':
      return digestValid(call, validateEvent, toEventDigest);
    case 'request':
      return digestValid(call, validateRequest, toRequestDigest);
    case 'log':
      return digestValid(call, validateLog, toLogDigest);
    default:
      return assertNever(kind);
  }
}

function digestValid<P extends { readonly projectId?: string | null }>(
  { facts, headers, item, tools }: ItemCall,
  validate: Validator<P>,
  toDigest: (payload: P, facts: IngestFacts, tools: DigestTools) => Digest,
): Digest | Rejection {
  const checked = validate(item.payload);
  if (!checked.ok) return { kind: 'rejected', reason: 'validation_failed', details: checked.details };
  const sentName = checked.value.projectId ?? null;
  if (!headers.isProjectNameValid && sentName === null) return PROJECT_HEADER_REFUSED;
  const namedProject = sentName ?? headers.projectName;
  if (facts.keyProject !== null && namedProject !== null && namedProject !== facts.keyProject)
    return toForeignProject(facts.keyProject, namedProject);
  const ingestFacts: IngestFacts = {
    receivedAtMs: facts.receivedAtMs,
    newId: tools.newId,
    projectName: headers.projectName ?? facts.keyProject,
    correlationId: headers.correlationId,
  };
  return toDigest(checked.value, ingestFacts, tools);
}

const PROJECT_HEADER_REFUSED: Rejection = {
  kind: 'rejected',
  reason: 'validation_failed',
  message: `The header ${PROJECT_HEADER} is not a project name; see details.`,
  details: [{ path: `/${PROJECT_HEADER}`, message: 'has characters or a form that is not allowed' }],
};

function toForeignProject(keyProject: string, named: string): Rejection {
  const message = `The key writes into project ${JSON.stringify(keyProject)} only, but the record is for ${JSON.stringify(named)}.`;
  return { kind: 'rejected', reason: 'unauthorized', message };
}

function toEventDigest(payload: EventPayload, facts: IngestFacts, tools: DigestTools): Digest {
  const { rules = DEFAULT_RULES } = tools;
  const event = redactEvent(normalizeEvent(payload, facts), rules);
  const { environment, release, tags, request, extra, user, breadcrumbs, componentStack, componentName, details } =
    event;
  const prints = toEventPrints({ payload, event, digested: toSite(payload, rules), rules }, tools);
  // The rest follows one by one: V8 copies an object with more fields behind it name by name.
  const digest: { -readonly [Name in keyof EventDigest]: EventDigest[Name] } = {
    kind: 'event',
    eventId: event.eventId,
    projectName: event.projectName,
    timestampMs: event.timestampMs,
    receivedAtMs: event.receivedAtMs,
    correlationId: event.correlationId,
    source: event.source,
    severity: event.severity,
    site: prints.site,
    context: toContent(toJsonObject({ environment, release, tags, ...details?.repeating })),
    details: toJsonObject({
      request,
      extra,
      user,
      breadcrumbs,
      componentStack,
      componentName,
      ...details?.own,
    }),
    facets: toOwnFacets({ request, user, transaction: details?.own.transaction, contexts: details?.own.contexts }),
  };
  // Of most events the site says it all.
  if (prints.second !== undefined) digest.second = prints.second;
  if (prints.unruled !== undefined) digest.unruled = prints.unruled;
  if (prints.ignoredBy !== undefined) digest.ignoredBy = prints.ignoredBy;
  return digest;
}

function toRequestDigest(payload: RequestPayload, facts: IngestFacts, { rules }: DigestTools): Digest {
  const request = redactRequest(normalizeRequest(payload, facts), rules);
  return {
    kind: 'request',
    recordId: request.recordId,
    projectName: request.projectName,
    timestampMs: request.timestampMs,
    receivedAtMs: request.receivedAtMs,
    correlationId: request.correlationId,
    method: request.method,
    url: request.url,
    route: request.route,
    statusCode: request.statusCode,
    duration: request.duration,
    errorEventId: request.errorEventId,
    source: request.source,
    headers: toContent(toJson(request.headers)),
    responseHeaders: toContent(toJson(request.responseHeaders)),
    requestBody: request.requestBody,
    responseBody: request.responseBody,
    spanCount: request.spans?.count ?? null,
    spans: request.spans === undefined ? null : JSON.stringify(request.spans.kept),
  };
}

function toLogDigest(payload: LogPayload, facts: IngestFacts, { rules }: DigestTools): Digest {
  const log = redactLog(normalizeLog(payload, facts), rules);
  return {
    kind: 'log',
    recordId: log.recordId,
    projectName: log.projectName,
    timestampMs: log.timestampMs,
    receivedAtMs: log.receivedAtMs,
    correlationId: log.correlationId,
    level: log.level,
    message: log.message,
    source: log.source,
    environment: toSharedContent(log.environment),
    extra: toJson(log.extra),
  };
}

let lastShared: { readonly value: unknown; readonly content: ContentText | null } = { value: undefined, content: null };

/** Of a value that a call repeats as the same object, as a dialect does for what is said once for all of its records. */
function toSharedContent(value: unknown): ContentText | null {
  if (value !== lastShared.value) lastShared = { value, content: toContent(toJson(value)) };
  return lastShared.content;
}

/** Null when no field has a value. */
function toJsonObject(fields: Readonly<Record<string, unknown>>): string | null {
  const text = JSON.stringify(fields);
  return text === '{}' ? null : text;
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** The project that a refused item names, so that the refusal is counted there. */
function sentProjectName(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || !('projectId' in item)) return null;
  const { projectId } = item;
  return typeof projectId === 'string' && isProjectName(projectId).ok ? projectId : null;
}
