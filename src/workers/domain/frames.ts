// The frames of a stack as they are stored, and whether each is the application's own.

import type { StackFrame, StackFramePayload } from '../../../schemas/event.js';
import { MAX_STACK_FRAMES } from '../../constants.js';
import {
  FRAME_CONTEXT_LINE_CHARS_MAX,
  FRAME_CONTEXT_LINES_MAX,
  FRAME_FILENAME_CHARS_MAX,
  FRAME_FUNCTION_CHARS_MAX,
  FRAME_MODULE_CHARS_MAX,
} from '../../limits.js';
import { cutText } from './text.js';

/** In-app frames that take part in grouping. */
const GROUPING_FRAMES_MAX = 3;

export interface Frames {
  readonly stackFrames: readonly StackFrame[];
  readonly groupingFrames: readonly StackFrame[];
}

/** The stored frames of those that were sent, and the first in-app ones of all. */
export function toFrames(payloads: readonly StackFramePayload[]): Frames {
  const stackFrames: StackFrame[] = [];
  const groupingFrames: StackFrame[] = [];
  for (const payload of payloads) {
    const isStored = stackFrames.length < MAX_STACK_FRAMES;
    if (!isStored && groupingFrames.length >= GROUPING_FRAMES_MAX) break;
    if (!saysSomething(payload)) continue;
    const frame = toFrame(payload);
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
function toFrame(payload: StackFramePayload): StackFrame {
  const frame: StackFrame = { inApp: isInApp(payload) };
  if (typeof payload.filename === 'string') frame.filename = cutText(payload.filename, FRAME_FILENAME_CHARS_MAX);
  if (typeof payload.function === 'string') frame.function = cutText(payload.function, FRAME_FUNCTION_CHARS_MAX);
  if (typeof payload.lineno === 'number') frame.lineno = payload.lineno;
  if (typeof payload.colno === 'number') frame.colno = payload.colno;
  if (typeof payload.module === 'string') frame.module = cutText(payload.module, FRAME_MODULE_CHARS_MAX);
  if (typeof payload.contextLine === 'string') {
    frame.contextLine = cutText(payload.contextLine, FRAME_CONTEXT_LINE_CHARS_MAX);
  }
  // The lines nearest to the frame are the last ones before it and the first ones after it.
  if (Array.isArray(payload.preContext))
    frame.preContext = payload.preContext.slice(-FRAME_CONTEXT_LINES_MAX).map(toLine);
  if (Array.isArray(payload.postContext)) {
    frame.postContext = payload.postContext.slice(0, FRAME_CONTEXT_LINES_MAX).map(toLine);
  }
  return frame;
}

function toLine(line: string): string {
  return cutText(line, FRAME_CONTEXT_LINE_CHARS_MAX);
}

function isInApp({ inApp, filename }: StackFramePayload): boolean {
  if (inApp === false) return false;
  return typeof filename !== 'string' || !(filename.startsWith('node:') || isDependencyPath(filename));
}

/** Frames in `node_modules` are not the application's, wherever a client's build put its own paths around them. */
function isDependencyPath(filename: string): boolean {
  for (let at = filename.indexOf(DEPENDENCY_DIR); at !== -1; at = filename.indexOf(DEPENDENCY_DIR, at + 1)) {
    if (isSegmentEdge(filename[at - 1]) && isSegmentEdge(filename[at + DEPENDENCY_DIR.length])) return true;
  }
  return false;
}

const DEPENDENCY_DIR = 'node_modules';

function isSegmentEdge(char: string | undefined): boolean {
  return char === undefined || char === '/' || char === '\\';
}
