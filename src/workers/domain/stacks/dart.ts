// Stacks of Dart and Flutter, and the shorter form of the package stack_trace.
//
//   #0      Cart.total (package:shop/cart.dart:12:5)
//   #1      List.forEach (dart:core-patch/growable_array.dart:416:8)
//   <asynchronous suspension>
//
//   package:shop/cart.dart 12:5   Cart.total

import { type CallPlace, type StackReader, type TextFrame, toTextFrame } from './text-stack.js';

const FRAME = /^#\d{1,9}\s+(\S.*?) \(((?:dart|package|file|asset|org-dartlang-\w+):[^()]*?)(?::(\d+))?(?::(\d+))?\)$/;
const TERSE = /^((?:dart|package|file):\S+|\S+\.dart) (\d+)(?::(\d+))?\s+(\S.*)$/;
/** A package may be the application itself: only those of the SDK and of the tools around it are known to be none. */
const LIBRARY =
  /^dart:|^org-dartlang-sdk:|^package:(?:flutter\w*|sky_engine|stack_trace|async|http|dio|bloc|flutter_bloc|provider|riverpod|get|test\w*|sentry\w*)\/|\.pub-cache\//;

export const DART: StackReader = {
  language: 'dart',
  isOwnLine: (line) => FRAME.test(line) || TERSE.test(line),
  read(lines) {
    const frames = lines.flatMap((line): TextFrame[] => {
      const [, name, filename, lineno, column] = FRAME.exec(line) ?? [];
      if (filename !== undefined) return [toFrame({ name, filename, lineno, column })];
      const [, file, at, colno, terseName] = TERSE.exec(line) ?? [];
      return file === undefined ? [] : [toFrame({ name: terseName, filename: file, lineno: at, column: colno })];
    });
    return [{ frames }];
  },
};

interface Line {
  readonly name: string | undefined;
  readonly filename: string;
  readonly lineno: string | undefined;
  readonly column: string | undefined;
}

function toFrame({ name, filename, lineno, column }: Line): TextFrame {
  const module = /^(?:package:[^/]+|dart:[^/]+)/.exec(filename)?.[0];
  return toTextFrame({ filename, function: name, module, line: lineno, column }, isOwnDart);
}

/** False for the SDK, for Flutter, and for packages that were fetched or are well known. */
export function isOwnDart({ filename }: CallPlace): boolean {
  return filename === undefined || !LIBRARY.test(filename);
}
