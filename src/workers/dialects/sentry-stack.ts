// Exceptions and frames. The protocol has the oldest first, errord what is nearest to the error.

import { TYPE_CHARS_MAX } from '../../../schemas/limits.js';
import { FRAME_CONTEXT_LINES_MAX, SENTRY_CAUSES_MAX, SENTRY_FRAMES_MAX } from '../../limits.js';
import { addRepeatedFrames, areRepeatedFrames } from '../domain/repeated-frames.js';
import { parseWithStacks, type StackLayout } from './repeated-stacks.js';
import { asList, asMap, asNumber, asText, firstText, type JsonMap, toText } from './sentry-values.js';

/** The oldest frame comes first, which all errors of an application share. */
const LAYOUT: StackLayout = {
  fields: [{ start: 'ktrace":{"frames":[', end: '}]}' }],
  putBack: (event, take) => {
    const { exception, threads } = asMap(event) ?? {};
    for (const holder of [event, exception, ...asList(exception), ...asList(threads)]) {
      const trace: { frames?: unknown } | undefined = asMap(asMap(holder)?.stacktrace);
      if (typeof trace?.frames === 'string') trace.frames = take(trace.frames);
    }
  },
};

/** What `JSON.parse` makes of the text of an event; its frames are for reading alone. */
export function parseEvent(text: string): unknown {
  return parseWithStacks(text, LAYOUT);
}

/** What of an event says where the program failed, as far as an exception tells it. */
export interface Thrown {
  readonly type: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly stackFrames: readonly JsonMap[] | undefined;
  readonly mechanism: string | undefined;
  readonly isHandled: boolean | undefined;
}

export interface ThrownChain extends Thrown {
  /** The outermost first; the members of a group count as its causes. */
  readonly causes: readonly JsonMap[];
}

/** The exception that an event is about, the last of those it holds, and what led to it; null when it holds none. */
export function toThrownChain(event: JsonMap): ThrownChain | null {
  const exception = event.exception ?? event['sentry.interfaces.Exception'];
  const list = asList(exception);
  const values = (list.length === 0 ? [exception] : list).map(asMap).filter((value) => value !== undefined);
  const main = values.at(-1);
  if (main === undefined) return null;
  const thrown = toThrown(main);
  const causes = values.slice(0, -1).slice(-SENTRY_CAUSES_MAX).reverse().map(toCause);
  return { ...thrown, stackFrames: thrown.stackFrames ?? toThreadFrames(event), causes };
}

/** The frames of the thread that crashed, or that told the event; of old SDKs those of the event itself. */
export function toThreadFrames(event: JsonMap): readonly JsonMap[] | undefined {
  const threads = asList(event.threads).map(asMap);
  const told = threads.find((thread) => thread?.crashed === true) ?? threads.find((thread) => thread?.current === true);
  return toFrames(asMap(told ?? threads[0])?.stacktrace) ?? toFrames(event.stacktrace);
}

function toThrown(value: JsonMap): Thrown {
  const mechanism = asMap(value.mechanism);
  return {
    // A minified or native exception may have no name.
    type: toText(value.type, TYPE_CHARS_MAX) ?? 'Error',
    message: toText(value.value) ?? '',
    code: toCode(mechanism),
    stackFrames: toFrames(value.stacktrace) ?? toFrames(value.raw_stacktrace),
    mechanism: toText(mechanism?.type),
    isHandled: typeof mechanism?.handled === 'boolean' ? mechanism.handled : undefined,
  };
}

function toCause(value: JsonMap): JsonMap {
  const { type, message, code, stackFrames } = toThrown(value);
  return { type, message, code, stackFrames };
}

/** `ENOENT`, `SIGSEGV`: the name that the system has for it. */
function toCode(mechanism: JsonMap | undefined): string | undefined {
  const meta = asMap(mechanism?.meta);
  return firstText(asMap(meta?.errno)?.name, asMap(meta?.signal)?.name, asMap(mechanism?.data)?.code);
}

function toFrames(stacktrace: unknown): readonly JsonMap[] | undefined {
  const frames = asMap(stacktrace)?.frames;
  if (!Array.isArray(frames) || frames.length === 0) return undefined;
  return readFrames(frames);
}

/** By the frames of the protocol, where they are given again. */
const known = new WeakMap<object, readonly JsonMap[]>();

function readFrames(frames: readonly unknown[]): readonly JsonMap[] {
  const found = known.get(frames);
  if (found !== undefined) return found;
  const read = frames.slice(-SENTRY_FRAMES_MAX).reverse().map(toFrame);
  if (areRepeatedFrames(frames)) {
    addRepeatedFrames(read);
    known.set(frames, read);
  }
  return read;
}

function toFrame(value: unknown): JsonMap {
  const frame = asMap(value) ?? {};
  const module = asText(frame.module);
  return {
    // The short name first: it is the same on every machine. One by one, because to look for what is not there costs most.
    filename: asText(frame.filename) ?? asText(frame.abs_path) ?? module ?? asText(frame.package),
    function: asText(frame.function) ?? firstText(frame.raw_function, frame.instruction_addr),
    module,
    lineno: asNumber(frame.lineno),
    colno: asNumber(frame.colno),
    inApp: typeof frame.in_app === 'boolean' ? frame.in_app : undefined,
    contextLine: typeof frame.context_line === 'string' ? toLine(frame.context_line) : undefined,
    preContext: toLines(frame.pre_context, -FRAME_CONTEXT_LINES_MAX),
    postContext: toLines(frame.post_context, 0, FRAME_CONTEXT_LINES_MAX),
  };
}

function toLines(value: unknown, from: number, to?: number): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.slice(from, to).map((line) => (typeof line === 'string' ? toLine(line) : ''));
}

/** Ruby's SDK sends lines with their end. */
function toLine(text: string): string {
  return text.endsWith('\n') ? text.slice(0, text.endsWith('\r\n') ? -2 : -1) : text;
}
