import type { Language } from './stacks/text-stack.js';

/** A wording of messages: an expression, or words as `hasWords` reads them. */
export type Words = RegExp | string;

/** What narrows: an expression, or words of which one is enough. */
export type Condition = RegExp | readonly string[];

/**
 * What shows that an error is of a kind. Codes, classes and words are ways of their own, of which one is enough; what narrows
 * has to hold besides. Matching is linear in the length of the message; no expression has nested quantifiers.
 */
export interface Signs {
  /**
   * Codes as `codesOf` writes them: `ECONNREFUSED`, `ERR_INVALID_URL`, `SQLSTATE 23505`, `HTTP 404`, `gRPC UNAVAILABLE`. One
   * that ends with `*` stands for all that begin so; the longest that is listed anywhere counts.
   */
  readonly codes?: readonly string[];
  /** Names of classes without what qualifies them: `NullPointerException`, `DoesNotExist`. They count as written. */
  readonly classes?: readonly string[];
  /** Wordings that say it by themselves, also of an error without class, code and stack: never ordinary English. */
  readonly says?: readonly Words[];
  /** Wordings that a person might write too: they count where class, code or stack show that a program failed. */
  readonly saysAmongErrors?: readonly Words[];
  /** Narrows: the message has to match as well. */
  readonly where?: Condition;
  /**
   * Narrows: one of these libraries threw the error or stands nearest to it (`pg`, `org.hibernate`, `sqlalchemy`, or a scope,
   * `@aws-sdk`). Alone they stand for all that these throw themselves and nothing else explains: of a library that does one thing.
   */
  readonly libraries?: readonly string[];
  /** Narrows to these languages. An error whose language is unknown fits none. */
  readonly languages?: readonly Language[];
  /** Narrows to what a library threw, whichever: what the application threw itself is none of it. */
  readonly isOfLibrary?: true;
  /** True where its classes are so general that they count only where nothing else explains the error. */
  readonly isLast?: true;
}

/** A message with what came with it, where the message alone does not say enough. */
export interface Example {
  readonly message: string;
  /** `Error` where it is absent. */
  readonly type?: string;
  readonly code?: string;
  readonly language?: Language;
  /** A few lines of its stack, where the library counts. */
  readonly stack?: string;
}

/** One built-in pattern, a family of errors: all there is to know of them. */
export interface Pattern {
  /** Stable, kebab-case; the name of its file in `explanations/`. */
  readonly id: string;
  readonly title: string;
  /** What the error means, in plain language; said when no case fits the message better. */
  readonly text: string;
  /** What to do about it. */
  readonly suggestion: string;
  /** Real errors that this pattern explains. */
  readonly examples: readonly (string | Example)[];
  /** Messages that look alike and that this pattern must leave alone. */
  readonly counterexamples?: readonly string[];
  /** What selects the family where no case of it is shown. */
  readonly signs?: Signs;
  /** More of them, each narrowed by itself. */
  readonly otherSigns?: readonly Signs[];
  /** Wordings in the order of the table, tried where no evidence speaks: on the bare message, without class names and "Uncaught" in front. */
  readonly match: readonly Words[];
  /** Tried on `ClassName: bare message`, when a class name is known from the message or the event's type. */
  readonly matchTyped?: readonly Words[];
  /** The kinds of error in this family, from specific to general. */
  readonly cases?: readonly PatternCase[];
}

/** A kind of error: what a pattern says of some of its messages. */
export interface PatternCase {
  /** Kebab-case, once in its family; names the kind in `docs/explanations.md`. */
  readonly id?: string;
  /** Selects the kind and its family, before any wording of the table. */
  readonly signs?: Signs;
  /** More of them, each narrowed by itself: a code may need none of what a class needs. */
  readonly otherSigns?: readonly Signs[];
  /** Selects the kind among those of a family that wording has selected; on the bare message, then on `ClassName: bare message`. */
  readonly when?: Condition;
  readonly text: string;
  readonly suggestion: string;
  /** Real errors that select this kind. */
  readonly examples: readonly (string | Example)[];
}

/** All that selects a family or a kind. */
export function allSigns({ signs, otherSigns = [] }: Pick<PatternCase, 'signs' | 'otherSigns'>): readonly Signs[] {
  return signs === undefined ? otherSigns : [signs, ...otherSigns];
}
