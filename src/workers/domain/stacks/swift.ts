// Stacks of Swift: call stack symbols of Apple's systems, and the backtraces that Swift prints itself since 5.9.
//
//   0   Shop       0x0000000100003f2c $s4Shop4CartV5totalSiyF + 44
//   1   UIKitCore  0x00007fff2448a8c3 -[UIApplication _run] + 928
//
//   0 0x000055d3a1f0 Cart.total() + 123 in shop at /srv/shop/Sources/Cart.swift:12:5
//   1 [ra] 0x000055d3a20c main + 44 in shop at /srv/shop/Sources/main.swift:3:1

import { type CallPlace, type StackReader, type TextFrame, toTextFrame } from './text-stack.js';

const SYMBOLS = /^\s*\d{1,5} {1,8}(\S(?:[^\t]{0,60}?\S)?)\s+0x[0-9a-fA-F]+ (\S.*?) \+ \d+(?: \(([^():]+):(\d+)\))?$/;
const BACKTRACE =
  /^\s*\d{1,5} (?:\[[^\]]{1,32}\] )?0x[0-9a-fA-F]+ (\S.*?)(?: \+ \d+)? in (\S+)(?: at (.+?):(\d+)(?::(\d+))?)?$/;
const FATAL = /^(?:Swift runtime failure: |(.*\.swift):(\d+): )?Fatal error: (?:.*: file (.*\.swift), line (\d+))?/;
const SYSTEM =
  /^(?:lib\S*\.(?:dylib|so[\d.]*)|dyld|UIKit\w*|AppKit|Foundation|\w*CoreFoundation|GraphicsServices|SwiftUI\w*|Swift|Combine|CFNetwork|QuartzCore|Core\w+|libc|ld-linux\S*|Sentry|AttributeGraph)$/;
const RUNTIME =
  /(?:^|[\\/])usr[\\/]lib|[\\/]\.build[\\/]checkouts[\\/]|[\\/]SourcePackages[\\/]|[\\/]swift(?:-\w+)?[\\/]stdlib/;

export const SWIFT: StackReader = {
  language: 'swift',
  isOwnLine: (line) => BACKTRACE.test(line) || SYMBOLS.test(line) || (FATAL.test(line) && line.includes('.swift')),
  read(lines) {
    const frames: TextFrame[] = [];
    let before = -1;
    for (const line of lines) {
      const frame = readFrame(line);
      if (frame === undefined) continue;
      const number = Number.parseInt(line, 10);
      // The next thread counts from nought.
      if (number <= before) break;
      before = number;
      frames.push(frame);
    }
    return [{ frames: frames.length === 0 ? readFatal(lines) : frames }];
  },
};

/** False for the system's images, for packages, and for the standard library. */
export function isOwnSwift({ module, filename }: CallPlace): boolean {
  return !(module !== undefined && SYSTEM.test(module)) && !(filename !== undefined && RUNTIME.test(filename));
}

function readFrame(line: string): TextFrame | undefined {
  const [, name, image, file, lineno, column] = BACKTRACE.exec(line) ?? [];
  if (name !== undefined)
    return toTextFrame({ filename: file, function: name, module: image, line: lineno, column }, isOwnSwift);
  const [, module, symbol, filename, at] = SYMBOLS.exec(line) ?? [];
  if (symbol === undefined) return undefined;
  return toTextFrame({ filename, function: symbol, module, line: at }, isOwnSwift);
}

/** A program without backtraces says at least where it gave up. */
function readFatal(lines: readonly string[]): TextFrame[] {
  const [, file, lineno, olderFile, olderLine] = FATAL.exec(lines.find((line) => FATAL.test(line)) ?? '') ?? [];
  const filename = file ?? olderFile;
  if (filename === undefined) return [];
  return [toTextFrame({ filename, function: undefined, line: lineno ?? olderLine }, isOwnSwift)];
}
