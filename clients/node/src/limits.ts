// Limits of the Node client. Those that it shares with the browser's are in ../../core/limits.ts.

import { BATCH_INTERVAL_MS } from '../../../src/constants.js';
import { RECORD_BODY_BYTES_MAX } from '../../../src/limits.js';

/** Until a connection stands. It is also how long a daemon that cannot be reached may keep a process from ending. */
export const CONNECT_TIMEOUT_MS = 2_000;
/** Request records in one call: a call costs an application as much as twenty of them, so a busy one fills it. */
export const REQUEST_BATCH_SIZE = 100;
/** From one call to the next: a busy server has a batch for each few of its requests, and then sends many as one. */
export const CALL_INTERVAL_MS = 20;
/** A call of more is worth it at once. */
export const SMALL_CALL_CHARS_MAX = 32 * 1024;
/** Of an answer; a batch of a hundred is answered with some 20 KB. */
export const ANSWER_CHARS_MAX = 1024 * 1024;
/** In which an answer may come; each is kept until the last one. */
export const ANSWER_PIECES_MAX = 4096;
/** Of an answer in chunks, places that look like its end: it is looked through from its start at each. */
export const CHUNK_ENDS_MAX = 16;
/** A longer call has room of its own; one of a hundred request records of a browser takes 120 KB, thrice as much outside of ASCII. */
export const KEPT_CALL_BYTES_MAX = 512 * 1024;
/** Read at once: an answer of a hundred records. */
export const READ_BYTES = 32 * 1024;
/** Of the head of an answer; the daemon's takes half a kilobyte, and `node:http` takes no more either. */
export const ANSWER_HEAD_BYTES_MAX = 16 * 1024;

/** What a process that crashes waits at most for its last events to be taken. */
export const CRASH_TIMEOUT_MS = 2_000;
/** The same for `process.exit()` and for a process that has nothing left to do. */
export const EXIT_TIMEOUT_MS = 1_000;

/** Why the last call got no answer, for `debug`: what the system says of a connection takes half of it. */
export const LAST_REASON_BYTES_MAX = 200;

/** Collected of one body: what the daemon keeps, and enough more for it to see that the body was longer. */
export const BODY_BYTES_MAX = RECORD_BODY_BYTES_MAX + 64;
/** Of the text of a response's headers. */
export const HEADER_LINES_MAX = 200;

/** Values of one header, and lines of answers, whose text is remembered. With a different one in each request none helps. */
export const HEADER_TEXTS_MAX = 64;
/** A longer header is not remembered: together they take less than a megabyte. */
export const HEADER_FIELD_CHARS_MAX = 512;
/** Header sets of whole requests whose text is remembered: of so many clients that ask again and again. */
export const HEADER_SETS_MAX = 8;
/** A larger set is put together from its headers each time. */
export const HEADER_SET_CHARS_MAX = 4096;
/** Headers of one request that are looked at one by one; browsers send some fifteen. */
export const HEADER_FIELDS_MAX = 100;

/** What waits for a moment: requests that were answered, and hooks that see whether another one knows more. Past it nothing waits. */
export const LATER_MAX = 1_000;
/** After so long the time of day is asked for anew, which each request would pay for. */
export const WALL_LOOK_MS = 1_000;
/** Ids that begin alike: then another random one begins. */
export const CORRELATION_IDS_COUNTED = 1_000_000;
/** Requests that were answered, whose records are made together: one by one, each costs twice as much. They fill a call. */
export const GATHERED_MAX = REQUEST_BATCH_SIZE;
/** Until they are made, when they are fewer: what the contract lets a record wait for others. */
export const GATHER_MS = BATCH_INTERVAL_MS;
/** Then they have waited for each other: only for those that are made in the same turn. */
export const REQUEST_WAIT_MS = 1;
/** Time for a framework to report the error behind an answer of 500; Express logs it after it has answered. */
export const ANSWER_GRACE_MS = 50;
/** Stacks that were reported a moment ago, so that their text on the console is not taken for another error. */
export const RECENT_STACKS_MAX = 32;
/** A moment: frameworks print an error in the turn in which they got it, or in one of the next. */
export const RECENT_STACK_MS = 1_000;
/** By so many frames a printed stack is known again; some frameworks print fewer, and take directories off their paths. */
export const PRINTED_FRAMES_COMPARED = 3;

/** Connections at which NestJS is looked for among the modules: an application that has it has it before its first. */
export const NEST_LOOKS_MAX = 3;

/** Frames of one event that are shown with their source. */
export const CONTEXT_FRAMES_MAX = 20;
/** Source maps from what runs to what was written: what a bundler has made of what another tool has compiled. */
export const MAP_STEPS_MAX = 2;
/** Source files that are remembered, the most recently used. */
export const SOURCE_FILES_MAX = 64;
/** Larger files are bundles, which nobody reads; their maps lead to what was written. */
export const SOURCE_BYTES_MAX = 8 * 1024 * 1024;
/** Of all remembered files together. */
export const SOURCE_BYTES_TOTAL_MAX = 32 * 1024 * 1024;
/** After this time an event goes without the lines of files that are still being read. */
export const SOURCE_TIMEOUT_MS = 2_000;

/** Directories above a file in which its package.json is looked for. */
export const DIRECTORIES_MAX = 64;

/** How often memory and event loop are looked at. */
export const HEALTH_INTERVAL_MS = 5_000;
/** At most one warning of a kind in this time. */
export const HEALTH_WARNING_INTERVAL_MS = 60_000;
