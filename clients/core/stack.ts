// Frames from the text of a stack, as the three families of engines print it:
//
//   V8           "    at name (file:line:column)", "    at file:line:column", "    at async name (…)", "at new Name (…)"
//   SpiderMonkey "name@file:line:column", "name/inner<@file:line:column", "file line 12 > eval:1:1"
//   JavaScriptCore "name@file:line:column", "file:line:column", "[native code]", "module code@…"
//
// Each line is looked at once, with expressions that do not backtrack over each other.

import { MAX_STACK_FRAMES } from '../../src/constants.js';
import { STACK_LINE_CHARS_MAX, STACK_LINES_MAX } from './limits.js';
import type { StackFrame } from './types.js';

const V8_LINE = /^\s*at (?:async )?(.*)$/;
const PLACE = /^(.+?)(?::(\d+))?(?::(\d+))?$/;

/** The frames of a stack, innermost first. Empty when the text has none in a form that is known. */
export function parseStack(stack: string): StackFrame[] {
  const frames: StackFrame[] = [];
  for (const line of stack.split('\n', STACK_LINES_MAX)) {
    if (frames.length >= MAX_STACK_FRAMES) break;
    if (line.length > STACK_LINE_CHARS_MAX) continue;
    const frame = parseLine(line);
    if (frame !== undefined) frames.push(frame);
  }
  return frames;
}

function parseLine(line: string): StackFrame | undefined {
  const v8 = V8_LINE.exec(line);
  if (v8 !== null) return parseV8(v8[1] ?? '');
  const at = line.lastIndexOf('@');
  const place = line.slice(at + 1).trim();
  // A line of a message may hold an @ too: a place ends with its line.
  if (!/:\d+$/.test(place)) return undefined;
  if (at === -1 && !/^(?:[a-z-]+:\/|\/)/i.test(place)) return undefined;
  return toFrame(at === -1 ? '' : line.slice(0, at), place);
}

function parseV8(text: string): StackFrame | undefined {
  if (!text.endsWith(')')) return /:\d+$/.test(text) ? toFrame('', text) : toFrame(text, '');
  const open = text.startsWith('eval at') ? -1 : text.indexOf(' (');
  if (open === -1) return undefined;
  return toFrame(text.slice(0, open), toEvalPlace(text.slice(open + 2, -1)));
}

/** Of "eval at run (file:1:2), <anonymous>:3:4" the place in the file, which is the one that exists. */
function toEvalPlace(place: string): string {
  if (!place.startsWith('eval at ')) return place;
  const start = place.lastIndexOf('(');
  const end = place.indexOf(')', start);
  return start === -1 || end === -1 ? place : place.slice(start + 1, end);
}

function toFrame(name: string, place: string): StackFrame | undefined {
  const [, filename = '', lineno, colno] = PLACE.exec(place.replace(/ line (\d+) > (?:eval|Function).*$/, ':$1')) ?? [];
  if (/^(?:native|\[native code\]|<anonymous>|index \d+)?$/.test(filename) && name === '') return undefined;
  const frame: StackFrame = {};
  // SpiderMonkey appends "/<" for functions without a name, JavaScriptCore calls the outermost one "module code".
  const bare = name.replace(/(?:\/?<)+$/, '').trim();
  if (bare !== '') frame.function = bare;
  if (filename !== '') frame.filename = filename;
  if (lineno !== undefined) frame.lineno = Number(lineno);
  if (colno !== undefined) frame.colno = Number(colno);
  return frame;
}
