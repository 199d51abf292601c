// A function without a name, called in the one around it: Firefox names it after that, other engines do not name it.

import type { StackFrame } from '../../../../schemas/event.js';
import { isBundle, type OwnFrame } from './own-frame.js';
import { isHelperName } from './shared-helpers.js';

/** Of the engine, which calls what it was given: `Array.map`, `Promise.all`. */
const NATIVE = /^(?:<anonymous>|native|\[native code\]|index \d{1,6})$/;
/** Of Node, between what awaits and what is awaited. */
const AWAITS = 'node:internal/process/task_queues';

/** The frames without those that belong to the named one of the same file below them; `stack` is what they are a part of. */
export function withoutInner(own: readonly OwnFrame[], stack: readonly StackFrame[]): readonly OwnFrame[] {
  if (own.every(({ name }) => name !== '')) return own;
  const kept: OwnFrame[] = [];
  let around: OwnFrame | undefined;
  let end = stack.length;
  for (const one of own.toReversed()) {
    const index = stack.lastIndexOf(one.frame, end - 1);
    if (around === undefined || !isInner(one, around, stack.slice(index + 1, end))) {
      kept.push(one);
      around = one;
    }
    end = index;
  }
  return kept.reverse();
}

function isInner(one: OwnFrame, around: OwnFrame, between: readonly StackFrame[]): boolean {
  if (one.name !== '' || around.name === '' || one.filename !== around.filename) return false;
  // One file of a build holds what has nothing to do with each other.
  if (one.isMinified || around.isMinified || isBundle(one.frame) || isBundle(around.frame)) return false;
  const isPassed = between.some(isNative);
  // A helper calls what others give to it. What it gives to the engine is its own.
  return (
    (isPassed || !isHelperName(around.name)) && between.every((frame) => isNative(frame) || frame.filename === AWAITS)
  );
}

function isNative({ filename }: StackFrame): boolean {
  return filename !== undefined && NATIVE.test(filename);
}
