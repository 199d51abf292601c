// The port: what any store can do. SQLite is the first implementation; nothing of it shows here.

import type { MessagePort } from 'node:worker_threads';
import type { JsonObject } from '../../schemas/common.js';
import type { ErrorGroup, StatusChange } from '../../schemas/error-group.js';
import type { ProjectSettingsChange } from '../../schemas/project-settings.js';
import type { QueryName, QueryParameters } from '../../schemas/queries.js';
import type { DaemonStatus } from '../../schemas/stats.js';
import type { Status } from '../../schemas/words.js';
import type { ErrordError } from '../errors.js';
import type { AppendOutcome, CommitReport, Digest, GroupingVersions } from '../messages.js';
import type { AccessStore, Actor } from './access.js';
import type { AlertStore, ChangeTriage } from './alerts.js';
import type { FeedSource } from './feed-source.js';
import type { MergeStore } from './merge.js';
import type { RegroupStore } from './regroup.js';
import type { SplitStore } from './split.js';
import type { ViewCommand, ViewOutcome } from './views.js';

/** What a store tells the daemon without being asked. */
export interface StoreEvents {
  /** After each commit, or its failure: the fate of each batch, in commit order. */
  commit(report: CommitReport): void;
  /**
   * Which project is grouped how, told when the store is open and after each change; and whether stored events wait to be
   * grouped, for `regroup.step`.
   */
  groupings(versions: GroupingVersions, isDue: boolean): void;
  /** The store is lost for good: every pending call has been rejected, and no further call can succeed. */
  failed(error: ErrordError): void;
  log(level: 'error' | 'warn' | 'info', message: string, facts: JsonObject): void;
}

/** A query of the API as the gateway has checked it. */
export type StoreQuery = {
  readonly [N in QueryName]: {
    readonly name: N;
    /** Of what is read; empty for queries without one. Opaque: whatever a caller may have put into a path. */
    readonly id: string;
    readonly parameters: QueryParameters<N>;
    readonly nowMs: number;
  };
}[QueryName];

/** What is kept, and for how long. */
export interface PrunePolicy {
  readonly nowMs: number;
  /** 0 keeps everything. */
  readonly retentionDays: number;
  /** 0 for no limit. */
  readonly maxDbSizeMb: number;
}

export interface PruneReport {
  readonly deletedRows: number;
  /** By which what the store takes became smaller; a store that cannot tell says what the deleted records took. */
  readonly freedBytes: number;
}

/** What became of the groups of one call, each id of it once. */
export interface StatusReport {
  readonly updatedCount: number;
  /** Ids that are no group's. */
  readonly missingIds: readonly string[];
}

/** The same of an undo. */
export interface UndoReport {
  readonly undoneCount: number;
  /** Groups that are left as they are: something has happened to them since, or the change was none of theirs. */
  readonly leftIds: readonly string[];
  /** Ids that are no group's. */
  readonly missingIds: readonly string[];
}

/** Sizes in bytes, and counts of what is stored. */
export type StoreStatus = DaemonStatus['database'];

/**
 * All promises reject with an `ErrordError` whose `code` is a `StoreErrorCode`, and settle even when a thread dies. A change
 * with an `Actor` leaves a row of the audit, in the same transaction; without one nobody asked for it.
 */
export interface Store {
  /** Takes the store's end of a digest channel; each `DigestMessage` on it ends in `StoreEvents.commit`. */
  acceptDigests(port: MessagePort): void;
  /** Stores digests, all in one transaction; resolves after the commit is on disk. */
  append(digests: readonly Digest[]): Promise<readonly AppendOutcome[]>;
  /** Resolves to the changed group, or null when the id is unknown. Announced on the feed as `status_change`. */
  setStatus(groupId: string, change: Status | StatusChange, by?: Actor): Promise<ErrorGroup | null>;
  /** The same for many groups, in one transaction; those that are known change, whether or not the others are. */
  setStatuses(groupIds: readonly string[], change: Status | StatusChange, by?: Actor): Promise<StatusReport>;
  /**
   * Takes the change of that name back, in one transaction: each group of it is what it was before, status, snooze, release and
   * that it had come back, unless something has happened to it since. Announced on the feed as `status_change`.
   */
  undoStatuses(groupIds: readonly string[], changeName: string, by?: Actor): Promise<UndoReport>;
  /** Snoozes, assigns and notes. Status and history change together; a snooze is announced as `status_change`. */
  readonly changeTriage: ChangeTriage;
  /** Deletes errors, events, requests and logs, of one project or (null) all, their projects, and gives the space back. */
  clear(projectName: string | null, by?: Actor): Promise<void>;
  clearLogs(projectName: string | null, by?: Actor): Promise<void>;
  /**
   * Changes settings of a project, whether or not a record has named it: they stay when its records go. False when as many
   * others as may have settings. `append` refuses items past its limits, but never a duplicate.
   */
  setProjectSettings(projectName: string, change: ProjectSettingsChange, by?: Actor): Promise<boolean>;
  /** Adds, changes or removes a saved view. */
  changeView(command: ViewCommand, by?: Actor): Promise<ViewOutcome>;
  /**
   * Deletes a project with everything of it, its settings and views included; false when no record has named it and it has none. What
   * arrives meanwhile stays, and names the project anew.
   */
  deleteProject(projectName: string, by?: Actor): Promise<boolean>;
  /**
   * Deletes what the policy no longer keeps, in steps between which digests are committed: the oldest first, and for its
   * size those of the project that holds most. A project with `retentionDays` of its own keeps its records for those.
   * Projects of which nothing is left go too.
   */
  prune(policy: PrunePolicy): Promise<PruneReport>;
  /** When the newest record was received that the store held as it was opened; null when it held none. */
  newestAtOpenMs(): Promise<number | null>;
  /** Upkeep that nobody waits for, beside ingest: `quick` every minute, `full` once a night. */
  maintain(depth: 'quick' | 'full'): Promise<void>;
  /**
   * Answers a query as finished JSON in UTF-8, or null when the id in it is unknown. Sees every commit reported so far.
   * A cursor that is none of this store's is refused with `invalid_cursor`. Where a copy answered, `onLag` hears first how far
   * it may be behind what other daemons have stored.
   */
  query(query: StoreQuery, onLag?: (lagMs: number) => void): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Has what answers queries load its code, for which the first of them would wait, unless that loads beside the writer. */
  startReaders(): void;
  readStatus(): Promise<StoreStatus>;
  /** Grouping stored events anew, after the `grouping` of a project has changed. */
  readonly regroup: RegroupStore;
  /** Groups that people make of others. */
  readonly merging: MergeStore;
  /** Groups that people make of some events of others. */
  readonly splitting: SplitStore;
  /** What alerts are decided from, and what of them waits. */
  readonly alerts: AlertStore;
  /** Keys, sessions, and what the audit has of them. */
  readonly access: AccessStore;
  /** The feed messages of this store's commits. */
  readonly feed: FeedSource;
  /** Commits what was accepted and lets go of everything. */
  close(): Promise<void>;
}
