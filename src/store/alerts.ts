// The part of the port that is about alerts, and about what people do with an error group besides its status.

import type { ErrorGroup } from '../../schemas/error-group.js';
import type { TriageChange } from '../../schemas/triage.js';
import type { Actor } from './access.js';

export type AlertSettingKind = 'channel' | 'rule';

/** A channel or a rule, as JSON: a store only keeps it. Of channels it holds secrets and must not be logged. */
export interface AlertSetting {
  readonly kind: AlertSettingKind;
  readonly name: string;
  readonly body: string;
}

/** A row of what was counted, as it was seen. */
export interface SeenActivity {
  readonly projectKey: number;
  readonly groupKey: number;
  readonly minuteMs: number;
  readonly shard: number;
  readonly writes: number;
}

/** An open group that something happened to since it was last looked at. */
export interface ChangedGroup {
  readonly group: ErrorGroup;
  readonly projectKey: number;
  readonly groupKey: number;
  readonly isNew: boolean;
  /** It was resolved or snoozed. */
  readonly isBack: boolean;
  /** The most events of one of the last ten minutes that changed. */
  readonly minuteCount: number;
  /** Of the last ten minutes. */
  readonly recentCount: number;
  /** Of the 24 whole hours before this one, by the time that the events say. */
  readonly earlierCount: number;
  readonly seen: readonly SeenActivity[];
}

/** A message to one channel about one group. */
export interface NewAlertMessage {
  readonly channel: string;
  readonly projectKey: number;
  readonly groupKey: number;
  readonly dueAtMs: number;
  /** JSON of an `AlertItem`. */
  readonly body: string;
}

export interface AlertMessage {
  readonly id: string;
  readonly channel: string;
  readonly body: string;
  /** Attempts that failed. */
  readonly tries: number;
}

export interface AlertTurn {
  readonly nowMs: number;
  /** Messages to take. */
  readonly limit: number;
  /** Nobody else gets them for so long. */
  readonly holdMs: number;
}

export interface AlertWork {
  readonly settings: readonly AlertSetting[];
  readonly changed: readonly ChangedGroup[];
  /** To be sent now, and told of with `finish`. */
  readonly messages: readonly AlertMessage[];
}

export interface AlertDone {
  readonly nowMs: number;
  readonly seen: readonly SeenActivity[];
  readonly messages: readonly NewAlertMessage[];
  /** Messages that are through, or are to be tried again at that time. */
  readonly settled: readonly { readonly id: string; readonly retryAtMs: number | null; readonly isFailure: boolean }[];
}

/** Rejects as the other calls of a store do. */
export interface AlertStore {
  readSettings(): Promise<{ readonly settings: readonly AlertSetting[]; readonly waiting: number }>;
  /** Adds or replaces; false when there are as many others of the kind as `max`. */
  putSetting(setting: AlertSetting, max: number, by: Actor): Promise<boolean>;
  /** Messages to a channel that goes do not go out. False when it is unknown. */
  removeSetting(kind: AlertSettingKind, name: string, by: Actor): Promise<boolean>;
  /** Ends the snoozes that are over, and takes what there is to do. Of several daemons each gets other messages. */
  take(turn: AlertTurn): Promise<AlertWork>;
  /**
   * Notes what was decided, in one transaction. Answers how many messages were left out because too many wait; one to a
   * channel about a group that had one in the last hour is none of them.
   */
  finish(done: AlertDone): Promise<number>;
}

/** What became of a change: the group, as it is then. */
export type TriageChanged =
  | { readonly kind: 'changed'; readonly group: ErrorGroup }
  | { readonly kind: 'refused'; readonly code: 'error_group_not_found' | 'snooze_limit' };

export type ChangeTriage = (groupId: string, change: TriageChange, by?: Actor) => Promise<TriageChanged>;
