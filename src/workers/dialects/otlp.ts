// OpenTelemetry's protocol over HTTP, in JSON and in protobuf: https://opentelemetry.io/docs/specs/otlp/

import { hash } from 'node:crypto';
import { OTLP_EXCEPTIONS_MAX, OTLP_ITEMS_MAX } from '../../limits.js';
import type { Rejection } from '../../outcome.js';
import type { CallFacts, Contents, Dialect, Item } from './dialect.js';
import { parseJsonBody } from './json-body.js';
import { type RejectedName, toItemsAnswer, toRefusal } from './otlp-answers.js';
import { openInnerSpans } from './otlp-inner-spans.js';
import { toLogItem } from './otlp-logs.js';
import { parseProtobuf, type RequestMessage } from './otlp-protobuf.js';
import { type ResourceFacts, toResourceFacts } from './otlp-resource.js';
import { type LevelNames, type ScopeRecords, toScopes } from './otlp-scopes.js';
import { toSpanItems } from './otlp-spans.js';

/** What the three kinds of calls do not share. */
interface Signal {
  readonly message: RequestMessage;
  readonly levels: LevelNames;
  readonly rejectedName: RejectedName;
  readonly toContents: (scopes: readonly ScopeRecords[], call: CallFacts, bytes: Uint8Array) => Contents | Rejection;
}

export const OTLP_LOGS: Dialect = toDialect({
  message: 'ExportLogsServiceRequest',
  levels: { resources: 'resourceLogs', scopes: 'scopeLogs', records: 'logRecords' },
  rejectedName: 'rejectedLogRecords',
  toContents: toLogContents,
});

export const OTLP_TRACES: Dialect = toDialect({
  message: 'ExportTraceServiceRequest',
  levels: { resources: 'resourceSpans', scopes: 'scopeSpans', records: 'spans' },
  rejectedName: 'rejectedSpans',
  toContents: toTraceContents,
});

/** SDKs send metrics unless they are told not to, and complain of an address that does not take them. */
export const OTLP_METRICS: Dialect = toDialect({
  message: 'ExportMetricsServiceRequest',
  levels: { resources: 'resourceMetrics', scopes: 'scopeMetrics', records: 'metrics' },
  rejectedName: 'rejectedDataPoints',
  toContents: (scopes, call) => {
    const count = scopes.reduce((sum, { records }) => sum + records.length, 0);
    return toSkipping([], { metric: count }, projectOf(scopes, call));
  },
});

function toDialect({ message, levels, rejectedName, toContents }: Signal): Dialect {
  return {
    toContents(bytes, call) {
      const parsed = call.format === 'json' ? parseJsonBody(bytes) : parseProtobuf(message, bytes);
      if (!('ok' in parsed)) return parsed;
      const scopes = toScopes(parsed.value, levels);
      return 'reason' in scopes ? scopes : toContents(scopes, call, bytes);
    },
    toAnswer: ({ format }, { items }) => toItemsAnswer(items, format, rejectedName),
    toRefusalAnswer: (refusal, { format }) => toRefusal(refusal, format),
  };
}

function toLogContents(scopes: readonly ScopeRecords[], call: CallFacts, bytes: Uint8Array): Contents | Rejection {
  const count = scopes.reduce((sum, { records }) => sum + records.length, 0);
  if (count > OTLP_ITEMS_MAX) return TOO_MANY;
  // A retry brings the same bytes: the place of a record in them names it. Records with a time are in no other call.
  const callId = hash('sha256', bytes, 'base64url').slice(0, CALL_ID_CHARS);
  const items: Item[] = [];
  const toId = (): string => `${callId}-${items.length}`;
  for (const { resource, scope, records } of scopes) {
    const facts = toResourceFacts(resource, projectBeside(call));
    for (const record of records) items.push(toLogItem(record, { facts, scope, toId }));
  }
  return { items: boundExceptions(items) };
}

/** 132 bits: they are stored with every record. */
const CALL_ID_CHARS = 22;

function toTraceContents(scopes: readonly ScopeRecords[], call: CallFacts): Contents | Rejection {
  const items: Item[] = [];
  const inner = openInnerSpans();
  const room = { told: 0 };
  for (const { resource, scope, records } of scopes) {
    const facts = toResourceFacts(resource, projectBeside(call));
    for (const record of records) {
      items.push(...toSpanItems(record, { facts, scope, room, inner }));
      if (items.length > OTLP_ITEMS_MAX) return TOO_MANY;
    }
  }
  return toSkipping(boundExceptions(items), { span: inner.assign() }, projectOf(scopes, call));
}

/** Those past the bound are refused: a partial success tells the sender how many. */
function boundExceptions(items: readonly Item[]): Contents['items'] {
  let count = 0;
  return items.map((item) => {
    if (item.kind === 'event') count += 1;
    return item.kind === 'event' && count > OTLP_EXCEPTIONS_MAX
      ? { ...TOO_MANY_EXCEPTIONS, payload: item.payload }
      : item;
  });
}

const TOO_MANY_EXCEPTIONS: Rejection = {
  kind: 'rejected',
  reason: 'batch_too_long',
  message: `The call tells of more than ${OTLP_EXCEPTIONS_MAX} exceptions; send smaller batches.`,
};

const TOO_MANY: Rejection = {
  kind: 'rejected',
  reason: 'batch_too_long',
  message: `The call makes more than ${OTLP_ITEMS_MAX} records; send it in parts.`,
};

/** All that a call leaves out counts for the project of its first resource: nearly every call has but one. */
function projectOf([first]: readonly ScopeRecords[], call: CallFacts): string | null {
  const facts: ResourceFacts | undefined = first && toResourceFacts(first.resource, projectBeside(call));
  return call.keyProject ?? facts?.projectId ?? call.projectName;
}

/** The project that header or key name. */
function projectBeside({ projectName, keyProject }: CallFacts): string | null {
  return projectName ?? keyProject;
}

function toSkipping(
  items: Contents['items'],
  counts: Readonly<Record<string, number>>,
  projectName: string | null,
): Contents {
  const skipped = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  return Object.keys(skipped).length === 0 ? { items } : { items, notes: { skipped, projectName } };
}
