import { BREADCRUMBS_MAX } from '../../src/limits.js';
import { BREADCRUMB_CHARS_MAX, CATEGORY_CHARS_MAX, TAG_NAME_CHARS_MAX, TAGS_MAX } from './limits.js';
import { cut, toReadableObject, toText } from './readable.js';
import type { Breadcrumb } from './types.js';

/** What is known when an error happens: of the application, or of one request that it serves. */
export class Scope {
  user: Record<string, unknown> | undefined;
  readonly #tags: Map<string, string>;
  #breadcrumbs: Breadcrumb[];

  constructor(tags: Iterable<readonly [string, string]> = []) {
    this.#tags = new Map(tags);
    this.#breadcrumbs = [];
  }

  /** A scope of its own that begins with what this one knows. */
  fork(): Scope {
    const scope = new Scope(this.#tags);
    scope.user = this.user;
    scope.#breadcrumbs = [...this.#breadcrumbs];
    return scope;
  }

  /** `undefined` takes the tag away. Past the limit only known tags change. */
  setTag(name: string, value: string | undefined): void {
    if (value === undefined) this.#tags.delete(name);
    else if (this.#tags.has(name) || this.#tags.size < TAGS_MAX)
      this.#tags.set(cut(name, TAG_NAME_CHARS_MAX), cut(toText(value), BREADCRUMB_CHARS_MAX));
  }

  /** Keeps the newest. */
  addBreadcrumb({ timestamp = new Date().toISOString(), category, message, level, data }: Breadcrumb): void {
    const crumb: Breadcrumb = { timestamp };
    if (category !== undefined) crumb.category = cut(toText(category), CATEGORY_CHARS_MAX);
    if (message !== undefined) crumb.message = cut(toText(message), BREADCRUMB_CHARS_MAX);
    if (level !== undefined) crumb.level = level;
    if (data !== undefined) crumb.data = toReadableObject(data);
    if (this.#breadcrumbs.length >= BREADCRUMBS_MAX) this.#breadcrumbs.shift();
    this.#breadcrumbs.push(crumb);
  }

  tags(): Record<string, string> {
    return Object.fromEntries(this.#tags);
  }

  breadcrumbs(): readonly Breadcrumb[] {
    return this.#breadcrumbs;
  }
}
