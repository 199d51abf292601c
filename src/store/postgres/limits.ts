// Limits of the store of many machines: what a daemon asks of PostgreSQL at one time. See src/limits.ts.

/** A statement that takes longer is ended by the server: nothing that this store asks for takes so long when all is well. */
export const STATEMENT_TIMEOUT_MS = 30_000;
/** The same for a change of the schema: an index of a table of a hundred million rows is made in less. */
export const MIGRATION_STATEMENT_TIMEOUT_MS = 3_600_000;
/** A change of the schema waits so long for a table that others use: whoever comes behind it waits too. */
export const MIGRATION_LOCK_WAIT_MS = 2000;
/** Then it lets go of all it has for so long, in which those go on. */
export const MIGRATION_PAUSE_MS = 500;
/** Times that it is tried: a minute, in which a table is free at some moment unless somebody keeps it. */
export const MIGRATION_TRIES_MAX = 25;
/** Records in one transaction. Larger groups save round trips and flushes; answers wait for the whole group. */
export const COMMIT_RECORDS_MAX = 2000;
/** Fewer calls that are under way have nobody to share a commit with, and would only wait for it. */
export const COMMIT_CALLS_FEW = 6;
/** So many are worth a commit as they come: with 32 connections a pause won nothing, and the slowest calls waited 10 ms longer. */
export const COMMIT_CALLS_MANY = 28;
/** The pause after a commit is as long as it took, and at most this: a slow server must not make calls wait twice. */
export const COMMIT_PAUSE_MS_MAX = 6;
/**
 * A commit that takes longer is given up, and its callers hear that they may try again. Less than a statement may take: the
 * server would otherwise end a wait for its standby by itself, and call committed what the standby does not have.
 */
export const COMMIT_TIMEOUT_MS = 10_000;
/** A transaction that says nothing for so long is ended by the server: its daemon is gone, and others wait for its locks. */
export const IDLE_TRANSACTION_MS = 5000;
/** Records of a commit after which it says something to the server: on a slow machine they take some hundred milliseconds. */
export const COMMIT_ALIVE_RECORDS = 1000;
/** How long a daemon tries to learn whether a commit was made whose answer was lost, while its callers wait. */
export const OUTCOME_WAIT_MS = 5000;
/** Calls to the writer that wait for their answer; past it they answer 503. */
export const WRITER_CALLS_MAX = 1000;
/** Times that a transaction is tried which the server ended for the sake of another one. */
export const TRANSACTION_TRIES_MAX = 5;
/** Daemons on one database: their numbers are 6 bits of a row id. */
export const DAEMONS_MAX = 64;
/** Locks that projects share: a transaction holds one for each of its projects, and the server has few thousand in all. */
export const PROJECT_LOCKS = 64;
/** Partitions of a day each that are there before their day, so that daemons may be down for a weekend. */
export const PARTITIONS_AHEAD = 7;
/** Rows written to a table after which its statistics are looked at: with fewer, a plan without an index costs little. */
export const STATISTICS_ROWS = 300;
/** Texts that are known to be stored, by hash. */
export const CONTENT_CACHE_MAX = 20_000;
/** Groups whose usual number of events is known for the hour: as many as the other store remembers heads of. */
export const USUAL_CACHE_MAX = 10_000;
/**
 * Retention waits so long for those who read a table of which it takes out a day. No record is stored meanwhile; where it is in
 * vain, rows are deleted.
 */
export const PARTITION_LOCK_WAIT_MS = 300;
/** Rows one step of a deletion takes: some milliseconds, for which the commits of a project wait. */
export const PRUNE_STEP_ROWS = 1000;
/** Rows the size cap deletes at least before it looks again; fewer would cost a transaction for nearly nothing. */
export const PRUNE_STEP_ROWS_MIN = 50;
/** Groups that wait, looked for at one time. */
export const REGROUP_GROUPS_MAX = 500;
/** Events that one step asks the fingerprints of. */
export const REGROUP_EVENTS_MAX = 200;
/** Steps that a call to merge does before it is answered: what is small is through then. */
export const MERGE_STEPS_AT_ONCE = 20;
/** Events that one step looks at on the way back, where nothing has to be computed. */
export const REGROUP_RETURNS_MAX = 500;
/** Revoked keys that are still listed, the latest. */
export const KEYS_REVOKED_MAX = 1000;
/** Rows of the audit, the newest. */
export const AUDIT_ROWS_MAX = 10_000;
/** Of them so many may be of refused logins, so that guesses do not push out what was done. */
export const AUDIT_REFUSED_ROWS_MAX = 1000;

// --- queries --------------------------------------------------------------------------------------------------------

/**
 * A query that takes longer is answered 503, and its connection is given up: every query is bounded, so it is the network or the
 * server that says nothing.
 */
export const QUERY_WITHIN_MS = 5000;
/** The server ends a statement of a query before, which spares the connection. */
export const QUERY_STATEMENT_TIMEOUT_MS = 4000;
/** Connections that read, of one daemon: so many queries run at once, each on a process of the server. */
export const READER_CONNECTIONS = 6;
/** Young generation of the reader thread: a large answer passes through it once, and what it grew to would stay. */
export const READER_THREAD_YOUNG_MB = 12;
/** Logs that a search looks at where there is no index for it, in some 50 ms. The answer tells how far back. */
export const SEARCH_SCAN_ROWS_MAX = 20_000;
/**
 * Newest logs that a histogram of a text looks at first, in a millisecond or two: where a twentieth of them have the text, the index would
 * list more rows than are counted.
 */
export const LOG_SAMPLE_ROWS = 1000;
/** Between two tries to connect: soon enough for a server that is back, and seldom enough for one that is not. */
export const RECONNECT_MS = 200;
/** Longer than the server may take for a statement: then it is the network, or the machine behind it, that says nothing. */
export const ANSWER_MARGIN_MS = 3000;
/** A query waits so long for a standby that lacks a commit of this daemon: less than people notice, more than a standby on a good line needs. */
export const STANDBY_WAIT_MS = 100;
/** A standby that takes longer for a query is left to the primary: what remains of the time of a query is for that. */
export const STANDBY_ANSWER_MS = 2000;
/** Between two looks at how far it is. */
export const STANDBY_LOOK_MS = 5;
/** A standby that did not answer is asked again after so long, and by nobody who waits for an answer; one that was behind is waited for again. */
export const STANDBY_RETRY_MS = 1000;

// --- the feed of several daemons ------------------------------------------------------------------------------------

/**
 * Characters of feed messages that a daemon writes for others in one second, and in one go after a pause: some 1,500 messages
 * of events. Past them it leaves messages out, and says how many.
 */
export const OUTBOX_CHARS_PER_SECOND = 4 * 2 ** 20;
/** Of each daemon so many are kept: who is further behind would get no more of them than the log of its feed holds. */
export const OUTBOX_CHARS_MAX = 8 * 2 ** 20;
/** Counted for a row besides its messages, so that rows that hold next to nothing have a bound too. */
export const OUTBOX_ROW_CHARS = 200;
/** What a daemon has left behind that is no more goes after so long: those that are cut off for less read it. */
export const OUTBOX_KEPT_MS = 60_000;
/** So much at most is read in one go, the newest: the log of the feed holds no more. */
export const OUTBOX_READ_CHARS_MAX = 8 * 2 ** 20;
/** A daemon that has died with clients of the feed is written for so long; one that lives says so three times as often. */
export const FEED_LISTENING_MS = 60_000;
/** A daemon that follows looks so often by itself: a notice is lost with its connection, or with who should have sent it. */
export const FEED_POLL_MS = 1000;
/** A client is let in after so long though PostgreSQL does not answer, and told of a gap when it does. */
export const FEED_FOLLOW_WAIT_MS = 2000;
/** A daemon that nobody follows goes on listening for so long: pages are loaded anew. */
export const FEED_LINGER_MS = 10_000;

/** Texts of statements whose parameters are numbered and kept: queries may be put together in more ways than memory holds. */
export const NUMBERED_STATEMENTS_MAX = 1000;
// --- facets ---------------------------------------------------------------------------------------------------------

/** Pending rows that are counted at one time: some hundred milliseconds at most. */
export const FACET_PENDING_STEP_ROWS = 5000;
/** Of them, so many are added up before the thread looks after commits again: some 3 ms. */
export const FACET_PENDING_TURN_ROWS = 500;
/** What commits leave pending is counted so long after them: the more it is, the less each costs. */
export const FACETS_FOLD_MS = 2000;
/** Events that a query for the events of a group reads at a time: so much is in memory at once, and other queries go in between. */
export const EVENT_QUERY_STEP_ROWS = 1000;

/** Stacks that a preview of a split reads in one go: some megabytes, where they are as large as they may be. */
export const SPLIT_STACKS_AT_ONCE = 20;
