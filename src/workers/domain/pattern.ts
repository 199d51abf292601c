/** One built-in pattern: all there is to know of one explanation. Matching is linear in the length of the message; no expression has nested quantifiers. */
export interface Pattern {
  /** Stable, kebab-case; the name of its file in `explanations/`. */
  readonly id: string;
  readonly title: string;
  /** What the error means, in plain language; said when no case fits the message better. */
  readonly text: string;
  /** What to do about it. */
  readonly suggestion: string;
  /** Real messages that this pattern, and no earlier one, explains. */
  readonly examples: readonly string[];
  /** Tried on the bare message: class-name and "Uncaught" prefixes have been taken off. One match is enough. */
  readonly match: readonly RegExp[];
  /** Tried on `ClassName: bare message`, when a class name is known from the message or the event's type. */
  readonly matchTyped?: readonly RegExp[];
  /** Wordings for some of its messages, from specific to general. They never decide whether the pattern matches. */
  readonly cases?: readonly PatternCase[];
}

/** What a pattern says of one kind of its messages. The first case that matches takes the place of its general text. */
export interface PatternCase {
  /** Tried on the bare message, then on `ClassName: bare message`. */
  readonly when: RegExp;
  readonly text: string;
  readonly suggestion: string;
  /** Real messages that select this case. */
  readonly examples: readonly string[];
}
