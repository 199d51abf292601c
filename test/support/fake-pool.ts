import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { EventPayload } from '../../schemas/event.js';
import { BATCH_ITEMS_MAX } from '../../schemas/limits.js';
import { LogPayload } from '../../schemas/log.js';
import { RequestPayload } from '../../schemas/request.js';
import type { IngestCall, ItemRefusal } from '../../src/messages.js';
import type { Rejection } from '../../src/outcome.js';
import { compileBody, type Validator } from '../../src/validate.js';
import type { DigestPool } from '../../src/workers/pool.js';

/** What the fake passes on for one accepted item: the payload as it was sent. */
export interface FakeItem {
  readonly kind: 'event' | 'request' | 'log';
  readonly projectName: string | null;
  readonly payload: Record<string, unknown>;
}

export interface FakeBatch {
  readonly ticket: number;
  readonly items: readonly (FakeItem | ItemRefusal)[];
  readonly bodyRefused: boolean;
}

export interface FakePoolEvents {
  lost(tickets: readonly number[]): void;
  batch(batch: FakeBatch): void;
}

const VALIDATORS: Record<FakeItem['kind'], Validator<object>> = {
  event: compileBody(EventPayload),
  request: compileBody(RequestPayload),
  log: compileBody(LogPayload),
};

const UNPACKERS: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  '': (bytes) => bytes,
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The port's contract on one thread: calls are answered in a later turn, or when `release` is called while it holds. */
export class FakePool implements Pick<DigestPool, 'submit'> {
  readonly #events: FakePoolEvents;
  readonly #waiting: IngestCall[] = [];
  readonly #submitWaiters: (() => void)[] = [];
  submittedCount = 0;
  /** While true, calls wait for `release`. */
  holding = false;

  constructor(events: FakePoolEvents) {
    this.#events = events;
  }

  submit(call: IngestCall): void {
    this.submittedCount += 1;
    if (this.holding) this.#waiting.push(call);
    else
      setImmediate(() => {
        this.#digest(call);
      });
    for (const resolve of this.#submitWaiters.splice(0)) resolve();
  }

  /** Resolves when this many calls have been submitted since the start. */
  async submitted(count: number): Promise<void> {
    while (this.submittedCount < count) {
      await new Promise<void>((resolve) => {
        this.#submitWaiters.push(resolve);
      });
    }
  }

  /** Digests what waits and holds no longer. */
  release(): void {
    this.holding = false;
    for (const call of this.#waiting.splice(0)) this.#digest(call);
  }

  /** Loses what waits, as a thread that ends does. */
  lose(): void {
    this.holding = false;
    this.#events.lost(this.#waiting.splice(0).map((call) => call.ticket));
  }

  #digest(call: IngestCall): void {
    this.#events.batch(digest(call));
  }
}

function digest(call: IngestCall): FakeBatch {
  const parsed = parse(call);
  const { ticket } = call;
  if (!Array.isArray(parsed))
    return { ticket, items: [{ ...parsed, projectName: call.projectName }], bodyRefused: true };
  const kind = call.form.kind ?? 'event';
  const items = parsed.map((payload: unknown) => {
    const valid = VALIDATORS[kind](payload);
    return valid.ok
      ? toItem(kind, valid.value as Record<string, unknown>, call)
      : ({
          kind: 'rejected',
          reason: 'validation_failed',
          details: valid.details,
          projectName: call.projectName,
        } as const);
  });
  return { ticket, items, bodyRefused: false };
}

function parse(call: IngestCall): unknown[] | Rejection {
  const unpack = UNPACKERS[call.contentEncoding];
  if (unpack === undefined) return { kind: 'rejected', reason: 'unsupported_encoding' };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(unpack(call.body)));
  } catch {
    return { kind: 'rejected', reason: 'invalid_json' };
  }
  if (!call.form.isBatch) return [value];
  if (!Array.isArray(value)) return { kind: 'rejected', reason: 'validation_failed' };
  return value.length > BATCH_ITEMS_MAX ? { kind: 'rejected', reason: 'batch_too_long' } : value;
}

function toItem(kind: FakeItem['kind'], payload: Record<string, unknown>, call: IngestCall): FakeItem {
  const projectName = typeof payload.projectId === 'string' ? payload.projectId : call.projectName;
  const correlationId = payload.correlationId ?? call.correlationId;
  return { kind, projectName, payload: { ...payload, ...(correlationId === null ? {} : { correlationId }) } };
}
