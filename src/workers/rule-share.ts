import type { ProjectGroupingRules, SharedRules } from '../messages.js';

/** The rules of all projects in memory that digest threads share: a task brings no copy of them. */
export class RuleShare {
  #shared: SharedRules | null = null;
  #revision = 0;
  #text = '';

  /** Null where no project has rules. */
  get shared(): SharedRules | null {
    return this.#shared;
  }

  /** What threads remember of rules stays good while these are the same. */
  set(rules: readonly ProjectGroupingRules[]): void {
    const text = JSON.stringify(rules);
    if (text === this.#text) return;
    this.#text = text;
    this.#revision += 1;
    this.#shared = rules.length === 0 ? null : { revision: this.#revision, json: toShared(text) };
  }
}

function toShared(text: string): Uint8Array<SharedArrayBuffer> {
  const bytes = new TextEncoder().encode(text);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  shared.set(bytes);
  return shared;
}
