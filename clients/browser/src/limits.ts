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
