// The name that a function had before it was minified. A map tells what stands at a place, and the frame only where its
// function was: so what defines the minified name is looked for in front of that, and the map is asked of that place.

import { FRAME_FUNCTION_CHARS_MAX, SOURCE_NAME_SEARCH_CHARS } from '../../limits.js';
import { type BuiltFile, findOriginal, toLineStart } from './built-file.js';

/** Undefined for a name that means nothing in the original source. */
export function toOriginalName(file: BuiltFile, frame: MinifiedFrame): string | undefined {
  const { prefix, identifier } = splitName(frame.function ?? '');
  if (identifier === null) return prefix;
  const found = findDefinition(file, frame, identifier);
  const kept = found ?? (identifier.length > MINIFIED_CHARS_MAX ? identifier : undefined);
  if (kept === undefined || prefix === undefined) return kept;
  return `${prefix}${kept}`.slice(0, FRAME_FUNCTION_CHARS_MAX);
}

export interface MinifiedFrame {
  readonly function?: string | undefined;
  readonly lineno: number;
  readonly colno: number;
}

/** Minifiers make names of so many characters; in a longer one a person meant something. */
const MINIFIED_CHARS_MAX = 2;
const IDENTIFIER = /^[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*$/u;

/** `async Object.load [as run]` is `async Object.` and `load`; a class whose name was minified goes. */
function splitName(name: string): { prefix: string | undefined; identifier: string | null } {
  const plain = name.slice(0, FRAME_FUNCTION_CHARS_MAX).replace(/ \[as [^\]]*\]$/, '');
  const [, words = '', path = ''] = /^((?:async |new |get |set |static )*)(.*)$/.exec(plain) ?? [];
  const parts = path.split('.');
  const identifier = parts.pop() ?? '';
  if (!IDENTIFIER.test(identifier)) return { prefix: plain === '' ? undefined : plain, identifier: null };
  const owner = parts.filter((part) => part.length > MINIFIED_CHARS_MAX).join('.');
  const prefix = words + (owner === '' ? '' : `${owner}.`);
  return { prefix: prefix === '' ? undefined : prefix, identifier };
}

/** Places of the name that are looked at, the nearest first. */
const PLACES_MAX = 100;

function findDefinition(file: BuiltFile, frame: MinifiedFrame, identifier: string): string | undefined {
  const { text } = file;
  const lineStart = toLineStart(text, frame.lineno);
  const end = lineStart + frame.colno - 1;
  const start = Math.max(0, end - SOURCE_NAME_SEARCH_CHARS);
  const near = text.slice(start, end + identifier.length);
  let at = near.length;
  for (let count = 0; count < PLACES_MAX; count += 1) {
    at = at <= 0 ? -1 : near.lastIndexOf(identifier, at - 1);
    if (at === -1) return undefined;
    if (!isDefinition(near, at, identifier)) continue;
    const name = nameAt(file, start + at);
    if (name !== undefined) return name;
  }
  return undefined;
}

const NAME_CHAR = /[\p{ID_Continue}$]/u;

/** `function t(`, `t=`, `t:`, `t(e){`, `class t`. */
function isDefinition(text: string, at: number, identifier: string): boolean {
  const before = text.slice(Math.max(0, at - 12), at);
  const after = text.slice(at + identifier.length, at + identifier.length + 200);
  if (NAME_CHAR.test(before.at(-1) ?? '') || NAME_CHAR.test(after[0] ?? '')) return false;
  if (/(?:function\s?\*?|class)\s$|function\*$/.test(before)) return true;
  if (/^\s?(?:=(?![=>])|:)/.test(after)) return true;
  return !before.endsWith('.') && /^\([^()]{0,150}\)\s?\{/.test(after);
}

function nameAt(file: BuiltFile, offset: number): string | undefined {
  const lineStart = file.text.lastIndexOf('\n', offset - 1) + 1;
  const lineno = countLines(file.text, lineStart);
  const original = findOriginal(file, lineno, offset - lineStart + 1);
  if (original === null) return undefined;
  const { name, content } = original;
  if (name !== undefined && IDENTIFIER.test(name)) return name;
  if (content === null) return undefined;
  const start = toLineStart(content, original.lineno);
  if (start === -1) return undefined;
  return DEFINED.exec(
    content.slice(start + original.colno - 1, start + original.colno + 300).split('\n', 1)[0] ?? '',
  )?.[1];
}

/** What a source defines at a place, be it the word in front of the name or the name. */
const DEFINED =
  /^(?:export )?(?:default )?(?:static )?(?:async )?(?:function ?\*? ?|class |const |let |var |get |set )?([\p{ID_Start}$_][\p{ID_Continue}$]{0,200})/u;

function countLines(text: string, end: number): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
