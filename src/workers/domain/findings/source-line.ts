// Which expression of a source line was read from: only where the line leaves no doubt.

import { SOURCE_EXPRESSION_CHARS_MAX, SOURCE_LINE_CHARS_MAX } from '../../../limits.js';
import { toCodeMask } from './code-mask.js';
import { isRedacted } from './plain-line.js';

export interface MemberUse {
  /** The name of the property, method or attribute. */
  readonly member: string;
  /** What stands between an expression and its member; `.` in most languages. */
  readonly access: '.' | '->';
  /** Where the runtime says that it was, counted from 1. */
  readonly colno?: number | undefined;
}

/**
 * The expression of the line whose member is used. Undefined where there is none, where two different ones fit and the
 * column points at neither, and where the line is cut, redacted or no code that can be read alone.
 */
export function findOwner(line: string, { member, access, colno }: MemberUse): string | undefined {
  if (line.length > SOURCE_LINE_CHARS_MAX || isRedacted(line)) return undefined;
  const masked = toCodeMask(line);
  // In a template text there may be code, and in a comment what is none here may be code in another language.
  if (masked === undefined || masked.comment.includes(member) || hidesTemplate(line, member)) return undefined;
  const { code: mask } = masked;
  const uses = findUses(mask, member, access);
  const pointed = uses.find(({ at }) => at + 1 === colno);
  const owners = new Set((pointed === undefined ? uses : [pointed]).map(({ dot }) => toOwner(line, mask, dot)));
  const isDoubtful = owners.size !== 1 || (pointed === undefined && COMPUTED.test(mask));
  const [owner] = owners;
  return isDoubtful ? undefined : owner;
}

function hidesTemplate(line: string, member: string): boolean {
  const start = line.indexOf('`');
  return start !== -1 && line.slice(start, line.lastIndexOf('`')).includes(member);
}

/** `rows[key]` may read any member. */
const COMPUTED = /[\w$)\]]\[(?!\s*(?:\d+\s*)?\])/;

interface Use {
  /** Where the member's name begins. */
  readonly at: number;
  /** Where what stands between it and the expression begins. */
  readonly dot: number;
}

function findUses(mask: string, member: string, access: string): Use[] {
  const uses: Use[] = [];
  const needle = `${access}${member}`;
  for (let dot = mask.indexOf(needle); dot !== -1; dot = mask.indexOf(needle, dot + needle.length)) {
    const after = mask.charAt(dot + needle.length);
    // `a?.b` reads nothing from what is not there.
    if (!WORD.test(after) && mask.charAt(dot - 1) !== '?') uses.push({ at: dot + access.length, dot });
  }
  return uses;
}

const WORD = /[\w$]/;
const KEYWORDS: ReadonlySet<string> = new Set([
  'return',
  'await',
  'yield',
  'typeof',
  'new',
  'in',
  'of',
  'not',
  'and',
  'or',
  'if',
  'else',
  'throw',
  'case',
  'super',
  'void',
  'delete',
]);
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

/** The expression that ends in front of `end`, read from its end: names, calls, indexes. */
function toOwner(line: string, mask: string, end: number): string | undefined {
  let start = end;
  for (;;) {
    const from = skipBack(mask, start);
    if (from === start) break;
    start = from;
    const join = /(?:\?\.|->|::|!?\.)$/.exec(mask.slice(Math.max(0, start - 3), start));
    if (join === null) {
      // A call or an index belongs to what stands in front of it.
      if (/[([]/.test(mask.charAt(start)) && /[\w$)\]]/.test(mask.charAt(start - 1))) continue;
      break;
    }
    start -= join[0].length;
    if (end - start > SOURCE_EXPRESSION_CHARS_MAX) return undefined;
  }
  const owner = line.slice(start, end).replace(/!$/, '');
  const isWhole = owner !== '' && owner.length <= SOURCE_EXPRESSION_CHARS_MAX && /^[\w$@(]/.test(owner);
  return isWhole && !KEYWORDS.has(owner) && !/^\d/.test(owner) ? owner : undefined;
}

/** In front of the name, or the brackets, that end at `end`; `end` itself where there is neither. */
function skipBack(mask: string, end: number): number {
  const last = mask.charAt(end - 1) === '!' ? end - 1 : end;
  const open = PAIRS[mask.charAt(last - 1)];
  if (open !== undefined) return openingOf(mask, last - 1, open) ?? end;
  let at = last;
  while (at > 0 && WORD.test(mask.charAt(at - 1))) at -= 1;
  if (at < last && /[$@#]/.test(mask.charAt(at - 1))) at -= 1;
  return at === last ? end : at;
}

function openingOf(mask: string, close: number, open: string): number | undefined {
  const shut = mask.charAt(close);
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - SOURCE_EXPRESSION_CHARS_MAX); at -= 1) {
    const char = mask.charAt(at);
    if (char === shut) depth += 1;
    if (char === open) depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}
