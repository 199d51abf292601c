// Limits of the wire: what a sender may put in one record or one call, and what an answer may hold. Limits of the process
// are in src/limits.ts. Nothing is imported: pages and applications load this too.

/** Items in one batch call; a client library sends 10, a relay that catches up sends more. */
export const BATCH_ITEMS_MAX = 1000;

/** Event types are identifiers that the dashboard shows as a label and statistics use as a key. */
export const TYPE_CHARS_MAX = 64;

/** Identifiers made by clients: a UUID has 36 characters, trace ids 32, room for a prefix. */
export const ID_CHARS_MAX = 128;

/** A project name is shown in a selector and repeated in URLs. */
export const PROJECT_NAME_CHARS_MAX = 128;

/** Parts a client may give to override grouping; more is a message, not a key. */
export const FINGERPRINT_PARTS_MAX = 16;
/** Characters of one such part. */
export const FINGERPRINT_PART_CHARS_MAX = 256;

/** HTTP methods are tokens of a few letters; WebDAV's longest is 16. */
export const METHOD_CHARS_MAX = 32;

/** A URL is refused past what browsers and servers accept in practice. */
export const URL_CHARS_MAX = 8192;

/** Text of a search: longer than any message fragment a person pastes. */
/** Characters of `facet` in a list: those of a name, a `=` and a value. */
export const FACET_FILTER_CHARS_MAX = 300;
export const SEARCH_CHARS_MAX = 256;

/** A query for error groups: longer than any that a person writes, and short enough to be read in microseconds. */
export const GROUP_QUERY_CHARS_MAX = 512;
/** Name of a release that an error is resolved in: what is counted by name has as many. */
export const RELEASE_NAME_CHARS_MAX = 200;
/** Terms of one query: each is a condition on every group that is looked at. */
export const GROUP_QUERY_TERMS_MAX = 20;
/** Values of one key, of which any may hold. */
export const GROUP_QUERY_VALUES_MAX = 10;
/** A number that a query compares with: more events than any store holds, and still exact. */
export const QUERY_COUNT_MAX = 1_000_000_000_000;

/** Words that are offered while a query is typed: more are not read. */
export const SUGGESTIONS_MAX = 12;

/** Saved views of all projects together: a team has some dozens. */
export const SAVED_VIEWS_MAX = 1000;
/** A view's name is a label in a menu. */
export const VIEW_NAME_CHARS_MAX = 100;

/** Groups whose trends are asked for in one call: more than a screen shows. */
export const TREND_GROUPS_MAX = 100;

/** Groups that one can be made of by hand: as many as can be chosen at once in a list, and as a page of an error can show. */
export const PARTS_OF_GROUP_MAX = 100;

/** Groups whose status one call changes: one page of a list, and one short transaction. */
export const STATUS_GROUPS_MAX = 100;
/** The name that a caller gives a change, to take it back by: a UUID, and room for what else somebody makes up. */
export const CHANGE_NAME_CHARS_MAX = 64;
/** Groups that one call by filter changes: as many as a search counts. It takes some seconds, and its answer names each. */
export const STATUS_MATCHING_MAX = 10_000;

/** Items in one answer; the answer to a page of events is a few MB. */
export const PAGE_SIZE_MAX = 1000;

/** Past this page a client is scanning, not reading; `from` and `to` reach older rows without counting past newer ones. */
export const PAGE_MAX = 1_000_000;

/** A search counts its matches up to here; the total of a list stops there. */
export const SEARCH_TOTAL_MAX = 10_000;

/** A query for log entries: longer than any that a person writes, and short enough to be read in microseconds. */
export const LOG_QUERY_CHARS_MAX = 512;
/** Words of one query: each is looked for in every message that is looked at. */
export const LOG_QUERY_TERMS_MAX = 20;
/** Parentheses and negations inside each other: more are a program. */
export const LOG_QUERY_DEPTH_MAX = 8;

/** Slots of a histogram of logs: as many bars as can be told apart, and some for what a time touches at its ends. */
export const LOG_SLOTS_MAX = 64;

/** How far back a span of statistics may begin: a week, and a day in which its first hours can still be asked for. */
export const STATS_BACK_MS = 8 * 24 * 3_600_000;

/** Keys that are not revoked: a project, a person or a program has one each, and the daemon holds all of them in memory. */
export const KEYS_MAX = 1000;

/** A key's name is a label in a list. */
export const KEY_NAME_CHARS_MAX = 100;

/** A key or a token as somebody presents it: the longest token that the configuration takes. */
export const SECRET_CHARS_MAX = 512;

/** Versions of grouping count from 1; a project uses one of them. */
export const GROUPING_VERSION_MAX = 2;

/** Rules of grouping that a project has: as many as somebody still reads in their order. Each event of it may ask them all. */
export const GROUPING_RULES_MAX = 20;
/** A rule's name stands beside the error that it grouped, and is told in the audit. */
export const GROUPING_RULE_NAME_CHARS_MAX = 64;
/** Characters of a condition of a rule: with wildcards for the rest, as much of a message or a path as tells it from others. */
export const GROUPING_CONDITION_CHARS_MAX = 128;
/** Characters of what a rule groups by: a name for one cause, half of a part that a client may send. */
export const GROUPING_RULE_FINGERPRINT_CHARS_MAX = 128;

/** Folders and dev servers that a project lists for its source maps: one for each application that it has, and its sources. */
export const SOURCE_MAP_PLACES_MAX = 16;

/** A folder or an address: systems take paths of so many bytes at least. */
export const SOURCE_MAP_PLACE_CHARS_MAX = 1024;

/** A debug id is a UUID; some tools write hashes. */
export const DEBUG_ID_CHARS_MAX = 64;

/** Ids that the audit names of one change. */
export const AUDIT_IDS_MAX = 100;

/** Items that a project may send in a minute, where it has a limit: several times what the daemon stores at saturation. */
export const EVENTS_PER_MINUTE_MAX = 10_000_000;

/** Bytes that a project may send in a day, where it has a limit: 1 PB, far past what SQLite holds. */
export const BYTES_PER_DAY_MAX = 1_000_000_000_000_000;

/** 100 years; past it, 0 says better that everything is kept. */
export const RETENTION_DAYS_MAX = 36_500;
/** Past it, whoever stops the daemon has long ended it: balancers look every few seconds. */
export const DRAIN_SECONDS_MAX = 600;

/** Tokens of an answer to an assistant, where it does not say: room for a whole investigation of a usual error. */
export const MCP_TOKENS_DEFAULT = 6000;
/** Less would not hold what happened, why, and where to read on. */
export const MCP_TOKENS_MIN = 1000;
/** Assistants refuse or cut answers past some 25,000 tokens of their own count. */
export const MCP_TOKENS_MAX = 20_000;
/** Rows that an assistant asks for at once: more are read by nobody, the next ones have a cursor. */
export const MCP_ROWS_MAX = 50;
/** A cursor of an assistant: the name of a part, a line, and the id of an event in base64. */
export const MCP_CURSOR_CHARS_MAX = 256;

/** Channels of alerts: a team has a handful. */
export const ALERT_CHANNELS_MAX = 20;
/** Rules of alerts, all projects together: each is looked at for each group that changed. */
export const ALERT_RULES_MAX = 200;
/** Of one project: more of them say the same twice. */
export const ALERT_RULES_PER_PROJECT_MAX = 20;
/** Channels that one rule names. */
export const ALERT_RULE_CHANNELS_MAX = 10;
/** A name is a label in a list. */
export const ALERT_NAME_CHARS_MAX = 64;
/** Hosts, users, addresses and environments: as long as a name in the DNS, or an address of mail, can be. */
export const ALERT_TEXT_CHARS_MAX = 254;
/** Recipients of one message: a list server is for more. */
export const ALERT_RECIPIENTS_MAX = 10;
/** Addresses of webhooks hold a token; the longest in use have some 500 characters. */
export const ALERT_URL_CHARS_MAX = 2048;
/** Shorter keys can be guessed from one signed message. */
export const ALERT_SECRET_CHARS_MIN = 16;
/** A key or a password as a person keeps it. */
export const ALERT_SECRET_CHARS_MAX = 512;
/** Minutes that messages are gathered for: a day. */
export const ALERT_DIGEST_MINUTES_MAX = 1440;
/** Events in a minute, past what a daemon stores. */
export const ALERT_PER_MINUTE_MAX = 10_000_000;

/** A snooze that ends later, in a hundred years, ends never to those who read of it: it is called one until further notice. */
export const SNOOZE_MEANT_MS_MAX = 36_525 * 86_400_000;
/** Events that a snooze may wait for. */
export const SNOOZE_EVENTS_MAX = 1_000_000;
/** Whoever has an error: a name, or an address of mail. */
export const ASSIGNEE_CHARS_MAX = 100;
/** A note is a paragraph; what is longer belongs into an issue tracker. */
export const NOTE_CHARS_MAX = 4000;
