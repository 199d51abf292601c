// Words of the wire: what a field or a parameter may say. Daemon, dashboard and clients all take them from here. Nothing is
// imported, so that a page or an application that needs a word does not load the schema builder. Of the first four lists
// rows hold the position of a word: a new one goes to the end.

export const SOURCES = ['backend', 'frontend'] as const;
export type Source = (typeof SOURCES)[number];

/** From least to most severe. */
export const SEVERITIES = ['info', 'warning', 'error', 'fatal'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const STATUSES = ['unresolved', 'acknowledged', 'resolved', 'ignored'] as const;
export type Status = (typeof STATUSES)[number];

export const LOG_LEVELS = ['log', 'info', 'warn', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
/** From the chattiest to the one that somebody should look at. */
export const LOG_LEVELS_UPWARDS = ['debug', 'log', 'info', 'warn'] as const satisfies readonly LogLevel[];

/** Orders of the list of error groups. */
export const GROUP_SORTS = ['lastSeen', 'firstSeen', 'events', 'users', 'trend', 'attention'] as const;
export type GroupSort = (typeof GROUP_SORTS)[number];

/** What happens to an error group that a reader may not have seen. Rows hold the position, from 1. */
export const GROUP_NEWS = ['new', 'regressed', 'louder'] as const;
export type GroupNews = (typeof GROUP_NEWS)[number];

export const DIRECTIONS = ['desc', 'asc'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Of the status code, by its first digit; `none` for requests without one. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** From the shortest to the longest. */
export const TIME_RANGES = ['1h', '6h', '24h', '7d'] as const;
export type TimeRange = (typeof TIME_RANGES)[number];
export const TIME_RANGE_HOURS: Readonly<Record<TimeRange, number>> = { '1h': 1, '6h': 6, '24h': 24, '7d': 168 };

/** Those over which the events of single groups are counted. */
export const TREND_RANGES = ['24h', '7d'] as const satisfies readonly TimeRange[];
export type TrendRange = (typeof TREND_RANGES)[number];

/** What of an event the words of an explanation may be read from. */
export const EVIDENCE_PLACES = ['message', 'sourceLine', 'frame', 'code', 'cause'] as const;
export type EvidencePlace = (typeof EVIDENCE_PLACES)[number];

/** What a key may do: send records, read what is stored, or everything. */
export const KEY_ROLES = ['ingest', 'reader', 'admin'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** What the audit names. */
export const AUDIT_ACTIONS = [
  'clear',
  'clear_logs',
  'project_deleted',
  'project_settings_changed',
  'status_changed',
  'view_added',
  'view_changed',
  'view_removed',
  'key_added',
  'key_revoked',
  'login',
  'login_refused',
  'alerts_changed',
  'triage_changed',
  'errors_merged',
  'errors_unmerged',
  'error_split',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Why an alert is sent: a group is new, came back, has more events than it usually has, or more than a number a minute. */
export const ALERT_REASONS = ['new', 'regressed', 'louder', 'rate'] as const;
export type AlertReason = (typeof ALERT_REASONS)[number];

/** Where alerts go. */
export const CHANNEL_KINDS = ['webhook', 'slack', 'discord', 'email', 'desktop'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/**
 * What the history of a group tells; `woke` is the end of a snooze, `regressed` an event after it was resolved, `ignored` what a rule
 * of its project did, `split` that some of its events became another group, `split_off` that it was made so. Rows hold the words.
 */
export const HISTORY_KINDS = [
  'status',
  'snoozed',
  'woke',
  'regressed',
  'ignored',
  'assigned',
  'note',
  'merged',
  'unmerged',
  'split',
  'split_off',
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];
