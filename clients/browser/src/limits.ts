// Limits of the client in a page.

/** Characters of the waiting records of one page: a browser has many tabs. */
export const PAGE_QUEUE_CHARS_MAX = 2 * 1024 * 1024;
/** How long an error waits for somebody who knows more of it: rejections are told a task or two after they are logged. */
export const DEFERRED_ERRORS_MS = 20;
/** Errors that wait; past it they are reported as they are known. */
export const DEFERRED_ERRORS_MAX = 50;
/** Browsers refuse beacons, and requests that outlive their page, of more than 64 KiB altogether. */
export const KEPT_BYTES_MAX = 60 * 1024;
/** Characters of one part of what a page leaves behind: in UTF-8 none takes more than three bytes. */
export const PART_CHARS_MAX = KEPT_BYTES_MAX / 3;
/** An address in a record. */
export const ADDRESS_CHARS_MAX = 2048;
/** What a user agent says of itself. */
export const USER_AGENT_CHARS_MAX = 512;
/** Elements on the path of a click. */
export const PATH_ELEMENTS_MAX = 5;
/** One element of it. */
export const ELEMENT_CHARS_MAX = 80;
/** Addresses of resources that were reported as missing. */
export const RESOURCES_MAX = 200;
/** Requests that failed and wait for the error that they may lead to. */
export const FAILED_REQUESTS_MAX = 50;
/** How long they wait. */
export const FAILED_REQUEST_WAIT_MS = 500;

/** How long an event waits for what was written behind its frames; past it, it goes with the frames as they are. */
export const MAPPED_EVENT_WAIT_MS = 500;
/** Frames of one event that are looked up, and the scripts behind them: deeper ones are seldom read. */
export const MAPPED_FRAMES_MAX = 20;
/** Of one script: a development build of a large application. */
export const SCRIPT_BYTES_MAX = 8 * 1024 * 1024;
/** Of one source map: with its sources it is a few times as large as its script. */
export const MAP_BYTES_MAX = 32 * 1024 * 1024;
/** Scripts that are remembered with their maps, the most recently used. */
export const SCRIPTS_MAX = 64;
/** Of all remembered scripts and maps together. */
export const SCRIPTS_BYTES_MAX = 64 * 1024 * 1024;
/** For one script or map; after it the script counts as one without a map. */
export const MAP_TIMEOUT_MS = 10_000;
/** Of the code before a frame, in which the function's name is looked for. */
export const NAME_CHARS_SEARCHED = 64 * 1024;

/** Errors that the overlay keeps, the latest; repeated ones count as one. */
export const OVERLAY_ERRORS_MAX = 20;
/** Events that it asks the daemon about, in the life of a page: an error may say something else each time. */
export const OVERLAY_READS_MAX = 100;
/** Lines of source code either side of the failing one that it shows. */
export const OVERLAY_LINES = 2;
/** Of a message or an explanation: it is a small panel, and the dashboard has the rest. */
export const OVERLAY_TEXT_CHARS_MAX = 600;
