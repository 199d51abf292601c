import type { OutcomeCounts, Outcomes } from '../../schemas/stats.js';
import { assertNever } from '../errors.js';
import { PROJECTS_MAX } from '../limits.js';
import type { DropReason, Outcome, RejectReason } from '../outcome.js';

/** Stands for the projects past the bound. Not a legal project name, so it cannot be one. */
export const OTHER_PROJECTS = '(other projects) ';

class Counts {
  /** Calls whose items are not known yet. */
  inFlight = 0;
  stored = 0;
  duplicate = 0;
  readonly rejected = new Map<RejectReason, number>();
  readonly dropped = new Map<DropReason, number>();

  settle(outcome: Outcome): void {
    switch (outcome.kind) {
      case 'stored':
        this.stored += 1;
        return;
      case 'duplicate':
        this.duplicate += 1;
        return;
      case 'rejected':
        this.rejected.set(outcome.reason, (this.rejected.get(outcome.reason) ?? 0) + 1);
        return;
      case 'dropped':
        this.dropped.set(outcome.reason, (this.dropped.get(outcome.reason) ?? 0) + 1);
        return;
      default:
        assertNever(outcome);
    }
  }

  get received(): number {
    const { inFlight, stored, duplicate, rejected, dropped } = this;
    return inFlight + stored + duplicate + sum(rejected) + sum(dropped);
  }

  toJson(): OutcomeCounts {
    const { inFlight, stored, duplicate } = this;
    return {
      received: this.received,
      inFlight,
      stored,
      duplicate,
      rejected: Object.fromEntries(this.rejected),
      dropped: Object.fromEntries(this.dropped),
    };
  }
}

/**
 * What became of every received item, in total and per project:
 * `received = stored + duplicate + rejected + dropped + inFlight`, at any moment.
 */
export class OutcomeCounters {
  readonly #since: string;
  readonly #total = new Counts();
  readonly #projects = new Map<string | null, Counts>();

  constructor(sinceMs: number) {
    this.#since = new Date(sinceMs).toISOString();
  }

  /** A call has arrived. It counts as one item in flight until its items are known. */
  open(projectName: string | null): void {
    for (const counts of [this.#total, this.#countsOf(projectName)]) counts.inFlight += 1;
  }

  /** The fate of the items of an opened call is known; each is settled on its own. */
  close(projectName: string | null): void {
    for (const counts of [this.#total, this.#countsOf(projectName)]) counts.inFlight -= 1;
  }

  /** An item has met its fate. */
  settle(projectName: string | null, outcome: Outcome): void {
    this.#total.settle(outcome);
    this.#countsOf(projectName).settle(outcome);
  }

  /** The counts, of all projects or one. */
  toJson(projectName?: string): Outcomes {
    const projects = [...this.#projects]
      // A call whose items named other projects leaves nothing to tell about the one in its header.
      .filter(([name, { received }]) => received > 0 && (projectName === undefined || name === projectName))
      .map(([name, counts]) => ({ ...(name === null ? {} : { projectId: name }), ...counts.toJson() }));
    const total = projectName === undefined ? this.#total : (this.#projects.get(projectName) ?? new Counts());
    return { since: this.#since, total: total.toJson(), projects };
  }

  #countsOf(projectName: string | null): Counts {
    const known = this.#projects.get(projectName);
    if (known !== undefined) return known;
    // The map only grows, so a name that was counted among the others once always is.
    const name = this.#projects.size < PROJECTS_MAX ? projectName : OTHER_PROJECTS;
    const counts = this.#projects.get(name) ?? new Counts();
    this.#projects.set(name, counts);
    return counts;
  }
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
