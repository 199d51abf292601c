// Recursion without end: the functions that call each other, of which any may stand on top when the stack is full.

import type { OwnFrame } from './own-frame.js';

const OVERFLOW =
  /^(?:(?:[\w$.:]{1,200}[.:])?(?:StackOverflow(?:Error|Exception)|InsufficientExecutionStackException|RecursionError|SystemStackError)\b|maximum (?:recursion depth|call stack size)\b|too much recursion|stack (?:level too deep|overflow)\b|(?:runtime: )?goroutine stack exceeds |Maximum function nesting level |thread '[^'\n]{0,80}' has overflowed its stack)/i;

/** In each of them, and in few other texts. */
const HINT = /tack|ecurs|nesting/i;

/** Whether a class or a message says so, in the words of any language. */
export function isStackOverflow(text: string): boolean {
  return HINT.test(text) && OVERFLOW.test(text);
}

/** One frame for all that call each other: the first by name. Where nothing is seen twice, the first of the stack. */
export function toRecursion(own: readonly OwnFrame[]): readonly OwnFrame[] {
  const named = own.filter(({ name }) => name !== '');
  const [top] = named;
  if (top === undefined) return [];
  // A minifier's names say nothing of an order that lasts.
  const [start = top, ...others] = top.isMinified ? [top] : toCycle(named);
  return [others.reduce((first, one) => (toKey(one) < toKey(first) ? one : first), start)];
}

/** From the first frame that comes again to the last that has been before: also those between that are cut off once. */
function toCycle(named: readonly OwnFrame[]): OwnFrame[] {
  const counts = new Map<string, number>();
  for (const one of named) counts.set(toKey(one), (counts.get(toKey(one)) ?? 0) + 1);
  const isTwice = (one: OwnFrame) => (counts.get(toKey(one)) ?? 0) > 1;
  const start = named.findIndex(isTwice);
  return start === -1 ? [] : named.slice(start, named.findLastIndex(isTwice) + 1);
}

function toKey({ filename, name }: OwnFrame): string {
  return `${filename}\n${name}`;
}
