import type { OutcomeCounts, Outcomes } from '../../schemas/stats.js';
import { assertNever } from '../errors.js';
import { PROJECTS_MAX } from '../limits.js';
import type { DropReason, Outcome, RejectReason } from '../outcome.js';

/** Stands for the projects past the bound. Not a legal project name, so it cannot be one. */
const OTHER_PROJECTS = '(other projects) ';

class Counts {
  received = 0;
  inFlight = 0;
  stored = 0;
  duplicate = 0;
  readonly rejected = new Map<RejectReason, number>();
  readonly dropped = new Map<DropReason, number>();

  settle(outcome: Outcome): void {
    this.inFlight -= 1;
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

  toJson(): OutcomeCounts {
    const { received, inFlight, stored, duplicate } = this;
    return {
      received,
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

  /** An item has arrived. A call whose body was not parsed yet is one item. */
  receive(projectName: string | null): void {
    for (const counts of [this.#total, this.#countsOf(projectName)]) {
      counts.received += 1;
      counts.inFlight += 1;
    }
  }

  /** Takes back a `receive`: the call turned out to hold other items than the one it was counted as. */
  takeBack(projectName: string | null): void {
    for (const counts of [this.#total, this.#countsOf(projectName)]) {
      counts.received -= 1;
      counts.inFlight -= 1;
    }
  }

  /** A received item has met its fate. */
  settle(projectName: string | null, outcome: Outcome): void {
    this.#total.settle(outcome);
    this.#countsOf(projectName).settle(outcome);
  }

  /** The counts, of all projects or one. */
  toJson(projectName?: string): Outcomes {
    const projects = [...this.#projects]
      // A call that was taken back leaves nothing to tell about the project it was first counted under.
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
