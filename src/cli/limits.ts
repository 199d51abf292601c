// Limits of the command line. See src/limits.ts.

const KIB = 1024;
const MIB = 1024 * KIB;

/** What `errord status` and `errord clear` read of an answer at most; a status is under 1 KB, and under 16 KB of 64 daemons. */
export const CLI_ANSWER_BYTES_MAX = 64 * KIB;
/** What `errord project` reads: the names of 1,000 projects, and of 1,000 with settings, of 128 characters each. */
export const CLI_LIST_BYTES_MAX = 2 * MIB;
/** What `errord key` reads of a list: as many keys as there can be, with the longest names. */
export const CLI_KEYS_BYTES_MAX = 4 * MIB;
/**
 * What `errord errors`, `logs`, `show` and `tail` read of a page or of a message: in JSON a text of a page can be six times
 * as long as the 8 MiB that it is in bytes, and there is more to a row than its texts.
 */
export const CLI_PAGE_BYTES_MAX = 64 * MIB;
/** A line on a pipe, or on a wider terminal: a message that is longer is whole in `errord show` and with `--json`. */
export const CLI_COLUMNS_MAX = 500;
/** A line on a narrower terminal, which breaks it: less would leave nothing of a message. */
export const CLI_COLUMNS_MIN = 60;
/** Characters of one text in `errord show`, such as a stack or an object of context; `--json` has the whole. */
export const CLI_TEXT_CHARS_MAX = 16_384;
/** Rows of each kind beside what `errord show` shows: requests and logs of the same correlation id, breadcrumbs. */
export const CLI_RELATED_ROWS_MAX = 20;
/** Details of a refusal that are told; a daemon gives ten at most, and a person mends one after the other. */
export const CLI_REFUSAL_DETAILS_MAX = 5;
/** The first wait of `errord tail` after a lost connection; each further one is twice as long. */
export const CLI_RECONNECT_FIRST_MS = 250;
/** The longest wait: a daemon that is back is found within this time. */
export const CLI_RECONNECT_MAX_MS = 10_000;
/** Without a sign of life for so long `errord tail` connects anew; the daemon sends a ping within a minute. */
export const CLI_FEED_SILENCE_MS = 120_000;
/** A daemon that is there answers within milliseconds; a program that says nothing must not hold up the terminal. */
export const CLI_ANSWER_TIMEOUT_MS = 3000;
/** Clearing waits for the disk: a full database of the default size takes seconds. */
export const CLI_CLEAR_TIMEOUT_MS = 300_000;
/** systemctl and launchctl answer at once, or wait for the daemon to stop. */
export const SERVICE_COMMAND_TIMEOUT_MS = 60_000;
