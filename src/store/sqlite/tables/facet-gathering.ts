// What events say of themselves, gathered by group and by project until it is written. Gathering is on the way of every event,
// so texts are looked at once, when a context, or what an event says alone, is first seen: from then on it is counted by the
// objects made of them. Values are told apart when a scope is written, which is the work of another moment.

import { addTally, type FacetScope, type FacetTally } from './facet-deltas.js';
import type { FacetLabel, FacetLabels } from './facet-labels.js';
import { EVERY_PROJECT_ID } from './projects.js';

export interface GatheredEvent {
  readonly projectId: number;
  readonly groupId: number;
  readonly timestampMs: number;
}

interface Said {
  readonly shared: FacetLabels;
  /** What an event shares stands above what it says alone. */
  readonly own: FacetLabels;
  readonly user: number | null;
}

export class FacetGathering {
  readonly #projects = new Map<number, ScopeChange>();
  readonly #groups = new Map<number, GroupChange>();
  #size = 0;

  /** What waits to be written: contexts, values and users, of groups and projects. */
  get size(): number {
    return this.#size;
  }

  add({ projectId, groupId, timestampMs }: GatheredEvent, { shared, own, user }: Said): void {
    const group = this.#groupOf(groupId, projectId);
    const { project } = group;
    const before = group.size + project.size;
    countOne(group.shared, shared, timestampMs);
    countOne(project.shared, shared, timestampMs);
    for (const label of own.labels) {
      if (shared.facets.has(label.facet)) continue;
      countOne(group.own, label, timestampMs);
      countOne(project.own, label, timestampMs);
    }
    if (user !== null) group.users.push(user);
    this.#size += group.size + project.size - before;
  }

  /** What has gathered, by scope in the order of the tables. Ends the gathering: it must not be added to any more. */
  finish(): ScopeChange[] {
    const every = new ScopeChange({ id: EVERY_PROJECT_ID, isGroup: false });
    for (const { project, users } of this.#groups.values()) {
      for (const user of users) {
        project.users.push(user);
        every.users.push(user);
      }
    }
    for (const project of this.#projects.values()) {
      for (const [label, tally] of project.tallies()) countMany(every.own, label, tally);
    }
    return [...this.#groups.values(), ...this.#projects.values(), every].sort(
      (one, other) => one.scope.id - other.scope.id,
    );
  }

  #groupOf(id: number, projectId: number): GroupChange {
    let group = this.#groups.get(id);
    if (group?.project.scope.id === projectId) return group;
    let project = this.#projects.get(projectId);
    if (project === undefined) {
      project = new ScopeChange({ id: projectId, isGroup: false });
      this.#projects.set(projectId, project);
    }
    group = new GroupChange({ id, isGroup: true }, project);
    this.#groups.set(id, group);
    return group;
  }
}

/** What is to be added to one group, one project, or all of them. */
export class ScopeChange {
  readonly scope: FacetScope;
  /** By what events share: few contexts stand for many events. */
  readonly shared = new Map<FacetLabels, FacetTally>();
  /** By what they say alone. */
  readonly own = new Map<FacetLabel, FacetTally>();
  /** Of each event that has one. */
  readonly users: number[] = [];

  constructor(scope: FacetScope) {
    this.scope = scope;
  }

  get size(): number {
    return this.shared.size + this.own.size + this.users.length;
  }

  tallies(): ReadonlyMap<FacetLabel, FacetTally> {
    const all = new Map<FacetLabel, FacetTally>();
    for (const [{ labels }, tally] of this.shared) for (const label of labels) countMany(all, label, tally);
    for (const [label, tally] of this.own) countMany(all, label, tally);
    return all;
  }

  /** In the order of the table, so that neighbours share its pages. */
  sortedUsers(): Float64Array {
    return Float64Array.from(this.users).sort();
  }
}

class GroupChange extends ScopeChange {
  readonly project: ScopeChange;

  constructor(scope: FacetScope, project: ScopeChange) {
    super(scope);
    this.project = project;
  }
}

function countOne<K>(tallies: Map<K, FacetTally>, key: K, atMs: number): void {
  const tally = tallies.get(key);
  if (tally === undefined) {
    tallies.set(key, { count: 1, firstMs: atMs, lastMs: atMs });
    return;
  }
  tally.count += 1;
  if (atMs < tally.firstMs) tally.firstMs = atMs;
  if (atMs > tally.lastMs) tally.lastMs = atMs;
}

function countMany<K>(tallies: Map<K, FacetTally>, key: K, { count, firstMs, lastMs }: FacetTally): void {
  const tally = tallies.get(key);
  if (tally === undefined) tallies.set(key, { count, firstMs, lastMs });
  else addTally(tally, { count, firstMs, lastMs });
}
