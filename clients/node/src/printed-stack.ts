// Stacks in what is printed. Frameworks indent them, colour them, put words around them and leave frames out.

import { stripVTControlCharacters } from 'node:util';
import { STACK_CHARS_MAX } from '../../../src/limits.js';
import { cut } from '../../core/readable.js';
import { parseStack } from '../../core/stack.js';
import type { StackFrame } from '../../core/types.js';
import { PRINTED_FRAMES_COMPARED } from './limits.js';

/** An error as its stack tells it. */
export interface PrintedStack {
  /** `Name: message`, or the message alone when the name says nothing, as of an error that was thrown. */
  readonly headline: string;
  /** As V8 writes it: the headline, then frames that are indented by four. */
  readonly stack: string;
  readonly frames: StackFrame[];
}

const FRAME = /^[ \t]*at \S/;
/** The time and the level that loggers put in front, such as Astro's: with them, no two prints of an error are alike. */
const LOG_PREFIX = /^(?:\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)? )?(?:\[\w+\] )+(?=[\w$.]*(?:Error|Exception)\b)/;
const HEADLINE = /^(?:[\w$.]*(?:Error|Exception)\b|[A-Z][\w$]*: )/;

/** The first stack in a printed text; null when there is none. Looks at as much of it as an event takes. */
export function findPrintedStack(text: string): PrintedStack | null {
  if (!text.includes('at ')) return null;
  const lines = stripVTControlCharacters(cut(text, STACK_CHARS_MAX)).split('\n');
  const start = lines.findIndex((line) => FRAME.test(line));
  if (start < 1) return null;
  const length = lines.slice(start).findIndex((line) => !FRAME.test(line));
  const frameLines = lines.slice(start, length === -1 ? undefined : start + length);
  const frames = parseStack(frameLines.join('\n'));
  if (frames.length === 0) return null;
  const head = toHead(lines.slice(0, start));
  const headline = head.replace(/^Error: (?=.)/s, '');
  return { headline, stack: [head, ...frameLines.map((line) => `    ${line.trim()}`)].join('\n'), frames };
}

/** Without the words that stand above the error, such as `[500] GET /`, and without the indentation of all its lines. */
function toHead(lines: readonly string[]): string {
  const told = lines.map((line) => line.replace(LOG_PREFIX, ''));
  const first = told.findIndex((line) => HEADLINE.test(line.trimStart()));
  const own = told.slice(Math.max(0, first));
  const indent = /^[ \t]*/.exec(own[0] ?? '')?.[0] ?? '';
  return own
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n')
    .trim();
}

/** Whether the printed frames are the first ones of the stack, whatever directories were taken off their paths. */
export function isPrintOf(printed: PrintedStack, stack: string): boolean {
  const firsts = printed.frames.slice(0, PRINTED_FRAMES_COMPARED).map(toPlace);
  const places = parseStack(stack).slice(0, firsts.length).map(toPlace);
  return firsts.every((place, index) => place === places[index]);
}

function toPlace({ function: name = '', filename = '', lineno = 0, colno = 0 }: StackFrame): string {
  const file = filename.replace(/[?#].*$/, '').replace(/^.*[\\/]/, '');
  return `${name} ${file}:${lineno}:${colno}`;
}
