// What an event may tell besides where and how it failed. A detail of a wrong form is left out; it never costs the event.

import type { JsonObject } from '../../../schemas/common.js';
import type { Attachment, Cause, EventPayload, EventRecord, Sdk, StackFramePayload } from '../../../schemas/event.js';
import { MAX_MESSAGE_LENGTH } from '../../constants.js';
import {
  CAUSE_FRAMES_MAX,
  CAUSE_STACKS_CHARS_MAX,
  DETAIL_CHARS_MAX,
  EVENT_ATTACHMENTS_MAX,
  EVENT_CAUSES_MAX,
} from '../../limits.js';
import { cutAheadOptional, redactCutFrame, redactCutOptional } from './cut.js';
import { toFrames } from './frames.js';
import type { RedactRules } from './redact-text.js';
import { type Allowance, redactValue } from './redact-value.js';
import { type OwnCodeRule, ownCodeRule } from './stacks/languages.js';

const NAMES = [
  'code',
  'platform',
  'handled',
  'mechanism',
  'causes',
  'contexts',
  'serverName',
  'transaction',
  'logger',
  'sdk',
  'attachments',
] as const;

type DetailName = (typeof NAMES)[number];

/** Read and cut; `undefined` for what is absent. Still holds what the client sent: redact it next. */
export type EventDetails = { readonly [N in DetailName]: EventRecord[N] | undefined };

/** The details of an event, or `undefined` when it has none. */
export function toEventDetails(payload: EventPayload): EventDetails | undefined {
  // Most events have none, and pay for the look alone.
  if (!NAMES.some((name) => payload[name] !== undefined)) return undefined;
  return {
    code: toCode(payload.code),
    platform: toName(payload.platform),
    handled: typeof payload.handled === 'boolean' ? payload.handled : undefined,
    mechanism: toName(payload.mechanism),
    causes: toCauses(payload),
    contexts: isObject(payload.contexts) ? payload.contexts : undefined,
    serverName: toName(payload.serverName),
    transaction: toName(payload.transaction),
    logger: toName(payload.logger),
    sdk: toSdk(payload.sdk),
    attachments: toAttachments(payload.attachments),
  };
}

/** Free of secrets, in the two parts in which an event is stored. */
export interface RedactedDetails {
  /** What is the same for many events. */
  readonly repeating: Readonly<Record<string, unknown>>;
  readonly own: Readonly<Record<string, unknown>>;
}

/** Contexts that say the same from event to event, as long as a process lives. Others hold ids, or memory that is free. */
const STEADY_CONTEXTS: ReadonlySet<string> = new Set(['os', 'runtime', 'browser', 'cloud_resource', 'culture']);

export function redactDetails(details: EventDetails, allowance: Allowance): RedactedDetails {
  const { handled, contexts, sdk, attachments, causes } = details;
  const { rules } = allowance;
  const clean = (text: string | undefined): string | undefined => redactCutOptional(text, DETAIL_CHARS_MAX, rules);
  const isSteady = contexts !== undefined && Object.keys(contexts).every((name) => STEADY_CONTEXTS.has(name));
  const kept = contexts === undefined ? undefined : redactValue(contexts, allowance);
  return {
    repeating: {
      platform: clean(details.platform),
      serverName: clean(details.serverName),
      sdk: sdk && mapTexts(sdk, clean),
      contexts: isSteady ? kept : undefined,
      // One place fails for the same reasons, most of the time.
      causes: causes && redactCauses(causes, rules),
    },
    own: {
      code: clean(details.code),
      handled,
      mechanism: clean(details.mechanism),
      transaction: clean(details.transaction),
      logger: clean(details.logger),
      contexts: isSteady ? undefined : kept,
      attachments: attachments?.map((one) => mapTexts(one, clean)),
    },
  };
}

function redactCauses(causes: readonly Cause[], rules: RedactRules): Cause[] {
  let stackRoom = CAUSE_STACKS_CHARS_MAX;
  return causes.map(({ stackFrames, stack, message, ...names }) => {
    const kept = redactCutOptional(stack, stackRoom, rules);
    stackRoom = stackRoomAfter(stackRoom, stack);
    return filled({
      ...mapTexts(names, (name) => redactCutOptional(name, DETAIL_CHARS_MAX, rules)),
      message: redactCutOptional(message, MAX_MESSAGE_LENGTH, rules),
      stack: kept,
      stackFrames: stackFrames?.map((frame) => redactCutFrame(frame, rules)),
    });
  });
}

/** What the stack of one cause leaves for those of the causes behind it. */
function stackRoomAfter(room: number, stack = ''): number {
  return Math.max(0, room - stack.length);
}

function mapTexts<T extends object>(object: T, map: (text: string) => string | undefined): T {
  const entries = Object.entries(object as Record<string, unknown>).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? map(value) : value,
  ]);
  return Object.fromEntries(entries) as T;
}

function toName(value: unknown): string | undefined {
  return cutAheadOptional(value, DETAIL_CHARS_MAX);
}

/** Some libraries number their errors. */
function toCode(value: unknown): string | undefined {
  return toName(typeof value === 'number' ? String(value) : value);
}

function toSdk(value: unknown): Sdk | undefined {
  if (!isObject(value)) return undefined;
  return filledOrNone({ name: toName(value.name), version: toName(value.version) });
}

function toAttachments(value: unknown): Attachment[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const attachments = value.slice(0, EVENT_ATTACHMENTS_MAX).flatMap((sent: unknown) => {
    if (!isObject(sent)) return [];
    const name = toName(sent.name);
    const size = typeof sent.size === 'number' && sent.size >= 0 ? sent.size : undefined;
    return name === undefined ? [] : [{ ...filled({ contentType: toName(sent.contentType), size }), name }];
  });
  return attachments.length === 0 ? undefined : attachments;
}

/** What the causes of one event may still hold, and whose their frames are. */
interface CauseRoom {
  readonly isOwn: OwnCodeRule | undefined;
  frames: number;
  stackChars: number;
}

function toCauses({ causes: value, platform }: EventPayload): Cause[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const room: CauseRoom = {
    isOwn: ownCodeRule(platform),
    frames: CAUSE_FRAMES_MAX,
    stackChars: CAUSE_STACKS_CHARS_MAX,
  };
  const causes = value.slice(0, EVENT_CAUSES_MAX).flatMap((sent: unknown) => toCause(sent, room) ?? []);
  return causes.length === 0 ? undefined : causes;
}

function toCause(sent: unknown, room: CauseRoom): Cause | undefined {
  if (!isObject(sent)) return undefined;
  const stack = room.stackChars > 0 ? cutAheadOptional(sent.stack, room.stackChars) : undefined;
  room.stackChars = stackRoomAfter(room.stackChars, stack);
  const payloads = Array.isArray(sent.stackFrames) ? sent.stackFrames.flatMap(toFramePayload) : [];
  const stackFrames = toFrames(payloads, { isOwn: room.isOwn }).stackFrames.slice(0, room.frames);
  room.frames -= stackFrames.length;
  return filledOrNone({
    type: toName(sent.type),
    message: cutAheadOptional(sent.message, MAX_MESSAGE_LENGTH),
    code: toCode(sent.code),
    stack: stack === '' ? undefined : stack,
    stackFrames: stackFrames.length === 0 ? undefined : stackFrames,
  });
}

/** A frame that no schema has looked at: its fields of a right form. */
function toFramePayload(sent: unknown): StackFramePayload[] {
  if (!isObject(sent)) return [];
  const { filename, function: name, lineno, colno, inApp, module, contextLine, preContext, postContext } = sent;
  return [
    filled({
      filename: toText(filename),
      function: toText(name),
      lineno: typeof lineno === 'number' ? lineno : undefined,
      colno: typeof colno === 'number' ? colno : undefined,
      inApp: typeof inApp === 'boolean' ? inApp : undefined,
      module: toText(module),
      contextLine: toText(contextLine),
      preContext: toLines(preContext),
      postContext: toLines(postContext),
    }),
  ];
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toLines(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Filled<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that are absent. */
function filled<T extends object>(fields: T): Filled<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Filled<T>;
}

function filledOrNone<T extends object>(fields: T): Filled<T> | undefined {
  const kept = filled(fields);
  return Object.keys(kept).length === 0 ? undefined : kept;
}
