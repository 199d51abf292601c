// What the readers of all languages share.

import { STACK_TEXT_LINE_CHARS_MAX, STACK_TEXT_LINES_MAX } from '../../../limits.js';

export type Language =
  | 'dart'
  | 'dotnet'
  | 'elixir'
  | 'go'
  | 'java'
  | 'javascript'
  | 'php'
  | 'python'
  | 'ruby'
  | 'rust'
  | 'swift';

/** Where a call stands, as far as a line says so. */
export interface CallPlace {
  readonly filename?: string;
  readonly function?: string;
  readonly module?: string;
}

export interface TextFrame extends CallPlace {
  readonly lineno?: number;
  readonly colno?: number;
  readonly contextLine?: string;
  readonly inApp: boolean;
}

/** One error of a text: what was thrown, and from where, innermost call first. */
export interface ThrownText {
  readonly type?: string;
  readonly message?: string;
  readonly frames: readonly TextFrame[];
}

/** How the stacks of one language are read. */
export interface StackReader {
  readonly language: Language;
  /** True for a line that stacks of this language have and those of others do not. */
  isOwnLine(line: string): boolean;
  /** The error itself, then what led to it, the nearest cause first. */
  read(lines: readonly string[]): readonly ThrownText[];
}

/** The lines of a stack, so many and so long as a reader looks at; a longer line is empty. */
export function toLines(stack: string): string[] {
  return stack.split('\n', STACK_TEXT_LINES_MAX).map((line) => {
    if (line.length > STACK_TEXT_LINE_CHARS_MAX) return '';
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  });
}

/** Whatever a line may say about a call, without what it leaves out. */
export interface FrameParts {
  readonly filename: string | undefined;
  readonly function: string | undefined;
  readonly module?: string | undefined;
  readonly line?: string | undefined;
  readonly column?: string | undefined;
}

/** A frame out of the parts of a line; `isOwn` tells the application's code from that of others. */
export function toTextFrame(parts: FrameParts, isOwn: (place: CallPlace) => boolean): TextFrame {
  const { filename, function: name, module, line, column } = parts;
  if (filename && name && line && !column) {
    // As most are; without a spread, which V8 takes longer for than the line took to be read.
    const lineno = Number(line);
    if (!module) return { filename, function: name, lineno, inApp: isOwn({ filename, function: name }) };
    return { filename, function: name, module, lineno, inApp: isOwn({ filename, function: name, module }) };
  }
  const place: CallPlace = {
    ...(parts.filename ? { filename: parts.filename } : null),
    ...(parts.function ? { function: parts.function } : null),
    ...(parts.module ? { module: parts.module } : null),
  };
  return {
    ...place,
    ...(parts.line ? { lineno: Number(parts.line) } : null),
    ...(parts.column ? { colno: Number(parts.column) } : null),
    inApp: isOwn(place),
  };
}

/** .NET puts a number behind the type. */
const HEADLINE = /^([A-Za-z_$][\w.$\\`<>/-]*)(?: \((?:0x)?[\da-fA-F]{1,16}\))?(?:: (.*))?$/;

/** `Type: message`, or a message alone. */
export function toHeadline(line: string): { type?: string; message?: string } {
  const [, type, message] = HEADLINE.exec(line) ?? [];
  if (type === undefined) return line === '' ? {} : { message: line };
  return message === undefined ? { type } : { type, message };
}

/** A dotted name as the module and the member of it; `dot` is where the member's dot stands. No module is in front of it at 0. */
export function splitMember(
  name: string,
  dot = name.lastIndexOf('.'),
): Required<Pick<FrameParts, 'function' | 'module'>> {
  return { module: dot <= 0 ? undefined : name.slice(0, dot), function: name.slice(dot + 1) };
}

/** Whether a dotted name is in one of the packages, each of one or two parts. */
export function isInPackages(name: string, packages: ReadonlySet<string>): boolean {
  const first = name.indexOf('.');
  if (first === -1) return packages.has(name);
  const second = name.indexOf('.', first + 1);
  return packages.has(name.slice(0, first)) || packages.has(second === -1 ? name : name.slice(0, second));
}
