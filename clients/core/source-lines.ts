import { FRAME_CONTEXT_LINE_CHARS_MAX } from '../../src/limits.js';
import { sliceText } from '../../src/slice-text.js';
import { CONTEXT_LINES } from './limits.js';
import type { StackFrame } from './types.js';

/** The frame with the lines around it, out of all lines of its file; as it is when the file has no such line. */
export function addLines(frame: StackFrame, lines: readonly string[]): StackFrame {
  const index = (frame.lineno ?? 0) - 1;
  const line = lines[index];
  if (line === undefined) return frame;
  // Of a line of minified code, the part where it happened.
  const start =
    line.length <= FRAME_CONTEXT_LINE_CHARS_MAX
      ? 0
      : Math.max(0, (frame.colno ?? 0) - FRAME_CONTEXT_LINE_CHARS_MAX / 2);
  return {
    ...frame,
    contextLine: toLine(line.slice(start)),
    preContext: lines.slice(Math.max(0, index - CONTEXT_LINES), index).map(toLine),
    postContext: lines.slice(index + 1, index + 1 + CONTEXT_LINES).map(toLine),
  };
}

function toLine(line: string): string {
  return sliceText(line, FRAME_CONTEXT_LINE_CHARS_MAX).trimEnd();
}
