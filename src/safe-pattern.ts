// Patterns that the configuration brings. A regular expression may take time that grows with the square of a text, or
// worse, so only those are accepted that cannot: no group is repeated, no repetition is unbounded, and what follows a
// repetition cannot be a part of it.

import { REDACT_PATTERN_CHARS_MAX, REDACT_REPEAT_MAX } from './limits.js';

export type SafePattern =
  /** `steps` is how many it takes at most from one character on: ways through its alternatives, times their length. */
  | { readonly ok: true; readonly expression: RegExp; readonly steps: number }
  /** Goes on from "The pattern …": a sentence without its end. */
  | { readonly ok: false; readonly message: string };

/** The expression that a pattern stands for, global, with `+` and `*` bounded; or why it is refused. */
export function toSafePattern(pattern: string): SafePattern {
  if (pattern === '') return refuse('is empty');
  if (pattern.length > REDACT_PATTERN_CHARS_MAX) return refuse(`has more than ${REDACT_PATTERN_CHARS_MAX} characters`);
  try {
    // Its grammar is the language's own; what follows only has to tell the parts apart.
    new RegExp(pattern, 'u');
  } catch {
    return refuse('is not a regular expression');
  }
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; ) {
    const part = partAt(pattern, at);
    if (part.refusal !== null) return refuse(part.refusal);
    parts.push(part);
    at += part.chars;
  }
  const fault = faultOf(parts);
  if (fault !== null) return refuse(fault);
  const expression = new RegExp(parts.map(({ source, repeat }) => source + repeat).join(''), 'gu');
  return expression.test('') ? refuse('matches the empty text') : { ok: true, expression, steps: countSteps(parts) };
}

function countSteps(parts: readonly Part[]): number {
  let ways = 1;
  let chars = 0;
  const alternatives = [1];
  for (const { source, most } of parts) {
    if (source.startsWith('(') && most === 0) alternatives.push(1);
    else if (source === '|') alternatives.push((alternatives.pop() ?? 0) + 1);
    else if (source === ')') ways *= alternatives.pop() ?? 1;
    chars += most;
  }
  return ways * (alternatives[0] ?? 1) * Math.max(1, chars);
}

interface Part {
  readonly source: string;
  /** As it is run: `{1,256}` for `+`. */
  readonly repeat: string;
  readonly chars: number;
  /** Characters it takes at most; none for a mark of a group or an alternative. */
  readonly most: number;
  readonly isVariable: boolean;
  readonly isOptional: boolean;
  readonly refusal: string | null;
}

const PLAIN_PART = { repeat: '', isVariable: false, isOptional: false, refusal: null } as const;

/** One atom and how often it is repeated, or a mark of a group or an alternative. */
function partAt(pattern: string, at: number): Part {
  const rest = pattern.slice(at);
  if (/^\((?!\?:|(?!\?))/.test(rest)) return refusedPart('has a lookahead, a lookbehind or a named group');
  const group = /^(?:\((?:\?:)?|\||\^|\$|\\[bB])/.exec(rest)?.[0];
  if (group !== undefined) return { ...PLAIN_PART, source: group, chars: group.length, most: 0 };
  if (rest.startsWith(')')) {
    return QUANTIFIER.test(rest.slice(1))
      ? refusedPart('repeats a group')
      : { ...PLAIN_PART, source: ')', chars: 1, most: 0 };
  }
  if (/^\\(?:[1-9]|k)/.test(rest)) return refusedPart('refers back to a group');
  const source = ATOM.exec(rest)?.[0] ?? rest.charAt(0);
  const quantifier = QUANTIFIER.exec(rest.slice(source.length))?.[0] ?? '';
  return repeatedPart(source, quantifier);
}

const ATOM = /^(?:\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|.)|\[(?:\\.|[^\]\\])*\]|.)/su;
const QUANTIFIER = /^(?:[+*?]|\{\d+(?:,\d*)?\})\??/;

function repeatedPart(source: string, quantifier: string): Part {
  const chars = source.length + quantifier.length;
  if (quantifier === '') return { ...PLAIN_PART, source, chars, most: 1 };
  const bare = quantifier.length > 1 && quantifier.endsWith('?') ? quantifier.slice(0, -1) : quantifier;
  const [least, most] = boundsOf(bare);
  if (most > REDACT_REPEAT_MAX) return refusedPart(`repeats more than ${REDACT_REPEAT_MAX} times`);
  return {
    source,
    repeat: `{${least},${most}}`,
    chars,
    most,
    isVariable: least !== most,
    isOptional: least === 0,
    refusal: null,
  };
}

function boundsOf(quantifier: string): readonly [least: number, most: number] {
  if (quantifier === '+') return [1, REDACT_REPEAT_MAX];
  if (quantifier === '*') return [0, REDACT_REPEAT_MAX];
  if (quantifier === '?') return [0, 1];
  const [, least = '0', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier) ?? [];
  if (comma === '') return [Number(least), Number(least)];
  return [Number(least), most === '' ? REDACT_REPEAT_MAX : Number(most)];
}

/**
 * A repetition of a variable length must not be followed by something that it can take itself, because then there are many
 * ways to divide a text between the two. In front of the end of a group it cannot be told what follows, so there none is.
 */
function faultOf(parts: readonly Part[]): string | null {
  let depth = 0;
  for (const [index, part] of parts.entries()) {
    if (part.source.startsWith('(') && part.repeat === '') depth += 1;
    if (part.source === ')') depth -= 1;
    if (!part.isVariable) continue;
    if (depth > 0) return 'has a repetition of a variable length inside a group';
    for (const next of parts.slice(index + 1)) {
      if (isMark(next)) {
        if (next.source === '|') break;
        if (next.source.startsWith('(')) return 'has a group behind a repetition of a variable length';
        continue;
      }
      if (overlap(part.source, next.source))
        return `repeats ${part.source} in front of ${next.source}, which could be a part of it`;
      if (!next.isOptional) break;
    }
  }
  return null;
}

function isMark({ source }: Part): boolean {
  return /^(?:\((?:\?:)?|\)|\||\^|\$|\\[bB])$/.test(source);
}

/** Whether some character can be either. Beyond ASCII a few stand for all. */
function overlap(one: string, other: string): boolean {
  const [first, second] = [one, other].map((source) => new RegExp(`^${source}$`, 'u'));
  return SAMPLES.some((char) => first?.test(char) === true && second?.test(char) === true);
}

const SAMPLES = [
  ...Array.from({ length: 256 }, (_zero, code) => String.fromCharCode(code)),
  ...['\u0416', '\u05d0', '\u4e2d', '\u3042', '\u2028', '\ufeff', '\u{1f600}'],
];

function refusedPart(refusal: string): Part {
  return { ...PLAIN_PART, source: '', chars: 1, most: 0, refusal };
}

function refuse(message: string): SafePattern {
  return { ok: false, message };
}
