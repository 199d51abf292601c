// Tracebacks of Python: the outermost call first, and the error that was thrown first at the top.
//
//   Traceback (most recent call last):
//     File "/srv/shop/cart.py", line 12, in load
//       return rows.one()
//              ~~~~~~~~^^
//   shop.CartError: cart 42 is broken

import {
  type CallPlace,
  type StackReader,
  type TextFrame,
  type ThrownText,
  toHeadline,
  toTextFrame,
} from './text-stack.js';

const FRAME = /^ {2}File "([^"]*)", line (\d+)(?:, in (.+))?$/;
const START = /^Traceback \(most recent call last\):/;
const CHAIN = /^(?:The above exception was the direct cause of|During handling of the above exception, another)/;
/** Exception groups draw a tree on the left. */
const TREE = /^ {0,64}(?:\| ?|\+ (?=Exception Group))/;
const GROUP_START = /^Exception Group Traceback \(most recent call last\):/;
const GROUP_MEMBER = /^ {0,64}\+-{0,2}\+?-{4,} (?:\d+|\.\.\.) -/;
const GROUP_END = /^ {0,64}\+-{4,}$/;
const LIBRARY =
  /(?:^|[\\/])(?:site-packages|dist-packages|lib(?:64)?[\\/]python\d|python\d{0,3}[\\/]lib[\\/]|python\d{2,3}\.zip)|^<(?:frozen |attrs |__array)/i;

export const PYTHON: StackReader = {
  language: 'python',
  isOwnLine: (line) => FRAME.test(line) || GROUP_START.test(line.replace(TREE, '')),
  read(lines) {
    const { chain, members } = toSections(lines);
    // The last one is what came out; what it was thrown for stands above it.
    const [thrown = { frames: [] }, ...causes] = chain.map(readSection).reverse();
    return [thrown, ...causes, ...members.map(readSection)];
  },
};

/** False for the standard library and for packages. */
export function isOwnPython({ filename }: CallPlace): boolean {
  return filename === undefined || !LIBRARY.test(filename);
}

interface Sections {
  /** Tracebacks in the order of the text. */
  readonly chain: readonly string[][];
  /** Those of the members of a group. */
  readonly members: readonly string[][];
}

function toSections(lines: readonly string[]): Sections {
  let section: string[] = [];
  const chain = [section];
  const members: string[][] = [];
  for (const line of lines) {
    if (GROUP_MEMBER.test(line)) {
      section = [];
      members.push(section);
    } else if (GROUP_END.test(line)) {
      // What follows belongs to no member; a group inside of a group ends with the members around it.
      section = [];
    } else {
      const bare = unframe(line);
      if (CHAIN.test(bare) && members.length === 0) {
        section = [];
        chain.push(section);
      } else section.push(bare);
    }
  }
  return { chain, members };
}

function unframe(line: string): string {
  let bare = line;
  // A group in a group has as many marks as levels.
  for (let level = 0; level < 8 && TREE.test(bare); level++) bare = bare.replace(TREE, '');
  return bare;
}

function readSection(lines: readonly string[]): ThrownText {
  const frames: TextFrame[] = [];
  let headline = '';
  for (const [index, line] of lines.entries()) {
    const [, filename, lineno, name] = FRAME.exec(line) ?? [];
    if (filename === undefined) {
      if (/^\S/.test(line) && !START.test(line) && !GROUP_START.test(line) && headline === '') headline = line;
      continue;
    }
    headline = '';
    const frame = toTextFrame({ filename, function: name, line: lineno }, isOwnPython);
    const code = lines[index + 1] ?? '';
    frames.push(code.startsWith('    ') ? { ...frame, contextLine: code.slice(4) } : frame);
  }
  return { ...toHeadline(headline), frames: frames.reverse() };
}
