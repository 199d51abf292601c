// Stacks of JavaScript with what follows them: the causes that our own libraries and Node's inspection print.
//
//   Error: no cart
//       at load (/srv/shop/cart.js:12:5)
//   Caused by: TypeError: no rows
//       at query (/srv/shop/db.js:7:3)

import { STACK_LINES_MAX } from '../../../limits.js';
import { isJavascriptOwn } from '../own-javascript.js';
import { type JavascriptFrame, parseStackLines } from './javascript-frames.js';
import { type StackReader, type TextFrame, type ThrownText, toHeadline } from './text-stack.js';

const V8_LINE = /^[ \t]+at .*:\d+:\d+\)?,?(?: \{)?$/;
/** Rust prints the places of its calls in the same way, those in the C library among them. */
const RUST_LINE = /\.(?:rs|cc?|cpp|hp?p?|S):\d+:\d+$/;
const OTHER_LINE = /^[^\s@]{0,256}@(?:(?:blob:)?[a-z][\w.+-]*:\/|\/|\[native code\])\S*$/i;
const CALL = '    at ';
const CAUSE = /^(?:Caused by|Error \d+ of \d+|\s+\[cause\]): (.*)$/;

export const JAVASCRIPT: StackReader = {
  language: 'javascript',
  isOwnLine: (line) => (V8_LINE.test(line) && !RUST_LINE.test(line)) || OTHER_LINE.test(line),
  read(lines) {
    let section: string[] = [];
    const sections = [section];
    /** Blanks in front of the errors of an AggregateError, and of a line that ends them. */
    let listed: number | undefined;
    for (const line of lines) {
      // Most lines are calls, which no cause begins like.
      const isCall = line.startsWith(CALL);
      const isOutside = listed === undefined || line.startsWith(']', listed - INDENT);
      if (!isCall && isOutside) listed = listIndent(line);
      const headline = isCall ? undefined : (CAUSE.exec(line)?.[1] ?? listedError(line, listed));
      if (headline !== undefined) {
        section = [];
        sections.push(section);
      }
      section.push(headline ?? line);
    }
    return sections.map(readSection);
  },
};

/** As many blanks as inspection puts in front of what is one level deeper. */
const INDENT = 2;
const LIST = /^( {0,64})\[errors\]: \[$/;

/** Blanks in front of the errors that a list has, where one begins. */
function listIndent(line: string): number | undefined {
  const indent = LIST.exec(line)?.[1];
  return indent === undefined ? undefined : indent.length + INDENT;
}

function listedError(line: string, indent: number | undefined): string | undefined {
  if (indent === undefined || line.search(/\S/) !== indent) return undefined;
  // Without a stack an error stands in brackets.
  const text = line.slice(indent).replace(/^\[(.+)\],?$/, '$1');
  return /^[A-Za-z_$]/.test(text) && !text.startsWith('at ') ? text : undefined;
}

function readSection(lines: readonly string[]): ThrownText {
  // Inspection puts the braces of an object behind the last call.
  const calls = lines.slice(0, STACK_LINES_MAX).map((line) => (line.endsWith(' {') ? line.slice(0, -2) : line));
  return { ...toHeadline(lines[0] ?? ''), frames: parseStackLines(calls).map(toOwned) };
}

function toOwned({ filename, lineno, colno, function: name }: JavascriptFrame): TextFrame {
  const inApp = isJavascriptOwn(filename);
  // As most are; without a spread, which V8 takes longer for than the line took to be read.
  if (name !== undefined && colno !== undefined) return { filename, function: name, lineno, colno, inApp };
  return { filename, lineno, inApp, ...(name && { function: name }), ...(colno !== undefined && { colno }) };
}
