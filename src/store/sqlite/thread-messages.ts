// What the main thread and the threads of the SQLite store say to each other. Types only; plain data only.

import type { MessagePort } from 'node:worker_threads';
import type { JsonObject } from '../../../schemas/common.js';
import type { ErrorGroup, StatusChange } from '../../../schemas/error-group.js';
import type { ProjectSettingsChange } from '../../../schemas/project-settings.js';
import type { TriageChange } from '../../../schemas/triage.js';
import type { QueryErrorCode, StartErrorCode, StoreErrorCode } from '../../errors.js';
import type { AppendOutcome, CommitReport, Digest, FeedItem, GroupingVersions } from '../../messages.js';
import type {
  AccessState,
  Actor,
  AddKeyFacts,
  KeyAdding,
  KeyRevoking,
  KeyUse,
  NewKey,
  RevokeKeyFacts,
  StoredSession,
} from '../access.js';
import type { AlertDone, AlertSetting, AlertSettingKind, AlertTurn, AlertWork, TriageChanged } from '../alerts.js';
import type { MergeOutcome, MergeRequest, UnmergeRequest } from '../merge.js';
import type { NewestRequest, RegroupPage, RegroupPrints, SampleRequest } from '../regroup.js';
import type { SplitOutcome, SplitRequest } from '../split.js';
import type { PrunePolicy, PruneReport, StatusReport, StoreQuery, UndoReport } from '../store.js';
import type { ViewCommand, ViewOutcome } from '../views.js';

// --- main thread to writer ----------------------------------------------------------------------------------------

/** Calls to the writer thread. Each is one transaction or a bounded series of them. */
export type WriterCall = {
  append: { in: { digests: readonly Digest[] }; out: readonly AppendOutcome[] };
  setStatus: { in: { groupId: string; change: StatusChange; by: By }; out: ErrorGroup | null };
  setStatuses: { in: { groupIds: readonly string[]; change: StatusChange; by: By }; out: StatusReport };
  undoStatuses: { in: { groupIds: readonly string[]; changeName: string; by: By }; out: UndoReport };
  clear: { in: { projectName: string | null; by: By }; out: null };
  clearLogs: { in: { projectName: string | null; by: By }; out: null };
  setProjectSettings: { in: { projectName: string; change: ProjectSettingsChange; by: By }; out: boolean };
  changeView: { in: { command: ViewCommand; by: By }; out: ViewOutcome };
  deleteProject: { in: { projectName: string; by: By }; out: boolean };
  readAccess: { in: { nowMs: number }; out: AccessState };
  addKey: { in: { key: NewKey; facts: AddKeyFacts }; out: KeyAdding };
  revokeKey: { in: { keyId: string; facts: RevokeKeyFacts }; out: KeyRevoking };
  noteKeyUses: { in: { uses: readonly KeyUse[] }; out: null };
  addSession: { in: { session: StoredSession; by: Actor }; out: null };
  removeSession: { in: { hash: string }; out: null };
  noteRefusedLogin: { in: { by: Actor }; out: null };
  changeTriage: { in: { groupId: string; change: TriageChange; by: By }; out: TriageChanged };
  readAlertSettings: { in: null; out: { readonly settings: readonly AlertSetting[]; readonly waiting: number } };
  putAlertSetting: { in: { setting: AlertSetting; max: number; by: Actor }; out: boolean };
  removeAlertSetting: { in: { kind: AlertSettingKind; name: string; by: Actor }; out: boolean };
  takeAlerts: { in: AlertTurn; out: AlertWork };
  finishAlerts: { in: AlertDone; out: number };
  merge: { in: { request: MergeRequest; by: By }; out: MergeOutcome };
  unmerge: { in: { request: UnmergeRequest; by: By }; out: MergeOutcome };
  /** `eventRowId` is of an event that meets the conditions. */
  split: { in: { request: SplitRequest; eventRowId: number; by: By }; out: SplitOutcome };
  regroupStep: { in: RegroupPrints | null; out: RegroupPage | null };
  tellGroupings: { in: null; out: null };
  prune: { in: PrunePolicy; out: PruneReport };
  newestAtOpen: { in: null; out: number | null };
  /** Writes the counts that commits have noted, for somebody who reads. */
  settleCounts: { in: null; out: null };
  /** Writes the facets that have gathered. */
  settleFacets: { in: null; out: null };
  checkpoint: { in: null; out: null };
  mergeSearchIndexes: { in: null; out: null };
  /** A reader has found the database damaged: nothing more may be written to it. */
  reportDamage: { in: { reason: string }; out: null };
  close: { in: null; out: null };
};

/** Who asked, for the audit. */
type By = Actor | undefined;

export type WriterRequest =
  | { [K in keyof WriterCall]: { kind: K; id: number; in: WriterCall[K]['in'] } }[keyof WriterCall]
  | { readonly kind: 'digest_port'; readonly port: MessagePort };

/** What a writer thread is started with. */
export interface WriterOptions {
  readonly dbPath: string;
  /** One Int32: how many feed clients are connected. The writer builds feed messages only when it is not 0. */
  readonly feedDemand: Int32Array<SharedArrayBuffer>;
  /** One Int32: 1 while counts are noted that are not written. The writer says so after each transaction. */
  readonly countsWaiting: Int32Array<SharedArrayBuffer>;
  /** Of new projects. */
  readonly grouping: number;
}

// --- writer to main thread ----------------------------------------------------------------------------------------

export type WriterReply =
  | {
      readonly kind: 'reply';
      readonly id: number;
      readonly ok: true;
      readonly out: WriterCall[keyof WriterCall]['out'];
    }
  | {
      readonly kind: 'reply';
      readonly id: number;
      readonly ok: false;
      readonly code: StoreErrorCode;
      readonly message: string;
    };

/** Posted after each COMMIT (or its failure), in commit order. */
export interface CommitMessage extends CommitReport {
  readonly kind: 'commit';
  /** Empty while nobody listens. */
  readonly feed: readonly FeedItem[];
}

export type WriterMessage =
  | WriterReply
  | CommitMessage
  | { readonly kind: 'ready' }
  /** Which project is grouped how, and whether stored events wait to be grouped. */
  | { readonly kind: 'groupings'; readonly versions: GroupingVersions; readonly isDue: boolean }
  /** The files are gone: no call can succeed any more. The thread saves what it can and ends. */
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'open_failed'; readonly code: StartErrorCode; readonly message: string }
  /** A line for the daemon's log. */
  | {
      readonly kind: 'log';
      readonly level: 'error' | 'warn' | 'info';
      readonly message: string;
      readonly facts: JsonObject;
    };

// --- checkpoint thread to writer ----------------------------------------------------------------------------------

/** How one pass of the checkpoint thread ended. */
export type CheckpointReply =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: StoreErrorCode; readonly message: string };

// --- main thread to reader threads --------------------------------------------------------------------------------

export type ReaderRequest =
  | StoreQuery
  | { readonly name: 'readStatus' }
  | { readonly name: 'sampleGroups'; readonly request: SampleRequest }
  | { readonly name: 'readNewestEvents'; readonly request: NewestRequest }
  | { readonly name: 'previewUnmerge'; readonly request: UnmergeRequest }
  | { readonly name: 'previewSplit'; readonly request: SplitRequest };

/** Posted once by each reader thread when it has loaded its code. */
export interface ReaderLoadedMessage {
  readonly kind: 'loaded';
}

/** Finished JSON in UTF-8, transferred; `null` when the id is unknown. */
export type ReaderReply =
  | { readonly ok: true; readonly json: Uint8Array<ArrayBuffer> | null }
  | {
      readonly ok: false;
      readonly code: QueryErrorCode;
      readonly message: string;
      /** The query has shown that the database is damaged. */
      readonly isDamaged: boolean;
    };
