// The frames of a stack as they are stored, and whether each is the application's own.

import type { StackFrame, StackFramePayload } from '../../../schemas/event.js';
import { DEBUG_ID_CHARS_MAX } from '../../../schemas/limits.js';
import { MAX_STACK_FRAMES } from '../../constants.js';
import {
  FRAME_CONTEXT_LINE_CHARS_MAX,
  FRAME_CONTEXT_LINES_MAX,
  FRAME_FILENAME_CHARS_MAX,
  FRAME_FUNCTION_CHARS_MAX,
  FRAME_MODULE_CHARS_MAX,
} from '../../limits.js';
import { cutAhead } from './cut.js';
import { isJavascriptOwn } from './own-javascript.js';
import type { OwnCodeRule } from './stacks/languages.js';
import { cutText } from './text.js';

/** In-app frames that take part in grouping. */
const GROUPING_FRAMES_MAX = 3;

export interface Frames {
  readonly stackFrames: readonly StackFrame[];
  readonly groupingFrames: readonly StackFrame[];
}

export interface FrameRules {
  /** Judges the frames that do not say whether they are in-app. */
  readonly isOwn?: OwnCodeRule | undefined;
  /** `cutAhead` unless the texts are redacted already. */
  readonly cut?: typeof cutAhead;
}

/**
 * The stored frames of those that were sent, and the first in-app ones of all.
 */
export function toFrames(payloads: readonly StackFramePayload[], { isOwn, cut = cutAhead }: FrameRules = {}): Frames {
  const stackFrames: StackFrame[] = [];
  const groupingFrames: StackFrame[] = [];
  for (const payload of payloads) {
    const isStored = stackFrames.length < MAX_STACK_FRAMES;
    if (!isStored && groupingFrames.length >= GROUPING_FRAMES_MAX) break;
    if (!saysSomething(payload)) continue;
    const frame = toFrame(payload, isOwn, cut);
    if (isStored) stackFrames.push(frame);
    if (frame.inApp && groupingFrames.length < GROUPING_FRAMES_MAX) groupingFrames.push(frame);
  }
  return { stackFrames, groupingFrames };
}

/** A frame without file, function and line is a hole that some clients leave; it neither shows nor groups anything. */
function saysSomething(frame: StackFramePayload): boolean {
  return (frame.filename ?? frame.function ?? frame.lineno ?? null) !== null;
}

/** Only the known fields; what is absent stays absent. */
function toFrame(payload: StackFramePayload, isOwn: OwnCodeRule | undefined, cut: typeof cutAhead): StackFrame {
  const cutLine = (line: string): string => cut(line, FRAME_CONTEXT_LINE_CHARS_MAX);
  const frame = toPlace(payload, isInApp(payload, isOwn), cut);
  if (typeof payload.module === 'string') frame.module = cut(payload.module, FRAME_MODULE_CHARS_MAX);
  if (typeof payload.debugId === 'string') frame.debugId = cutText(payload.debugId, DEBUG_ID_CHARS_MAX);
  if (typeof payload.contextLine === 'string') {
    frame.contextLine = cutLine(payload.contextLine);
  }
  // The lines nearest to the frame are the last ones before it and the first ones after it.
  if (Array.isArray(payload.preContext))
    frame.preContext = payload.preContext.slice(-FRAME_CONTEXT_LINES_MAX).map(cutLine);
  if (Array.isArray(payload.postContext)) {
    frame.postContext = payload.postContext.slice(0, FRAME_CONTEXT_LINES_MAX).map(cutLine);
  }
  return frame;
}

function toPlace(payload: StackFramePayload, inApp: boolean, cut: typeof cutAhead): StackFrame {
  const { filename, function: name, lineno, colno } = payload;
  if (
    typeof filename === 'string' &&
    typeof name === 'string' &&
    typeof lineno === 'number' &&
    typeof colno === 'number'
  ) {
    // As most are; whole from the start, because a property that is added later costs V8 a second object.
    return { inApp, filename: cut(filename, FRAME_FILENAME_CHARS_MAX), function: cutFunction(name), lineno, colno };
  }
  const frame: StackFrame = { inApp };
  if (typeof filename === 'string') frame.filename = cut(filename, FRAME_FILENAME_CHARS_MAX);
  if (typeof name === 'string') frame.function = cutFunction(name);
  if (typeof lineno === 'number') frame.lineno = lineno;
  if (typeof colno === 'number') frame.colno = colno;
  return frame;
}

function cutFunction(text: string): string {
  return cutText(text, FRAME_FUNCTION_CHARS_MAX);
}

/** What a frame says of itself holds, but for JavaScript's dependencies; one that says nothing goes by its language. */
function isInApp({ inApp, filename, function: name, module }: StackFramePayload, isOwn?: OwnCodeRule): boolean {
  if (inApp === false || (typeof filename === 'string' && !isJavascriptOwn(filename))) return false;
  if (inApp === true || isOwn === undefined) return true;
  return isOwn({
    ...(typeof filename === 'string' ? { filename } : null),
    ...(typeof name === 'string' ? { function: name } : null),
    ...(typeof module === 'string' ? { module } : null),
  });
}
