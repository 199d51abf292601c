// Finds and compares stacks without hashing the whole of them: what differs shows early.

import type { StackFramePayload } from '../../schemas/event.js';

/** A frame as it is compared. */
export type ComparedFrame = { readonly [K in keyof StackFramePayload]: StackFramePayload[K] | undefined };

const KEY_CHARS = 24;
const KEY_FRAMES = 3;

/** An integer of 32 bits that is the same for equal stacks and seldom for others. Looks at their ends only. */
export function toStackKey(head: string, stack: string, frames: readonly ComparedFrame[]): number {
  let mix = Math.imul(stack.length, 31) + head.length;
  for (let index = Math.min(head.length, KEY_CHARS) - 1; index >= 0; index--) {
    mix = Math.imul(mix, 31) + head.charCodeAt(index);
  }
  for (let index = Math.max(0, stack.length - KEY_CHARS); index < stack.length; index++) {
    mix = Math.imul(mix, 31) + stack.charCodeAt(index);
  }
  for (let index = Math.min(frames.length, KEY_FRAMES) - 1; index >= 0; index--) {
    mix = Math.imul(mix, 31) + (frames[index]?.lineno ?? 0);
  }
  return mix | 0;
}

/** Whether two lists of frames are equal in every field that is stored. */
export function areSameFrames(one: readonly ComparedFrame[], other: readonly ComparedFrame[]): boolean {
  return (
    one === other || (one.length === other.length && one.every((frame, index) => isSameFrame(frame, other[index])))
  );
}

function isSameFrame(one: ComparedFrame, other: ComparedFrame | undefined): boolean {
  if (other === undefined) return false;
  return (
    one.lineno === other.lineno &&
    one.colno === other.colno &&
    one.inApp === other.inApp &&
    one.filename === other.filename &&
    one.function === other.function &&
    moduleOf(one) === moduleOf(other) &&
    debugIdOf(one) === debugIdOf(other) &&
    one.contextLine === other.contextLine &&
    areSameLines(one.preContext, other.preContext) &&
    areSameLines(one.postContext, other.postContext)
  );
}

/** The frames with nothing in them but what is compared: a client may send other fields, of any size. */
export function copyFrames(frames: readonly ComparedFrame[]): ComparedFrame[] {
  return frames.map((frame) => {
    const { lineno, colno, inApp, filename, function: name, contextLine, preContext, postContext } = frame;
    const module = moduleOf(frame) ?? undefined;
    const debugId = debugIdOf(frame) ?? undefined;
    return { lineno, colno, inApp, filename, function: name, module, debugId, contextLine, preContext, postContext };
  });
}

/** The size of what `copyFrames` makes, each value counted as one character at least. */
export function countFrameChars(frames: readonly ComparedFrame[]): number {
  return frames.reduce((sum, { filename, function: name, module, debugId, contextLine, preContext, postContext }) => {
    const said = [moduleOf({ module }), debugIdOf({ debugId })];
    const texts = [filename, name, ...said, contextLine, ...(preContext ?? []), ...(postContext ?? [])];
    return texts.reduce((chars, text) => chars + 1 + (text?.length ?? 0), sum);
  }, 0);
}

/** No schema looks at it: what is no text is not stored, and may be of any size. */
function moduleOf({ module }: Pick<ComparedFrame, 'module'>): string | null {
  return typeof module === 'string' ? module : null;
}

function debugIdOf({ debugId }: Pick<ComparedFrame, 'debugId'>): string | null {
  return typeof debugId === 'string' ? debugId : null;
}

type Lines = readonly string[] | null | undefined;

function areSameLines(one: Lines, other: Lines): boolean {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
