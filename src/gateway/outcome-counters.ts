import type { OutcomeCounts, Outcomes } from '../../schemas/stats.js';
import { assertNever } from '../errors.js';
import { PROJECTS_MAX } from '../limits.js';
import type { CallNotes } from '../messages.js';
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
  /** Never received as items, so in no sum. */
  readonly skipped = new Map<string, number>();
  readonly clientDropped = new Map<string, number>();

  /** Takes on what another has counted. */
  absorb({ stored, duplicate, rejected, dropped, skipped, clientDropped }: Counts): void {
    this.stored += stored;
    this.duplicate += duplicate;
    addAll(this.rejected, rejected);
    addAll(this.dropped, dropped);
    addAll(this.skipped, skipped);
    addAll(this.clientDropped, clientDropped);
  }

  note({ skipped = {}, clientDropped = {} }: CallNotes): void {
    addAll(this.skipped, Object.entries(skipped));
    addAll(this.clientDropped, Object.entries(clientDropped));
  }

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

  get isTelling(): boolean {
    return this.received > 0 || this.skipped.size > 0 || this.clientDropped.size > 0;
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
      ...(this.skipped.size === 0 ? {} : { skipped: Object.fromEntries(this.skipped) }),
      ...(this.clientDropped.size === 0 ? {} : { clientDropped: Object.fromEntries(this.clientDropped) }),
    };
  }
}

/**
 * What became of every received item, in total and per project:
 * `received = stored + duplicate + rejected + dropped + inFlight`, at any moment. Of `PROJECTS_MAX` projects, those that
 * sent last; the others are counted together.
 */
export class OutcomeCounters {
  readonly #since: string;
  readonly #total = new Counts();
  /** The one that called last is last. */
  readonly #projects = new Map<string | null, Counts>();
  /** Calls under way of names that are counted with the others; as few as are admitted. */
  readonly #openAmongOthers = new Map<string | null, number>();

  constructor(sinceMs: number) {
    this.#since = new Date(sinceMs).toISOString();
  }

  /** A call has arrived. It counts as one item in flight until its items are known. */
  open(projectName: string | null): void {
    this.#total.inFlight += 1;
    const counts = this.#countsOf(projectName);
    counts.inFlight += 1;
    if (counts !== this.#projects.get(projectName)) this.#addOpenAmongOthers(projectName, 1);
    else this.#setLast(projectName, counts);
  }

  /** The fate of the items of an opened call is known; each is settled on its own. */
  close(projectName: string | null): void {
    this.#total.inFlight -= 1;
    this.#countsOf(projectName).inFlight -= 1;
    if (this.#openAmongOthers.has(projectName)) this.#addOpenAmongOthers(projectName, -1);
  }

  /** An item has met its fate. */
  settle(projectName: string | null, outcome: Outcome): void {
    this.#total.settle(outcome);
    this.#countsOf(projectName).settle(outcome);
  }

  /** A call told of items that are no records here, or that its sender has lost. */
  note(notes: CallNotes): void {
    this.#total.note(notes);
    this.#countsOf(notes.projectName ?? null).note(notes);
  }

  /** The counts, of all projects or one. */
  toJson(projectName?: string): Outcomes {
    const projects = [...this.#projects]
      // A call whose items named other projects leaves nothing to tell about the one in its header.
      .filter(([name, counts]) => counts.isTelling && (projectName === undefined || name === projectName))
      .map(([name, counts]) => ({ ...(name === null ? {} : { projectId: name }), ...counts.toJson() }));
    const total = projectName === undefined ? this.#total : (this.#projects.get(projectName) ?? new Counts());
    return { since: this.#since, total: total.toJson(), projects };
  }

  #countsOf(projectName: string | null): Counts {
    // A name with a call under way stays where that was counted.
    if (this.#openAmongOthers.has(projectName)) return this.#others();
    const known = this.#projects.get(projectName);
    if (known !== undefined) return known;
    if (!this.#hasRoom()) return this.#others();
    const counts = new Counts();
    this.#projects.set(projectName, counts);
    return counts;
  }

  /** Counts the project that has sent nothing for longest with the others, if there must be room for a new one. */
  #hasRoom(): boolean {
    if (this.#namedCount() < PROJECTS_MAX) return true;
    for (const [name, counts] of this.#projects) {
      if (name === OTHER_PROJECTS || counts.inFlight > 0) continue;
      this.#projects.delete(name);
      this.#others().absorb(counts);
      return true;
    }
    return false;
  }

  #namedCount(): number {
    return this.#projects.size - (this.#projects.has(OTHER_PROJECTS) ? 1 : 0);
  }

  #others(): Counts {
    const counts = this.#projects.get(OTHER_PROJECTS) ?? new Counts();
    this.#projects.set(OTHER_PROJECTS, counts);
    return counts;
  }

  #addOpenAmongOthers(projectName: string | null, change: 1 | -1): void {
    const count = (this.#openAmongOthers.get(projectName) ?? 0) + change;
    if (count === 0) this.#openAmongOthers.delete(projectName);
    else this.#openAmongOthers.set(projectName, count);
  }

  #setLast(projectName: string | null, counts: Counts): void {
    this.#projects.delete(projectName);
    this.#projects.set(projectName, counts);
  }
}

function addAll<K>(counts: Map<K, number>, more: Iterable<readonly [K, number]>): void {
  for (const [name, count] of more) counts.set(name, (counts.get(name) ?? 0) + count);
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
