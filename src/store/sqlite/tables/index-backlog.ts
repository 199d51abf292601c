// Entries on their way into an index table. Written one by one, each would change a page of its own; sorted and many at
// a time, they share the pages. No step takes long: each transaction sorts what it added, and writes a part of what waits.

/** A table with such an index, as a transaction sees it. */
export interface WrittenInParts {
  /** Begins a transaction: what the one before it did is committed. */
  begin(): void;
  /** Brings the index on. Last step before COMMIT. */
  index(): void;
  /** Completes the index, in a transaction of its own. */
  indexAll(): void;
  /** After a rollback. */
  rollback(): void;
}

export interface BacklogOptions<Entry> {
  /** The order of the index. */
  readonly compare: (one: Entry, other: Entry) => number;
  /** A merge begins when so many have gathered. */
  readonly gatheredMax: number;
}

/** A sorted run on its way into the table: what is before `next` has been written. */
interface Merging<Entry> {
  readonly entries: readonly Entry[];
  next: number;
}

export class IndexBacklog<Entry> {
  readonly #options: BacklogOptions<Entry>;
  /** Sorted, and each at least twice as long as the next. */
  #runs: Entry[][] = [];
  #gatheredCount = 0;
  #merging: Merging<Entry> | null = null;
  /** Of the running transaction. */
  #added: Entry[] = [];
  #takenBefore = 0;

  constructor(options: BacklogOptions<Entry>) {
    this.#options = options;
  }

  /** Starts over with what a process before this one left: the rest of its merge, and what had gathered. */
  restore(merging: readonly Entry[], gathered: readonly Entry[]): void {
    this.#runs = [];
    this.#gatheredCount = 0;
    this.#merging = merging.length === 0 ? null : { entries: merging.toSorted(this.#options.compare), next: 0 };
    this.#added = [...gathered];
    this.#takenBefore = 0;
    this.#sortAdded();
  }

  /** Begins a transaction. Answers what the one before it took, which is committed now. */
  begin(): readonly Entry[] {
    const merging = this.#merging;
    const taken = merging?.entries.slice(this.#takenBefore, merging.next) ?? [];
    this.#sortAdded();
    if (merging !== null && merging.next >= merging.entries.length) this.#merging = null;
    if (this.#merging === null && this.#gatheredCount >= this.#options.gatheredMax) this.startMerge();
    this.#takenBefore = this.#merging?.next ?? 0;
    return taken;
  }

  add(entry: Entry): void {
    this.#added.push(entry);
  }

  /** Makes what has gathered the next merge, if none is under way. False when there is nothing to merge. */
  startMerge(): boolean {
    this.#sortAdded();
    if (this.#merging === null && this.#gatheredCount > 0) {
      const entries = this.#runs.reduceRight<Entry[]>((merged, run) => this.#mergeRuns(run, merged), []);
      this.#merging = { entries, next: 0 };
      this.#runs = [];
      this.#gatheredCount = 0;
      this.#takenBefore = 0;
    }
    return this.#merging !== null;
  }

  /** All entries of the merge under way, or null. */
  get merging(): readonly Entry[] | null {
    return this.#merging?.entries ?? null;
  }

  /**
   * Takes the next entries to write, in order: twice as many as were added, so that merging keeps up, and more up to
   * the next place where `mayCut` allows it.
   */
  take(mayCut: (last: Entry, next: Entry) => boolean): readonly Entry[] {
    return this.#takeSome(this.#added.length * 2, mayCut);
  }

  /** Takes all that is left of the merge. */
  takeRest(): readonly Entry[] {
    return this.#takeSome(Number.POSITIVE_INFINITY, () => true);
  }

  /** Whether everything of the merge has been taken. */
  get isTaken(): boolean {
    return this.#merging !== null && this.#merging.next >= this.#merging.entries.length;
  }

  /** Ends a merge that has been taken and committed, outside of `begin`. */
  endMerge(): void {
    this.#merging = null;
  }

  /** After a rollback. Answers what the transaction had added. */
  rollback(): readonly Entry[] {
    const added = this.#added;
    this.#added = [];
    if (this.#merging !== null) this.#merging.next = this.#takenBefore;
    return added;
  }

  #takeSome(countMax: number, mayCut: (last: Entry, next: Entry) => boolean): readonly Entry[] {
    const merging = this.#merging;
    if (merging === null || countMax === 0) return [];
    const { entries, next } = merging;
    let end = Math.min(entries.length, next + countMax);
    for (; end < entries.length; end++) {
      const [last, following] = [entries[end - 1], entries[end]];
      if (last !== undefined && following !== undefined && mayCut(last, following)) break;
    }
    merging.next = end;
    return entries.slice(next, end);
  }

  #sortAdded(): void {
    if (this.#added.length === 0) return;
    this.#gatheredCount += this.#added.length;
    let run = this.#added.sort(this.#options.compare);
    this.#added = [];
    // Runs of like length are merged at once, so that there are few and none is sorted whole.
    for (let last = this.#runs.at(-1); last !== undefined && last.length < run.length * 2; last = this.#runs.at(-1)) {
      this.#runs.pop();
      run = this.#mergeRuns(last, run);
    }
    this.#runs.push(run);
  }

  #mergeRuns(one: readonly Entry[], other: readonly Entry[]): Entry[] {
    const merged: Entry[] = [];
    let at = 0;
    for (const entry of one) {
      for (let next = other[at]; next !== undefined && this.#options.compare(next, entry) < 0; next = other[++at]) {
        merged.push(next);
      }
      merged.push(entry);
    }
    return merged.concat(other.slice(at));
  }
}
