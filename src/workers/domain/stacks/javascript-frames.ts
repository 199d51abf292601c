// Frames from the text of a JavaScript stack, as the three families of engines print it. Also run by the client libraries.
//
//   V8             "    at name (file:line:column)", "    at file:line:column", "    at async name (…)", "at new Name (…)",
//                  "    at eval (eval at run (file:line:column), <anonymous>:1:1)"
//   SpiderMonkey   "name@file:line:column", "name/inner<@…", "promise callback*name@…", "@file line 12 > eval:1:1"
//   JavaScriptCore "name@file:line:column", "file:line:column", "map@[native code]", "module code@…"
//
// Each line is looked at once, with expressions that do not backtrack over each other.

import { MAX_STACK_FRAMES } from '../../../constants.js';
import { STACK_LINE_CHARS_MAX, STACK_LINES_MAX } from '../../../limits.js';

/** As much of a frame as a line has. */
export interface JavascriptFrame {
  readonly filename: string;
  readonly lineno: number;
  readonly colno?: number;
  readonly function?: string;
}

const V8_LINE = /^\s+at (?:async )?(?:(.*?) \()?(.*?)\)?$/;
/** The first @ before a place: those in the paths of packages are followed by none. */
const OTHER_LINE = /^(?:(.*?)@)?((?:(?:blob:)?[a-z][\w.+-]*:\/|\/|debugger eval).*)$/i;
const PLACE = /^(.+?):(\d+)(?::(\d+))?$/;

/** The frames of a stack, innermost first; those without a place, such as of `Array.map`, are left out. */
export function parseStack(stack: string): JavascriptFrame[] {
  return parseStackLines(stack.split('\n', STACK_LINES_MAX));
}

/** As above, of the lines of a stack: those of `STACK_LINES_MAX`. */
export function parseStackLines(lines: readonly string[]): JavascriptFrame[] {
  const frames: JavascriptFrame[] = [];
  // V8 begins with the message, and a message may say anything.
  const pattern = lines.some((line) => V8_LINE.test(line)) ? V8_LINE : OTHER_LINE;
  for (const line of lines) {
    if (frames.length >= MAX_STACK_FRAMES) break;
    const [, name = '', place = ''] = (line.length <= STACK_LINE_CHARS_MAX && pattern.exec(line)) || [];
    const frame = toFrame(name, place);
    if (frame !== undefined) frames.push(frame);
  }
  return frames;
}

function toFrame(name: string, place: string): JavascriptFrame | undefined {
  // Of code from a text, the place in the file that evaluated it: that one exists.
  const existing = place.replace(/^eval at .*\(([^()]*)\).*/, '$1').replace(/ line (\d+) > .*$/, ':$1');
  const [, filename, lineno, colno] = PLACE.exec(existing) ?? [];
  if (filename === undefined || filename === '<anonymous>') return undefined;
  // SpiderMonkey says before a name what called it later, and "/<" behind it for a function without one.
  const bare = name.replace(/^.*\*|(?:\/?<){1,9}$|^(?:global|module|eval) code$/g, '').trim();
  // Whole from the start: a property that is added later costs V8 a second object.
  const at = colno ? { filename, lineno: Number(lineno), colno: Number(colno) } : { filename, lineno: Number(lineno) };
  return bare ? { ...at, function: bare } : at;
}
