// A minifier renames functions, and a stack has the new names. Where a function is declared in the minified code, its map
// leads to the declaration that was written, which has the name.

import { NAME_CHARS_SEARCHED } from '../limits.js';

/** `new Cart`, `Cart.total`, `Object.total [as sum]`, `total`. */
const NAME = /^(new )?(?:([\w$]+)\.)?([\w$]+)( \[as [\w$]+\])?$/;
const WRITTEN =
  /^(?:(?:export|default|async|const|let|var|static|get|set)\s+|function\b\s*\*?\s*|class\s+|\*\s*)*(#?[\p{ID_Start}$_][\p{ID_Continue}$]*)/u;
const KEYWORD = /^(?:export|default|async|const|let|var|static|function|class|return|new|if|for|this)$/;

/** The text of the sources from where an offset in the code leads to; undefined where nothing does exactly. */
export type FindWritten = (offset: number) => string | undefined;

/** Where a function runs. */
export interface CodePlace {
  readonly code: string;
  readonly offset: number;
}

/** The name as it was written, of the function that runs at a place of the code; as it is where that cannot be told. */
export function toOriginalName(name: string, { code, offset }: CodePlace, find: FindWritten): string {
  const [, prefix = '', owner, last = '', alias = ''] = NAME.exec(name) ?? [];
  if (last === '') return name;
  const before = { text: code.slice(Math.max(0, offset - NAME_CHARS_SEARCHED), offset), end: offset };
  const written = findDeclared(last, before, find) ?? last;
  if (owner === undefined) return prefix + written + alias;
  return `${prefix}${findDeclared(owner, before, find) ?? owner}.${written}${alias}`;
}

interface Before {
  readonly text: string;
  /** The offset in the code at which the text ends. */
  readonly end: number;
}

/** By the last declaration of a function, method or class of this name: the innermost one around the place. */
function findDeclared(name: string, { text, end }: Before, find: FindWritten): string | undefined {
  let start: number | undefined;
  for (const { index, 0: match } of text.matchAll(toDeclaration(name))) start = index + match.length;
  if (start === undefined) return undefined;
  const [, found] = WRITTEN.exec(find(end - text.length + start) ?? '') ?? [];
  return found === undefined || KEYWORD.test(found) ? undefined : found;
}

/** Matches what is before the name in each of its declarations. */
function toDeclaration(name: string): RegExp {
  const id = name.replaceAll('$', '\\$&');
  const parameters = '\\([^()]{0,200}\\)\\s*';
  const forms = [
    `(?:function\\b\\s*\\*?|class\\b)\\s*(?=${id}(?![\\w$]))`,
    `(?=${id}\\s*[=:]\\s*(?:async\\b\\s*)?(?:function\\b|class\\b|[\\w$]+\\s*=>|${parameters}=>))`,
    `(?=${id}\\s*${parameters}\\{)`,
  ];
  return new RegExp(`(?<![\\w$.])(?:${forms.join('|')})`, 'g');
}
