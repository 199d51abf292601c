// Limits of the command line. See src/limits.ts.

const KIB = 1024;
const MIB = 1024 * KIB;

/** What `errord status` and `errord clear` read of an answer at most; a status is under 1 KB. */
export const CLI_ANSWER_BYTES_MAX = 64 * KIB;
/** What `errord project` reads: the names of 1,000 projects, and of 1,000 with settings, of 128 characters each. */
export const CLI_LIST_BYTES_MAX = 2 * MIB;
/** What `errord key` reads of a list: as many keys as there can be, with the longest names. */
export const CLI_KEYS_BYTES_MAX = 4 * MIB;
/** A daemon that is there answers within milliseconds; a program that says nothing must not hold up the terminal. */
export const CLI_ANSWER_TIMEOUT_MS = 3000;
/** Clearing waits for the disk: a full database of the default size takes seconds. */
export const CLI_CLEAR_TIMEOUT_MS = 300_000;
/** systemctl and launchctl answer at once, or wait for the daemon to stop. */
export const SERVICE_COMMAND_TIMEOUT_MS = 60_000;
