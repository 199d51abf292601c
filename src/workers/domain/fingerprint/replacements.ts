// What version 2 puts in the place of what differs, kept so that a person can see it.

import type { Grouping, Replaced } from '../../../../schemas/error-group.js';
import { GROUPING_REPLACED_CHARS_MAX, GROUPING_REPLACED_MAX } from '../../../limits.js';
import { cutText } from '../text.js';

export type PartName = 'type' | 'message' | 'frames' | 'cause' | 'place';

/** Collects the first replacements of one fingerprint. */
export class Replacements {
  readonly #found: Replaced[];

  constructor(found: readonly Replaced[] = []) {
    this.#found = [...found];
  }

  /** What is added to the copy is not in this one. */
  copy(): Replacements {
    return new Replacements(this.#found);
  }

  /** The second text stands where the first one stood, after `rule`. */
  add(part: PartName, [text, by]: readonly [text: string, by: string], rule: string): void {
    if (text === by || this.#found.length >= GROUPING_REPLACED_MAX) return;
    this.#add({
      part,
      text: cutText(text, GROUPING_REPLACED_CHARS_MAX),
      by: cutText(by, GROUPING_REPLACED_CHARS_MAX),
      rule,
    });
  }

  /** In their order, as if each were added. */
  addAll(others: Replacements): void {
    for (const entry of others.#found) if (this.#found.length < GROUPING_REPLACED_MAX) this.#add(entry);
  }

  #add(entry: Replaced): void {
    if (!this.#found.some((one) => one.part === entry.part && one.text === entry.text && one.by === entry.by)) {
      this.#found.push(entry);
    }
  }

  /** As parts of a fingerprint; nothing when nothing was replaced. */
  toParts(): Pick<Grouping, 'replaced'> {
    return this.#found.length === 0 ? {} : { replaced: this.#found };
  }
}
