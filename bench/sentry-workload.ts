// The events of the workload as an SDK of Sentry sends them: an envelope each, of some 4 KB, plain or packed.

import { crc32, gzipSync } from 'node:zlib';
import type { EventPayload, StackFramePayload } from '../schemas/event.js';

/** Context lines are kept of the frames that are the application's. */
const LINES = [
  '  const order = await orders.find(request.params.id);',
  '  const total = order.items.reduce((sum, { price }) => sum + price, 0);',
  '  if (total > limit) throw new Error(`too dear: ${total}`);',
] as const;

/** An envelope of the same type, message and frames as the JSON of the event. It is as old as the event. */
export function toEnvelope(text: string): Buffer {
  const { head, items } = toParts(text);
  return Buffer.from(head + items);
}

/**
 * The same envelope, in gzip. Its first line is a member of its own that is stored as it is, so that the id in it can be
 * written over; `sealId` then makes it whole. Readers of gzip take several members for one text.
 */
export function toPackedEnvelope(text: string): Buffer {
  const { head, items } = toParts(text);
  return Buffer.concat([toStoredMember(Buffer.from(head)), gzipSync(items)]);
}

/** Where the address of an SDK says that the event belongs. */
export function toEnvelopePath(text: string): string {
  const { projectId } = JSON.parse(text) as EventPayload;
  return `/api/1/envelope/?sentry_version=7&sentry_client=sentry.javascript.node%2F10.78.0&sentry_key=${projectId ?? ''}`;
}

function toParts(text: string): { head: string; items: string } {
  const event = JSON.parse(text) as EventPayload;
  const sdk = { name: 'sentry.javascript.node', version: '10.78.0' };
  const payload = JSON.stringify({ ...toSentryEvent(event), sdk });
  const head = { event_id: event.eventId?.replaceAll('-', ''), sdk };
  const item = { type: 'event', length: Buffer.byteLength(payload) };
  return { head: `${JSON.stringify(head)}\n`, items: `${JSON.stringify(item)}\n${payload}\n` };
}

function toSentryEvent(event: EventPayload): object {
  const { type, message, severity, release, request, stackFrames = [] } = event;
  const frames = [...(stackFrames ?? [])].reverse().map(toFrame);
  const trace = { trace_id: '4f2c33a6bfb64cb69e1c943f99fb91af', span_id: '808eaa62f8e6887e', op: 'http.server' };
  return {
    platform: 'node',
    timestamp: Date.now() / 1000,
    level: severity,
    release,
    environment: 'production',
    server_name: 'web-1',
    exception: {
      values: [{ type, value: message, mechanism: { type: 'generic', handled: true }, stacktrace: { frames } }],
    },
    request: { ...request, headers: { host: 'shop.example', accept: 'application/json', 'user-agent': 'curl/8.5.0' } },
    transaction: `GET ${String(request?.url)}`,
    contexts: {
      trace,
      runtime: { name: 'node', version: 'v20.20.2' },
      os: { name: 'linux', kernel_version: '6.1.0' },
      device: { arch: 'x64', memory_size: 16_000_000_000, processor_count: 8 },
    },
    breadcrumbs: [
      {
        timestamp: Date.now() / 1000,
        category: 'http',
        type: 'http',
        data: { method: 'GET', url: '/cart', status_code: 200 },
      },
      { timestamp: Date.now() / 1000, category: 'console', level: 'warning', message: 'the cart is old' },
    ],
  };
}

function toFrame({ filename, function: name, lineno, colno, inApp }: StackFramePayload): object {
  const [before, line, after] = LINES;
  const source = inApp === true ? { pre_context: [before], context_line: line, post_context: [after] } : {};
  return { filename, function: name, lineno, colno, in_app: inApp, module: 'shop', ...source };
}

/** RFC 1952, with one stored block of RFC 1951. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const BLOCK_HEAD_BYTES = 5;
const STORED_AT = GZIP_HEAD.length + BLOCK_HEAD_BYTES;

function toStoredMember(content: Buffer): Buffer {
  const block = Buffer.from([1, 0, 0, 0, 0]);
  block.writeUInt16LE(content.length, 1);
  block.writeUInt16LE(~content.length & 0xffff, 3);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(content.length, 4);
  return Buffer.concat([GZIP_HEAD, block, content, end]);
}

/** Writes the checksum of what is stored in the first member, which begins at `start`. */
export function sealId(bytes: Buffer, start: number): void {
  const length = bytes.readUInt16LE(start + GZIP_HEAD.length + 1);
  const end = start + STORED_AT + length;
  bytes.writeUInt32LE(crc32(bytes.subarray(start + STORED_AT, end)), end);
}
