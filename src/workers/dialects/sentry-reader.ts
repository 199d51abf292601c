// From an envelope to the items of a call.

import { BATCH_ITEMS_MAX } from '../../../schemas/limits.js';
import { SENTRY_ATTACHMENTS_MAX } from '../../limits.js';
import type { CallNotes, RecordKind } from '../../messages.js';
import type { Rejection } from '../../outcome.js';
import type { CallFacts, Contents, Item } from './dialect.js';
import { parseJson } from './json-body.js';
import { findCost } from './json-cost.js';
import { type Clock, openClock } from './sentry-clock.js';
import { type Envelope, type EnvelopeItem, splitEnvelope } from './sentry-envelope.js';
import { toEventPayload } from './sentry-event.js';
import { readEventId, readId, toContentId } from './sentry-ids.js';
import { toLogPayload } from './sentry-log.js';
import { addClientReport, Tally, toSkippedName } from './sentry-reports.js';
import { fromSpan, fromTransaction } from './sentry-server-span.js';
import { parseEvent } from './sentry-stack.js';
import { asMap, asNumber, type JsonMap, toFilled, toText } from './sentry-values.js';

/** The items of an unpacked envelope, or why there are none. What cannot be read is refused in its place. */
export function readEnvelope(bytes: Uint8Array, facts: CallFacts): Contents | Rejection {
  const envelope = splitEnvelope(bytes);
  if ('reason' in envelope) return envelope;
  const payloads = envelope.items.flatMap((item) => ('reason' in item || !isRead(item) ? [] : [item.payload]));
  // Together, because many small ones cost as much as a large one.
  const cost = findCost(...payloads);
  if (cost !== null) return { kind: 'rejected', reason: 'too_costly', message: cost };
  const contents = new EnvelopeReader(envelope, facts).read();
  return contents.items.length > BATCH_ITEMS_MAX ? TOO_MANY : contents;
}

export const NO_OBJECT: Rejection = {
  kind: 'rejected',
  reason: 'invalid_json',
  message: 'The payload of an item is not a JSON object.',
};
const TOO_MANY: Rejection = {
  kind: 'rejected',
  reason: 'batch_too_long',
  message: `The envelope holds more than ${BATCH_ITEMS_MAX} records; send it in parts.`,
};

const READ_TYPES: ReadonlySet<string> = new Set(['event', 'transaction', 'span', 'log', 'client_report']);

function isRead({ type }: EnvelopeItem): boolean {
  return READ_TYPES.has(type);
}

/** One pass over the items of an envelope. */
class EnvelopeReader {
  readonly #facts: CallFacts;
  readonly #envelope: Envelope;
  readonly #clock: Clock;
  readonly #sdk: JsonMap | undefined;
  readonly #items: (Item | Rejection)[] = [];
  readonly #skipped = new Tally();
  readonly #dropped = new Tally();
  /** The id that the header gives to the event or transaction of the envelope; the first takes it. */
  #headerId: string | undefined;
  #callId: string | undefined;

  constructor(envelope: Envelope, facts: CallFacts) {
    const { header } = envelope;
    this.#facts = facts;
    this.#envelope = envelope;
    this.#clock = openClock(header.sent_at, facts.receivedAtMs);
    this.#sdk = asMap(header.sdk);
    this.#headerId = readId(header.event_id);
    this.#callId = this.#headerId;
  }

  read(): Contents {
    for (const item of this.#envelope.items) {
      if ('reason' in item) this.#items.push(item);
      else if (isRead(item)) this.#read(item);
      else this.#skipped.add(toSkippedName(item.type));
      // The caller refuses what is too much; no need to make it.
      if (this.#items.length > BATCH_ITEMS_MAX) break;
    }
    return { items: this.#items, notes: this.#toNotes() };
  }

  #read({ type, payload }: EnvelopeItem): void {
    const parsed = type === 'event' ? parseJson(payload, parseEvent) : parseJson(payload);
    const value = 'ok' in parsed ? asMap(parsed.value) : undefined;
    if (value === undefined) {
      this.#items.push('ok' in parsed ? NO_OBJECT : { ...parsed, message: NO_JSON });
      return;
    }
    if (type === 'event') this.#readEvent(value, payload);
    else if (type === 'transaction') this.#keepRequest(type, fromTransaction(value, this.#takeHeaderId(), this.#clock));
    else if (type === 'span') this.#readSpans(value);
    else if (type === 'log') this.#readLogs(value, payload);
    else addClientReport(value, this.#dropped);
  }

  #readEvent(event: JsonMap, payload: Uint8Array): void {
    const eventId = this.#takeHeaderId() ?? readEventId(event, payload, this.#facts);
    this.#callId ??= eventId;
    const facts = { eventId, clock: this.#clock, sdk: this.#sdk, attachments: this.#attachments() };
    this.#keep('event', toEventPayload(event, facts));
  }

  /** One of the older kind, or the list of the newer. */
  #readSpans(value: JsonMap): void {
    const { items } = value;
    for (const span of Array.isArray(items) ? items.slice(0, BATCH_ITEMS_MAX + 1) : [value]) {
      this.#keepRequest('span', fromSpan(asMap(span) ?? {}, this.#clock));
    }
  }

  #readLogs(value: JsonMap, payload: Uint8Array): void {
    const logs = Array.isArray(value.items) ? value.items.slice(0, BATCH_ITEMS_MAX + 1) : [];
    const id = toContentId(payload);
    for (const [index, log] of logs.entries()) {
      const entry = asMap(log);
      if (entry === undefined) {
        this.#items.push(NO_OBJECT);
        continue;
      }
      this.#keep('log', toLogPayload(entry, { recordId: `${id}-${index}`, clock: this.#clock, sdk: this.#sdk }));
    }
  }

  #keepRequest(type: 'transaction' | 'span', request: JsonMap | null): void {
    if (request === null) this.#skipped.add(type);
    else this.#keep('request', request);
  }

  #keep(kind: RecordKind, payload: JsonMap): void {
    this.#items.push({ kind, payload });
  }

  #takeHeaderId(): string | undefined {
    const id = this.#headerId;
    this.#headerId = undefined;
    return id;
  }

  /** Those of the envelope, by name: what they hold is skipped. */
  #attachments(): readonly JsonMap[] {
    const items = this.#envelope.items.filter(
      (item): item is EnvelopeItem => !('reason' in item) && item.type === 'attachment',
    );
    return items.slice(0, SENTRY_ATTACHMENTS_MAX).map(({ header, payload }) => ({
      name: toText(header.filename) ?? 'attachment',
      contentType: toText(header.content_type),
      size: asNumber(header.length) ?? payload.length,
    }));
  }

  #toNotes(): CallNotes {
    return {
      ...toFilled({ skipped: this.#skipped.toCounts(), clientDropped: this.#dropped.toCounts(), callId: this.#callId }),
    };
  }
}

const NO_JSON = 'The payload of an item is not valid JSON in UTF-8.';
