// Exceptions of OTLP, in log records as in span events: https://opentelemetry.io/docs/specs/semconv/exceptions/

import { TYPE_CHARS_MAX } from '../../../schemas/limits.js';
import type { Severity } from '../../../schemas/words.js';
import type { ResourceFacts } from './otlp-resource.js';
import { toFilled } from './otlp-resource.js';
import { type Fields, findText, toLabel } from './otlp-values.js';

/** What the record around the exception says. */
export interface ExceptionPlace {
  readonly facts: ResourceFacts;
  readonly scope: string;
  readonly eventId: string | undefined;
  readonly severity: Severity;
  readonly timestamp: string | undefined;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  /** What the record says in words, if it does. */
  readonly text?: string | undefined;
  readonly transaction?: string | undefined;
  readonly request?: Fields | undefined;
  /** Of the span around it. */
  readonly spanAttributes?: Fields;
}

/** A type or a message is what makes an exception one. */
export function isException(attributes: Fields): boolean {
  return findText(attributes, TYPE, MESSAGE) !== undefined;
}

/** The payload of an error event. */
export function toEvent(attributes: Fields, place: ExceptionPlace): Fields {
  const { facts, scope, traceId, spanId, text, spanAttributes } = place;
  const sentType = findText(attributes, TYPE);
  const message = findText(attributes, MESSAGE);
  const { environment, release, serverName, platform, contexts, sdk, projectId, source } = facts;
  return {
    type: toType(sentType),
    message: message ?? text ?? sentType ?? '',
    source,
    severity: place.severity,
    eventId: place.eventId,
    timestamp: place.timestamp,
    projectId,
    correlationId: traceId,
    stack: findText(attributes, STACK),
    environment,
    release,
    serverName,
    platform,
    sdk,
    user: toUser({ ...spanAttributes, ...attributes }),
    handled: toHandled(attributes[ESCAPED]),
    mechanism: 'opentelemetry',
    logger: toLabel(scope),
    transaction: toLabel(place.transaction),
    request: place.request,
    contexts: toFilled({ ...contexts, trace: toFilled({ traceId, spanId }) }),
    extra: toFilled({ log: message === undefined ? undefined : text, ...spanAttributes, ...toRest(attributes) }),
  };
}

const TYPE = 'exception.type';
const MESSAGE = 'exception.message';
const STACK = 'exception.stacktrace';
const ESCAPED = 'exception.escaped';
const OWN_FIELDS: ReadonlySet<string> = new Set([TYPE, MESSAGE, STACK, ESCAPED]);

/** Of a name that is too long the end: packages stand in front of it. */
function toType(type: string | undefined): string {
  if (type === undefined) return 'Error';
  const parts = type.length <= TYPE_CHARS_MAX ? [] : type.split(/[./\\]/);
  const last = parts.at(-1) ?? '';
  return (last === '' ? type : last).slice(0, TYPE_CHARS_MAX);
}

function toUser(attributes: Fields): Fields | undefined {
  return toFilled({
    id: findText(attributes, 'user.id', 'enduser.id'),
    username: findText(attributes, 'user.name'),
    email: findText(attributes, 'user.email'),
  });
}

/** An exception that escaped its span was not handled in it. Python says it in a text. */
function toHandled(escaped: unknown): boolean | undefined {
  const text = typeof escaped === 'string' ? escaped.toLowerCase() : escaped;
  if (text === true || text === 'true') return false;
  return text === false || text === 'false' ? true : undefined;
}

function toRest(attributes: Fields): Fields {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !OWN_FIELDS.has(key)));
}
