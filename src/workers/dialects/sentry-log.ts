// https://develop.sentry.dev/sdk/telemetry/logs/: the entries of one item of logs.

import type { LogLevel } from '../../../schemas/words.js';
import type { Clock } from './sentry-clock.js';
import { readId } from './sentry-ids.js';
import { toPlainAttributes } from './sentry-server-span.js';
import { toSource } from './sentry-source.js';
import { asMap, asText, firstText, type JsonMap, toFilled, toText } from './sentry-values.js';

export interface LogFacts {
  readonly recordId: string;
  readonly clock: Clock;
  readonly sdk: JsonMap | undefined;
}

/** The payload of a log entry of errord. */
export function toLogPayload(log: JsonMap, { recordId, clock, sdk }: LogFacts): JsonMap {
  const attributes = toPlainAttributes(asMap(log.attributes));
  const level = asText(log.level) ?? 'info';
  const kept = LEVELS.get(level) ?? 'info';
  const { name, version, environment, rest } = toParts(attributes);
  const ownSdk = name === undefined ? sdk : { name, version };
  return {
    recordId,
    level: kept,
    message: toText(log.body) ?? '',
    source: toSource({ sdk: ownSdk, hasBrowser: attributes['browser.name'] !== undefined }),
    timestamp: clock(log.timestamp),
    correlationId: readId(log.trace_id),
    environment,
    // errord has four levels: what they do not say is kept beside.
    extra: toFilled({ ...rest, spanId: asText(log.span_id), level: level === kept ? undefined : level }),
  };
}

const LEVELS: ReadonlyMap<string, LogLevel> = new Map([
  ['trace', 'debug'],
  ['debug', 'debug'],
  ['info', 'info'],
  ['warn', 'warn'],
  ['warning', 'warn'],
  ['error', 'warn'],
  ['fatal', 'warn'],
]);

interface Parts {
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** What repeats from entry to entry. */
  readonly environment: JsonMap | undefined;
  readonly rest: JsonMap;
}

/** Attributes of the program apart from those of the entry. */
function toParts(attributes: JsonMap): Parts {
  const {
    'sentry.sdk.name': sdkName,
    'sentry.sdk.version': sdkVersion,
    'sentry.environment': environment,
    'sentry.release': release,
    'server.address': server,
    'browser.name': browserName,
    'browser.version': browserVersion,
    ...rest
  } = attributes;
  const browser = [firstText(browserName), firstText(browserVersion)].filter((part) => part !== undefined).join(' ');
  return {
    name: asText(sdkName),
    version: asText(sdkVersion),
    environment: toFilled({ name: environment, release, server, browser: asText(browser) }),
    rest,
  };
}
