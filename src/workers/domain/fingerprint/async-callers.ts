// Who awaited the function that failed: engines tell it in the text of the stack, some never do, and whether a promise went
// through another function first changes it.

import type { StackFrame } from '../../../../schemas/event.js';
import { STACK_TEXT_LINE_CHARS_MAX } from '../../../limits.js';
import type { OwnFrame } from './own-frame.js';

const CALLER = '    at async ';
/** The base name of a file, line and column. */
const PLACE = /([^/\\(]{1,256}):(\d{1,9}):(\d{1,9})\)?$/;
/** More than such a place has. */
const PLACE_CHARS_MAX = 300;
const IN_NAME = /^async[ *]/;

/** Where the callers stand that a stack text tells as awaiting; each as a key that frames have too. */
export function toAwaiting(stack = ''): ReadonlySet<string> {
  const found = new Set<string>();
  let end = 0;
  for (let at = stack.indexOf(CALLER); at !== -1; at = stack.indexOf(CALLER, end)) {
    const line = (stack.slice(at, at + STACK_TEXT_LINE_CHARS_MAX).split('\n', 1)[0] ?? '').trimEnd();
    end = at + Math.max(line.length, CALLER.length);
    const [, file, lineno, colno] = PLACE.exec(line.slice(-PLACE_CHARS_MAX)) ?? [];
    if (file !== undefined) found.add(toKey(file, lineno, colno));
  }
  return found;
}

/** The frames that ran when it failed, where one of them has a name and is no shared helper: that one tells the place. */
export function withoutAwaiting(own: readonly OwnFrame[], awaiting: ReadonlySet<string>): readonly OwnFrame[] {
  const ran = own.filter(({ frame }) => !isAwaiting(frame, awaiting));
  return ran.some(({ name, isHelper, isMinified }) => name !== '' && !isHelper && !isMinified) ? ran : own;
}

function isAwaiting({ filename, function: name, lineno, colno }: StackFrame, awaiting: ReadonlySet<string>): boolean {
  if (name !== undefined && IN_NAME.test(name)) return true;
  return awaiting.size > 0 && filename !== undefined && awaiting.has(toKey(filename, lineno, colno));
}

/** Clients write the directories of a file in their own way. */
function toKey(file: string, lineno: string | number = '', colno: string | number = ''): string {
  return `${file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)}:${lineno}:${colno}`;
}
