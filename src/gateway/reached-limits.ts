import { PROJECT_SETTINGS_MAX } from '../limits.js';
import type { ReachedLimit } from '../messages.js';

/**
 * Projects that have used up a limit, as the store has reported them. Their calls are refused before they are read: to digest
 * them would cost the others. What is not known here is still refused by the store, where the items are counted.
 */
export class ReachedLimits {
  readonly #limits = new Map<string, ReachedLimit>();

  note(limits: readonly ReachedLimit[]): void {
    for (const limit of limits) {
      this.#limits.delete(limit.projectName);
      if (this.#limits.size >= PROJECT_SETTINGS_MAX) this.#forgetOldest();
      this.#limits.set(limit.projectName, limit);
    }
  }

  /** The settings of the project have changed: the store says anew when it has used up a limit. */
  lift(projectName: string): void {
    this.#limits.delete(projectName);
  }

  /** Whole seconds until items of the project are taken again; null when they are, as far as is known. */
  secondsLeft(projectName: string | null, nowMs: number): number | null {
    if (projectName === null) return null;
    const limit = this.#limits.get(projectName);
    if (limit === undefined) return null;
    // Before it, too: a clock that was set back must not keep a project out for longer than the limit holds.
    if (nowMs >= limit.fromMs && nowMs < limit.untilMs) return Math.ceil((limit.untilMs - nowMs) / 1000);
    this.#limits.delete(projectName);
    return null;
  }

  #forgetOldest(): void {
    for (const name of this.#limits.keys()) {
      this.#limits.delete(name);
      return;
    }
  }
}
