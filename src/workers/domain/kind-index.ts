// Finds the kinds of error that codes and classes name, without trying each pattern.

import type { ExplanationText } from '../../messages.js';
import type { Evidence } from './evidence/evidence.js';
import { toMatcher } from './matcher.js';
import { allSigns, type Condition, type Pattern, type PatternCase, type Signs } from './pattern.js';
import { hasWords } from './words.js';

/** What is said of a kind, and what shows that an error is of it. */
export interface Kind {
  readonly family: Pattern;
  /** What is said where no kind of the family is known. */
  readonly isWholeFamily: boolean;
  readonly explanation: ExplanationText;
  readonly signs: Signs;
}

/** The kinds of a table, by what they name. */
export interface KindIndex {
  /** Those that name a code; then those that name the longest beginning of it, as `ERR_HTTP2_*` does. */
  byCode(code: string): readonly (readonly Kind[])[];
  byClass(className: string): readonly Kind[];
  /** Those that name nothing but libraries. */
  byLibrary(name: string): readonly Kind[];
  /** Those whose classes count where nothing else explains an error. */
  byLastClass(className: string): readonly Kind[];
  /** Those of which a wording of their own is in the message, and counts there; in the order of the table. */
  bySaid(evidence: Evidence): readonly Kind[];
}

export function indexKinds(patterns: readonly Pattern[]): KindIndex {
  const kinds = patterns.flatMap(toKinds);
  const codes = groupBy(kinds, ({ signs }) => signs.codes ?? []);
  const classes = groupBy(kinds, ({ signs }) => (signs.isLast ? [] : (signs.classes ?? [])));
  const lastClasses = groupBy(kinds, ({ signs }) => (signs.isLast ? (signs.classes ?? []) : []));
  const libraries = groupBy(kinds, ({ signs }) => (isLibraryAlone(signs) ? (signs.libraries ?? []) : []));
  return {
    byCode: (code) => [codes.get(code) ?? [], byBeginning(codes, code)],
    byClass: (className) => classes.get(className) ?? [],
    byLibrary: (name) => libraries.get(name) ?? [],
    byLastClass: (className) => lastClasses.get(className) ?? [],
    bySaid: openSaid(kinds),
  };
}

/** Few of the hundreds of kinds say what a message says: they are found from what matched. */
function openSaid(kinds: readonly Kind[]): KindIndex['bySaid'] {
  const [always, amongErrors] = [new Map<number, number>(), new Map<number, number>()];
  for (const [index, { signs }] of kinds.entries()) {
    if (signs.says !== undefined) always.set(toMatcher(signs.says).number, index);
    if (signs.saysAmongErrors !== undefined) amongErrors.set(toMatcher(signs.saysAmongErrors).number, index);
  }
  return ({ text, typed, isTechnical }) => {
    const said = new Set<number>();
    for (const matcher of [...text.matched(), ...(typed?.matched() ?? [])]) {
      const index = always.get(matcher) ?? (isTechnical ? amongErrors.get(matcher) : undefined);
      if (index !== undefined) said.add(index);
    }
    return [...said].sort((one, other) => one - other).flatMap((index) => kinds[index] ?? []);
  };
}

/** A case first, its family last: what is more general speaks where nothing else does. */
function toKinds(family: Pattern): readonly Kind[] {
  return [...(family.cases ?? []), family].flatMap((one) => {
    const explanation = toExplanation(family.title, one);
    return allSigns(one).map((signs) => ({
      family,
      isWholeFamily: one === family,
      explanation,
      signs,
    }));
  });
}

export function toExplanation(
  title: string,
  { text, suggestion }: Pick<PatternCase, 'text' | 'suggestion'>,
): ExplanationText {
  return { title, explanation: `${text} ${suggestion}`, suggestion };
}

function groupBy(
  kinds: readonly Kind[],
  namesOf: (kind: Kind) => readonly string[],
): ReadonlyMap<string, readonly Kind[]> {
  const groups = new Map<string, Kind[]>();
  for (const kind of kinds) {
    for (const name of namesOf(kind)) groups.set(name, [...(groups.get(name) ?? []), kind]);
  }
  return groups;
}

function isLibraryAlone({ codes, classes, says, saysAmongErrors, where }: Signs): boolean {
  return [codes, classes, says, saysAmongErrors, where].every((one) => one === undefined);
}

function byBeginning(codes: ReadonlyMap<string, readonly Kind[]>, code: string): readonly Kind[] {
  for (let length = code.length; length > 1; length--) {
    const found = codes.get(`${code.slice(0, length)}*`);
    if (found !== undefined) return found;
  }
  return [];
}

/** Whether what narrows a kind holds: its `where`, its libraries and its languages. */
export function isWithin({ where, libraries, languages, isOfLibrary }: Signs, evidence: Evidence): boolean {
  return (
    (isOfLibrary === undefined || evidence.throwers.length > 0) &&
    (languages === undefined || (evidence.language !== undefined && languages.includes(evidence.language))) &&
    (libraries === undefined || libraries.some((name) => isOf(evidence, name))) &&
    (where === undefined || matches(where, evidence))
  );
}

function isOf({ libraries, throwers }: Evidence, name: string): boolean {
  return libraries.includes(name) || throwers.includes(name);
}

/** How much narrows a kind; of two that fit the narrower one is meant. Whose error it is says more than a word of it. */
export function narrowness({ where, libraries, languages }: Signs): number {
  return [where, libraries, libraries, languages].filter((one) => one !== undefined).length;
}

/** On the bare message, then on `ClassName: bare message`. */
export function matches(condition: Condition, { text, typed }: Evidence): boolean {
  return isMet(condition, text.content) || (typed !== null && isMet(condition, typed.content));
}

function isMet(condition: Condition, content: string): boolean {
  return condition instanceof RegExp ? condition.test(content) : condition.some((words) => hasWords(content, words));
}
