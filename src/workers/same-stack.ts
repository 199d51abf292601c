// Finds and compares stacks without hashing the whole of them: what differs shows early.

import type { StackFramePayload } from '../../schemas/event.js';

const SLOT_CHARS = 24;
const SLOT_FRAMES = 3;

/** A number that is the same for equal stacks and seldom for others. Looks at their ends only. */
export function toStackSlot(head: string, stack: string, frames: readonly StackFramePayload[]): number {
  let mix = stack.length;
  for (let index = Math.min(head.length, SLOT_CHARS) - 1; index >= 0; index--) {
    mix = Math.imul(mix, 31) + head.charCodeAt(index);
  }
  for (let index = Math.max(0, stack.length - SLOT_CHARS); index < stack.length; index++) {
    mix = Math.imul(mix, 31) + stack.charCodeAt(index);
  }
  for (let index = Math.min(frames.length, SLOT_FRAMES) - 1; index >= 0; index--) {
    mix = Math.imul(mix, 31) + (frames[index]?.lineno ?? 0);
  }
  return mix >>> 0;
}

/** Whether two lists of frames are equal in every field that is stored. */
export function areSameFrames(one: readonly StackFramePayload[], other: readonly StackFramePayload[]): boolean {
  return one.length === other.length && one.every((frame, index) => isSameFrame(frame, other[index]));
}

function isSameFrame(one: StackFramePayload, other: StackFramePayload | undefined): boolean {
  if (other === undefined) return false;
  return (
    one.lineno === other.lineno &&
    one.colno === other.colno &&
    one.inApp === other.inApp &&
    one.filename === other.filename &&
    one.function === other.function &&
    one.contextLine === other.contextLine &&
    areSameLines(one.preContext, other.preContext) &&
    areSameLines(one.postContext, other.postContext)
  );
}

type Lines = readonly string[] | null | undefined;

function areSameLines(one: Lines, other: Lines): boolean {
  if (!one || !other) return one === other;
  return one.length === other.length && one.every((line, index) => line === other[index]);
}
