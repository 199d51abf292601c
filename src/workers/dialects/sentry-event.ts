// https://develop.sentry.dev/sdk/data-model/event-payloads/: an event as errord has it. Fields that errord does not know are
// sent along; the schema lets them pass.

import type { Severity } from '../../../schemas/words.js';
import { BREADCRUMBS_MAX } from '../../limits.js';
import type { Clock } from './sentry-clock.js';
import { withDebugIds } from './sentry-debug-ids.js';
import { toFingerprint } from './sentry-fingerprint.js';
import { readId } from './sentry-ids.js';
import { toMessage } from './sentry-message.js';
import { splitComponents } from './sentry-react.js';
import { toEventRequest } from './sentry-request.js';
import { toPlatform, toSource } from './sentry-source.js';
import { type ThrownChain, toThreadFrames, toThrownChain } from './sentry-stack.js';
import { asList, asMap, asText, firstText, type JsonMap, mapValues, toFilled, toMap, toText } from './sentry-values.js';

/** What is known of an event besides its payload. */
export interface EventFacts {
  readonly eventId: string;
  readonly clock: Clock;
  /** As the header of the envelope names the SDK; an event may do so itself. */
  readonly sdk: JsonMap | undefined;
  /** What came with the event, by name; not kept. */
  readonly attachments: readonly JsonMap[];
}

/** The payload of an event of errord. What would not pass its schema is left out or cut. */
export function toEventPayload(event: JsonMap, { eventId, clock, sdk, attachments }: EventFacts): JsonMap {
  const thrown = toThrownChain(event);
  const contexts = asMap(event.contexts);
  const ownSdk = asMap(event.sdk) ?? sdk;
  const react = asMap(contexts?.react);
  const { causes, componentStack } = splitComponents(thrown?.causes ?? []);
  const { type, message, stackFrames, fingerprint } = toSite(event, thrown);
  // All fields by name, and no spread: V8 makes such an object at once, and one of a spread field by field (45 µs).
  return {
    type,
    message,
    stackFrames: withDebugIds(stackFrames, event.debug_meta),
    fingerprint,
    eventId,
    source: toSource({ platform: event.platform, sdk: ownSdk, hasBrowser: contexts?.browser !== undefined }),
    severity: SEVERITIES.get(asText(event.level) ?? '') ?? 'error',
    timestamp: clock(event.timestamp),
    correlationId: readId(asMap(contexts?.trace)?.trace_id),
    request: toEventRequest(asMap(event.request)),
    environment: toEnvironment(event, contexts),
    componentStack: asText(react?.componentStack) ?? componentStack,
    extra: toExtra(event, thrown),
    release: asText(event.release),
    user: toUser(asMap(event.user)),
    tags: mapValues(toMap(event.tags), (value) => toText(value)),
    breadcrumbs: toBreadcrumbs(event.breadcrumbs, clock),
    code: thrown?.code ?? asText(asMap(contexts?.node_system_error)?.code),
    platform: toPlatform(event.platform),
    handled: thrown?.isHandled,
    mechanism: thrown?.mechanism,
    causes: causes.length === 0 ? undefined : causes,
    contexts,
    serverName: asText(event.server_name),
    transaction: asText(event.transaction),
    logger: asText(event.logger),
    sdk: toFilled({ name: asText(ownSdk?.name), version: asText(ownSdk?.version) }),
    attachments: attachments.length === 0 ? undefined : attachments,
  };
}

const SEVERITIES: ReadonlyMap<string, Severity> = new Map([
  ['fatal', 'fatal'],
  ['critical', 'fatal'],
  ['error', 'error'],
  ['warning', 'warning'],
  ['info', 'info'],
  ['log', 'info'],
  ['debug', 'info'],
]);

/** What groups the event. */
function toSite(event: JsonMap, thrown: ThrownChain | null) {
  const told = toMessage(event);
  const type = thrown?.type ?? 'message';
  const message = (thrown === null ? told : thrown.message) ?? NO_MESSAGE;
  return {
    type,
    message,
    stackFrames: thrown === null ? toThreadFrames(event) : thrown.stackFrames,
    fingerprint: toFingerprint(event.fingerprint, {
      type,
      message,
      transaction: asText(event.transaction) ?? '',
      level: asText(event.level) ?? 'error',
      logger: asText(event.logger) ?? '',
    }),
  };
}

/** The protocol lets an event say nothing at all. */
const NO_MESSAGE = '<unlabeled event>';

/** In the form of errord's own clients. */
function toEnvironment(event: JsonMap, contexts: JsonMap | undefined): JsonMap | undefined {
  return toFilled({
    name: asText(event.environment),
    dist: toText(event.dist),
    runtime: toProduct(contexts?.runtime),
    os: toProduct(contexts?.os ?? contexts?.client_os),
    browser: toProduct(contexts?.browser),
  });
}

/** Name and version; SDKs of Go and Ruby have the name in the version as well. */
function toProduct(context: unknown): string | undefined {
  const { name, version } = asMap(context) ?? {};
  const hasBoth = typeof name === 'string' && typeof version === 'string';
  if (hasBoth && version.startsWith(name)) return asText(version);
  return asText([name, version].filter((part) => typeof part === 'string').join(' '));
}

/** With what was logged together with an exception, which is no part of it. */
function toExtra(event: JsonMap, thrown: ThrownChain | null): JsonMap | undefined {
  const extra = asMap(event.extra);
  const told = thrown === null ? undefined : toMessage(event);
  if (told === undefined || told === thrown?.message) return extra;
  return { logged: told, ...extra };
}

/** `{{auto}}` asks the server for the address of the sender, which errord does not keep. */
function toUser(user: JsonMap | undefined): JsonMap | undefined {
  if (user === undefined) return undefined;
  const { ip_address: address, ...rest } = user;
  return toFilled(address === '{{auto}}' ? rest : user);
}

function toBreadcrumbs(value: unknown, clock: Clock): readonly JsonMap[] | undefined {
  const crumbs = asList(value).slice(-BREADCRUMBS_MAX).map(asMap);
  const filled = crumbs.map((crumb) => toBreadcrumb(crumb ?? {}, clock)).filter((crumb) => crumb !== undefined);
  return filled.length === 0 ? undefined : filled;
}

function toBreadcrumb({ timestamp, type, category, level, message, data }: JsonMap, clock: Clock): JsonMap | undefined {
  return toFilled({
    timestamp: clock(timestamp),
    category: firstText(category, type),
    level: asText(level),
    message: toText(message),
    data: asMap(data),
  });
}
