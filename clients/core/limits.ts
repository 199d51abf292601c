// Limits of the clients. What the daemon refuses or cuts is in its own schemas/limits.ts and src/limits.ts, and is taken
// from there.

/** Records of all kinds that wait for the daemon: a hundred a second for more than a minute. */
export const QUEUE_RECORDS_MAX = 10_000;
/** Characters of the waiting records: 2,000 events of 8,000. A page may be one of twenty tabs; see `Platform.queueCharsMax`. */
export const QUEUE_CHARS_MAX = 16 * 1024 * 1024;
/** A record larger than this is no report any more; what it consists of has limits that add up to less. */
export const RECORD_CHARS_MAX = 512 * 1024;

/** Records in one call after an outage; without one it is the batch size of the contract. */
export const CATCH_UP_RECORDS_MAX = 100;
/** Characters in one call: well under the 10 MB that the daemon takes, also in UTF-8. */
export const CALL_CHARS_MAX = 1024 * 1024;

/** The first wait after a failure; each further one is twice as long. */
export const RETRY_FIRST_MS = 250;
/** The longest wait: a daemon that is back is found within this time. */
export const RETRY_MAX_MS = 5_000;
/** The longest wait that a `Retry-After` may ask for. */
export const RETRY_AFTER_MAX_MS = 60_000;
/** A call that the daemon fails on again and again (500) is given up, so that it does not hold up the others. */
export const FAILED_CALL_TRIES_MAX = 5;
/** A call without an answer is tried again. */
export const CALL_TIMEOUT_MS = 10_000;
/** What `flush` and `close` wait for unless told otherwise. */
export const FLUSH_TIMEOUT_MS = 2_000;

/** Lines that `debug` says in a period: enough for the start and the first failures, and no flood. */
export const DEBUG_LINES_MAX = 10;
export const DEBUG_PERIOD_MS = 10_000;
/** Of an answer: the daemon's refusals are a sentence. */
export const DEBUG_BODY_CHARS = 300;

/** Of one text of a breadcrumb. */
export const BREADCRUMB_CHARS_MAX = 1024;
/** The name of a tag: a word, not a text. */
export const TAG_NAME_CHARS_MAX = 200;
/** The category of a breadcrumb: a label. */
export const CATEGORY_CHARS_MAX = 64;
/** A `traceparent` has 55 characters; later versions of it may be longer. */
export const TRACEPARENT_CHARS_MAX = 256;
/** Tags of the application and of one request. */
export const TAGS_MAX = 50;

/** Errors that an error was caused by, and errors of an AggregateError, whose stacks are told. */
export const CAUSES_MAX = 10;
/** Frames of a cause: where it was thrown, and on the way to what. The stack text has all of them. */
export const CAUSE_FRAMES_MAX = 10;
/** Levels of a value that are told. */
export const VALUE_DEPTH_MAX = 8;
/** Fields or elements of one object. */
export const VALUE_WIDTH_MAX = 200;
/** One text in a value. */
export const VALUE_TEXT_CHARS_MAX = 8 * 1024;

/** Events that wait for their source lines; past it they go without. */
export const PENDING_EVENTS_MAX = 100;
/** Lines of source code either side of a frame. */
export const CONTEXT_LINES = 5;
