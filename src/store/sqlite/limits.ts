// Limits of the store of one machine: what its threads hold, and how much they do in one step. See src/limits.ts.

const KIB = 1024;
const MIB = 1024 * KIB;

// --- threads --------------------------------------------------------------------------------------------------------

/** Records in one write transaction. Larger groups save fsyncs; answers wait for the whole group. */
export const COMMIT_RECORDS_MAX = 2000;
/** A commit for more than one call and fewer than these is followed by a pause; with them it is worth its pages. */
export const COMMIT_CALLS_FEW = 6;
/** The pause is as long as the commit took, and at most this: a slow disk must not make calls wait twice. */
export const COMMIT_PAUSE_MS_MAX = 3;
/** So long at most commits note what they change of counts in one row, before one writes it: that one takes some ten milliseconds more. */
export const COUNTS_GATHERED_MS = 1000;
/** Heads and counters that gather before a commit writes them: it writes these, and what it changes itself. */
export const COUNTS_GATHERED_MAX = 2000;
/** Readers that ask more often than this would have more transactions made than commits are: commits write at once then. */
export const COUNTS_READ_OFTEN_MS = 50;
/** Free space below which each commit writes what it counts: on a full disk, what was noted could not be written. */
export const COUNTS_FREE_BYTES_MIN = 64 * MIB;
/** For so long after a call came in, more are expected: a deletion goes on in small steps. */
export const COMMIT_QUIET_MS = 100;
/** Calls to the writer that wait for their answer; past it they answer 503. */
export const WRITER_CALLS_MAX = 1000;
/** Young generation of the writer thread: it holds what one commit makes. Three times as much by default, and it stays. */
export const WRITER_THREAD_YOUNG_MB = 12;
/** Young generation of a reader thread: a large answer passes through it once, and what it grew to would stay. */
export const READER_THREAD_YOUNG_MB = 12;

// --- what the writer remembers --------------------------------------------------------------------------------------

/** Group heads the writer remembers, to save a lookup per event. */
export const GROUP_CACHE_MAX = 10_000;
/** Texts stored once, by hash. */
export const CONTENT_CACHE_MAX = 20_000;
/** Event ids that gather in memory before they are merged into their table: about 5 MB, and as many again on the way. */
export const EVENT_IDS_GATHERED_MAX = 24_576;
/** The same for ids of request records, and of log entries: under 2 MB each. Clients number theirs, so fewer share pages too. */
export const RECORD_IDS_GATHERED_MAX = 8192;
/**
 * Ids of clients that a filter tells from new ones, for each kind of record: past them it is made anew, and given up where more
 * are stored. Eight bits for each are 2 MiB, and 3 of 100 new ids are looked for in vain.
 */
export const KNOWN_IDS_MAX = 2 * MIB;
/** Stored ids that it reads for each record of a commit until it knows all: 10 µs a record, for one of 20 that are stored. */
export const KNOWN_IDS_READ_PER_RECORD = 20;
/** Stored ids that it reads before one commit, which waits for them: some 2 ms. */
export const KNOWN_IDS_READ_MAX = 4000;
/** Events that are not yet in the index of their group: a reader looks through so many, in about a millisecond. */
export const GROUP_EVENTS_GATHERED_MAX = 2048;

// --- queries --------------------------------------------------------------------------------------------------------

/** Trigrams of a search that are looked up in the index; what they find is compared with the whole text anyway. */
export const SEARCH_TRIGRAMS_MAX = 24;

/** Statements of lists that a reader keeps: queries may be put together in more ways than memory holds. */
export const LIST_STATEMENTS_MAX = 200;

// --- the write-ahead log --------------------------------------------------------------------------------------------

/** The write-ahead log is checkpointed when idle, then cut if it is longer, and each time it has grown by this much beside the running commits. */
export const WAL_BYTES_BUSY = 16 * MIB;
/** What the thread beside them leaves is written by the commits' own thread, so it goes on until no more than this is left. */
export const CHECKPOINT_PAGES_LEFT = 256;
/** Passes of that thread in a row: each takes what was committed during the one before. */
export const CHECKPOINT_PASSES_MAX = 6;
/** Past this size commits wait for the checkpoint. */
export const WAL_BYTES_MAX = 64 * MIB;
/** Past this size it waits for readers: queries that follow one another without a gap would never let the log start over. */
export const WAL_BYTES_STUCK = 2 * WAL_BYTES_MAX;
/** For so long at most: a query takes less, and meanwhile nothing is committed. */
export const WAL_STUCK_WAIT_MS = 1000;
/** Tries to give the log's space back after a clearing: each waits for readers, and commits go in between. */
export const CLEAR_TRUNCATE_TRIES = 3;

// --- grouping anew --------------------------------------------------------------------------------------------------

/** Groups that wait, looked for at one time. */
export const REGROUP_GROUPS_MAX = 500;
/** Events that one step asks the fingerprints of: it is a commit, and takes no longer than one. */
export const REGROUP_EVENTS_MAX = 200;
/** Steps that a call to merge does before it is answered: what is small is through then, and ingest waits for some 0.2 s at the most. */
export const MERGE_STEPS_AT_ONCE = 20;
/** Events that one step looks at on the way back, where nothing has to be computed. */
export const REGROUP_RETURNS_MAX = 500;

// --- deletion -------------------------------------------------------------------------------------------------------

/** Rows one step of a deletion deletes: some milliseconds, so that others never wait long behind it. */
export const PRUNE_STEP_ROWS = 50;
/** The same where no calls come in: a commit of its own for a few rows costs more than they do. */
export const PRUNE_STEP_ROWS_QUIET = 250;
/** The same where the size cap is far behind: what comes in is held up until it keeps pace. */
export const PRUNE_STEP_ROWS_BEHIND = 500;
/** So long at most steps follow one another without a commit in between, however long commits took before. */
export const STEPS_TURN_MS_MAX = 20;
/** Ids of rows that go read at one time: the events of a group stand side by side among them, and share what a step writes. */
export const PRUNE_ROWS_READ = 5000;
/** Rows the size cap deletes at least before it looks again: a look reads some thousand ids. */
export const PRUNE_ROWS_READ_MIN = 50;
/** Rows a step of a deletion is cut down to when the disk is full: the log of so few fits into the reserve. */
export const PRUNE_STEP_ROWS_TIGHT = 25;
/** Rows one look for the oldest of a project passes over: some milliseconds where all are others'. */
export const PRUNE_SCAN_ROWS = 5000;
/** Newest and oldest records of a kind whose sizes stand for all when the size cap estimates what a project holds. */
export const PROJECT_SAMPLE_ROWS = 1000;
/** Pages given back to the file system in one step. */
export const VACUUM_STEP_PAGES = 100;
/** The same where no calls come in. */
export const VACUUM_STEP_PAGES_QUIET = 500;

// --- the disk -------------------------------------------------------------------------------------------------------

/** The file that is given up for room when a deletion meets a full disk: clearing 2 GB writes some 5 MB to the log. */
export const RESERVE_BYTES = 8 * MIB;
/** Free space below which no reserve is made: it must not be what fills the disk. */
export const RESERVE_FREE_BYTES_MIN = 4 * RESERVE_BYTES;
/** So often an idle writer looks whether its files are still there; a busy one looks at each commit. */
export const STORAGE_CHECK_MS = 500;
/** A database up to this size is checked whole at start; of a larger one the ends of each table: a start takes no second. */
export const START_CHECK_BYTES_MAX = 16 * MIB;
/** Copies made before migrations that are kept: the last one, and the one before in case it holds what was broken. */
export const MIGRATION_COPIES_MAX = 2;
/** Pages a backup copies in one step, 4 MB: between two of them a signal ends it, and the terminal hears how far it is. */
export const BACKUP_STEP_PAGES = 1000;
/** Faults of pages that one look at a database names; a torn file has thousands, and says nothing more by naming them. */
export const VERIFY_PAGE_FAULTS_MAX = 100;

// --- row ids --------------------------------------------------------------------------------------------------------

/** A clock this far behind the newest row id was wrong when that was made; ids then run on beside it. */
export const ROW_ID_AHEAD_MS = 10 * 60_000;
/** Such corrections in force at a time; each read of a time of receipt looks through them. */
export const ROW_ID_CORRECTIONS_MAX = 64;

// --- keys and the audit ---------------------------------------------------------------------------------------------

/** Revoked keys that are still listed, the latest: who finds one in a log can see whose it was. */
export const KEYS_REVOKED_MAX = 1000;
/** Rows of the audit, the newest: years of a small team. A row of 100 ids is about 2 KB. */
export const AUDIT_ROWS_MAX = 10_000;
/** Of them so many may be of refused logins, so that guesses from many addresses do not push out what was done. */
export const AUDIT_REFUSED_ROWS_MAX = 1000;
