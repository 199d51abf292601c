/** One built-in pattern. Matching is linear in the length of the message; no expression has nested quantifiers. */
export interface Pattern {
  /** Stable, kebab-case. */
  readonly id: string;
  readonly title: string;
  /** What the error means, in plain language. */
  readonly text: string;
  /** What to do about it. */
  readonly suggestion: string;
  /** Tried on the bare message: class-name and "Uncaught" prefixes have been taken off. One match is enough. */
  readonly match: readonly RegExp[];
  /** Tried on `ClassName: bare message`, when a class name is known from the message or the event's type. */
  readonly matchTyped?: readonly RegExp[];
  /** Real messages that this pattern, and no earlier one, explains. */
  readonly examples: readonly string[];
}
