// Limits of the process: every queue, buffer, text and loop that input can grow. Limits of the wire are in
// schemas/limits.ts, those of one room alone in the limits.ts there. A new one gets a test at it and one past it;
// test/limits.test.ts lists those that no test names.

import { BATCH_ITEMS_MAX, STATS_BACK_MS } from '../schemas/limits.js';

const KIB = 1024;
const MIB = 1024 * KIB;

// --- bodies -------------------------------------------------------------------------------------------------------

/** One ingest call, as sent and after unpacking: the 10 MB of the contract, which holds 1,000 events of 10 KB. */
export const INGEST_BODY_BYTES_MAX = 10 * MIB;

/** Bodies of commands (status change, clear) hold one word, or as many ids as a change may name. */
export const COMMAND_BODY_BYTES_MAX = 16 * KIB;

/**
 * A change of the settings of a project, and rules that are tried: as many rules as may be, or places of source maps, all of the
 * largest, each character written as two escapes (such as `\ud83d\ude00`). What is no longer is parsed without counting.
 */
export const SETTINGS_BODY_BYTES_MAX = 256 * KIB;

/** Query strings: the longest legal one is a search of 256 characters, percent-encoded, and two timestamps. */
export const QUERY_CHARS_MAX = 8 * KIB;

/** Smaller bodies are parsed without counting first: whatever is in one, it costs less than a tenth of a second. */
export const JSON_COUNTED_BYTES_MIN = 256 * KIB;
/** Texts and names in a counted body, arrays and objects twice: 1,000 for each of 1,000 events. More cost over 300 ms. */
export const JSON_NODES_MAX = 1_000_000;
/** Different names of fields in a counted body: 128 of its own for each of 1,000 events. A name nobody used costs 2 µs. */
export const JSON_NAMES_MAX = 128_000;

/** Fields in a protobuf body, those of messages inside included: 10,000 log records with 20 attributes each have 700,000. */
export const PROTOBUF_FIELDS_MAX = 1_000_000;
/** Attributes of spans that are told again with each of their exceptions, in one call: 10 for each of the most records. */
export const SPAN_ATTRIBUTES_TOLD_MAX = 100_000;
/** Records that one OTLP call makes: a collector sends 8,192 unless it is told otherwise. */
export const OTLP_ITEMS_MAX = 10_000;
/** Spans inside of requests that are read of one OTLP call: a collector sends 8,192 spans unless it is told otherwise. */
export const SPANS_READ_MAX = 10_000;
/** Steps from a span up to that of its server, in one call: calls nest some ten deep. */
export const SPAN_PARENTS_MAX = 64;
/** Exceptions of those, as many as a batch of events: each is grouped and explained, and 10,000 take more than a second. */
export const OTLP_EXCEPTIONS_MAX = BATCH_ITEMS_MAX;

// --- zstd ---------------------------------------------------------------------------------------------------------------

/** Memory that a packed body asks for while it is unpacked: that of one as large as a body may be. */
export const ZSTD_WINDOW_BYTES_MAX = INGEST_BODY_BYTES_MAX;
/** Its memory times its blocks, which is what unpacking moves: some 0.2 s; a body of 10 MiB in usual blocks is 0.8 GiB. */
export const ZSTD_WORK_BYTES_MAX = 1024 * MIB;

// --- Sentry envelopes -----------------------------------------------------------------------------------------------

/** The header of an envelope or of an item: ids, a DSN, and a sampling context of at most 8 KiB. */
export const SENTRY_HEADER_BYTES_MAX = 16 * KIB;
/** Lines of a torn envelope that are tried as the header of its next item. */
export const SENTRY_TORN_LINES_MAX = 100;
/** A clock that is less far off is not corrected: the difference may be the way that a message took. */
export const SENTRY_DRIFT_MS_MIN = 55 * 60_000;
/** Frames read of one exception: those nearest to the error, as many as any SDK sends. */
export const SENTRY_FRAMES_MAX = 250;
/** Exceptions read besides the one that was thrown: those nearest to it. */
export const SENTRY_CAUSES_MAX = 20;
/** Attachments that an event names. */
export const SENTRY_ATTACHMENTS_MAX = 20;
/** What one entry of a client report may add to a count: more is no figure that an SDK counted. */
export const CLIENT_DROPPED_MAX = 1_000_000;
/** Of the first line of an envelope that shows its key there, read before the rest is: an SDK writes under 1 KiB. */
export const ENVELOPE_HEAD_BYTES_MAX = 16 * KIB;
/** Of a packed body that is unpacked for that line; it may become 64 times as much. */
export const ENVELOPE_HEAD_PACKED_BYTES_MAX = 2 * KIB;
/** Characters of a DSN. */
export const DSN_CHARS_MAX = 2048;
/** Characters of `X-Sentry-Error`: a sentence. */
export const SENTRY_ERROR_CHARS_MAX = 256;

// --- texts of a record --------------------------------------------------------------------------------------------

/** Raw stack text; 50 frames of 200 characters are 10 KB, cause chains a few times that. */
export const STACK_CHARS_MAX = 64 * KIB;
/** The end of a file's path, and the beginning of a function's name, that a group shows of where it comes from: one line. */
export const CULPRIT_FILE_CHARS_MAX = 256;
export const CULPRIT_FUNCTION_CHARS_MAX = 128;
/** Lines of a JavaScript stack that are read for its frames. */
export const STACK_LINES_MAX = 200;
/** One line of a JavaScript stack; `eval` and data URLs make longer ones. */
export const STACK_LINE_CHARS_MAX = 2048;
/** Lines of a stack text of any language: more than 50 frames of several errors take. */
export const STACK_TEXT_LINES_MAX = 4000;
/** One such line; a longer one is a message, or code that a machine wrote. */
export const STACK_TEXT_LINE_CHARS_MAX = 2048;
/** React's component stacks are a line per component. */
export const COMPONENT_STACK_CHARS_MAX = 16 * KIB;
/** Names are labels. */
export const COMPONENT_NAME_CHARS_MAX = 256;
/** A version, a commit hash, or both. */
export const RELEASE_CHARS_MAX = 256;

/** Names of languages, machines, loggers, routes, files; codes of errors. */
export const DETAIL_CHARS_MAX = 256;
/** Spans that are kept of one request, the longest: the screen of a waterfall has some 50, and each takes 150 bytes. */
export const SPANS_KEPT_MAX = 100;
/** The name of a span: a query that says what it asks for. */
export const SPAN_NAME_CHARS_MAX = 300;
/** What kind of work a span is: Sentry's longest are some 40. */
export const SPAN_OP_CHARS_MAX = 64;
/** 16 digits in both protocols; other tracers write a UUID. */
export const SPAN_ID_CHARS_MAX = 36;
/** Causes of one event, the nearest first: chains are seldom longer than five. */
export const EVENT_CAUSES_MAX = 16;
/** Frames of all causes of one event together: those of two whole stacks. */
export const CAUSE_FRAMES_MAX = 100;
/** Characters of the stack texts of all causes together, as many as of the event's own. */
export const CAUSE_STACKS_CHARS_MAX = STACK_CHARS_MAX;
/** Attachments of one event that are named. */
export const EVENT_ATTACHMENTS_MAX = 32;

/** Longer ones are data URLs. */
export const FRAME_FILENAME_CHARS_MAX = 1024;
/** Longer ones are made by a compiler. */
export const FRAME_FUNCTION_CHARS_MAX = 256;
/** Packages and classes nest a few levels. */
export const FRAME_MODULE_CHARS_MAX = 256;
/** Source context around a frame: lines either side. */
export const FRAME_CONTEXT_LINES_MAX = 10;
/** Characters kept of one such line; minified code has lines of 1 MB. */
export const FRAME_CONTEXT_LINE_CHARS_MAX = 512;

/** Stored request and response bodies: UTF-8 bytes, from the contract. */
export const RECORD_BODY_BYTES_MAX = 16 * KIB;
/** Levels kept of a body or a text that is JSON; deeper values become a mark. Bounds the recursion, not the meaning. */
export const RECORD_BODY_DEPTH_MAX = 64;

/** One console log message: long enough for a dumped object, short enough to index every character of it. */
export const LOG_MESSAGE_CHARS_MAX = 64 * KIB;

// --- free-form context (`extra`, `request`, `environment`, `user`, `tags`, `breadcrumbs`, headers) ------------------

/** Levels kept; deeper values become a mark. Recursion is safe far beyond this. */
export const CONTEXT_DEPTH_MAX = 16;
/** Keys and elements kept over one whole record's context. */
export const CONTEXT_NODES_MAX = 2000;
/** Characters kept of one text in a context. */
export const CONTEXT_TEXT_CHARS_MAX = 16 * KIB;
/** Characters of all keys and texts of one record's context together. */
export const CONTEXT_CHARS_MAX = 128 * KIB;
/** Characters kept of one key. */
export const CONTEXT_KEY_CHARS_MAX = 256;
/** Breadcrumbs kept: the last ones, because they are nearest to the error. */
export const BREADCRUMBS_MAX = 100;

// --- redaction ----------------------------------------------------------------------------------------------------

/** Of a text in a body so much is looked at, 16 times what is stored: what follows is cut unless all of it was secret. */
export const BODY_TEXT_CHARS_MAX = 256 * KIB;
/**
 * Steps of redaction in the records of one call, one for each mark behind which a secret may stand: 1,000 for each of 1,000
 * events. Those behind the record that reaches it are refused. Ten megabytes of `a=` have 5 million, and each takes 60 ns.
 */
export const REDACTION_STEPS_CALL_MAX = 1_000_000;
/** A secret replaced, or a text parsed as JSON: 100 for each of 1,000 events. A megabyte of `pwd="x"` has 130,000, in 0.2 s. */
export const REDACTION_STEPS = 10;
/** A name that is percent-encoded, or has indexes behind it, or follows `name=` as that of a part of a multipart body. */
export const WRITTEN_NAME_STEPS = 4;
/** A search of a text for keys, numbers or commands, because it has marks of them: in short texts the expressions cost. */
export const FORM_SEARCH_STEPS = 8;
/** What has the characters of a number of a card or an account. */
export const ACCOUNT_NUMBER_STEPS = 6;
/** A text that has the ends of JSON and is none: the parser's exception takes 3 µs. */
export const BROKEN_JSON_STEPS = 50;
/** A line of a stack that no language knows: each of them was asked. */
export const UNKNOWN_LINE_STEPS = 10;
/** Characters looked at in one body, or in the contexts of one record; JSON inside texts inside JSON counts each time. */
export const SCAN_CHARS_MAX = 1024 * KIB;
/** Values looked at in one body; as many take more than the stored 16 KiB of JSON, two characters each. */
export const BODY_NODES_MAX = 16 * KIB;
/** Long enough for the longest name of the lists with every character escaped; a longer one is judged by its end. */
export const TEXT_NAME_CHARS_MAX = 160;
/** How often a URL may be encoded as a part of another: in one encoded more often every value is redacted. */
export const ENCODED_LEVELS_MAX = 4;
/** Characters of user and password in front of a host; an address with more is redacted to its end. */
export const USERINFO_CHARS_MAX = 2048;
/**
 * So far is read behind the place where a text is cut, before it is redacted: a password in an address is known by the `@`
 * behind it, a key or a number of a card by its length.
 */
export const SECRET_AHEAD_CHARS = USERINFO_CHARS_MAX + 512;
/** Where the word at the cut ends sooner, so far: the number of a card or an account is several. */
export const SECRET_GROUPS_CHARS = 64;
/** Characters of the headers of a multipart part behind its name; longer ones are redacted with the part. */
export const PART_HEADERS_CHARS_MAX = 1024;
/** Names that the configuration adds. */
export const REDACT_NAMES_MAX = 200;
/** Patterns that the configuration adds: each is tried on every text. */
export const REDACT_PATTERNS_MAX = 20;
/** Characters of one such pattern, and of one such name. */
export const REDACT_PATTERN_CHARS_MAX = 200;
/** What `+` and `*` in such a pattern take at most. */
export const REDACT_REPEAT_MAX = 256;
/** Steps of all such patterns together for one character of a text, at most: 31 that each try a word at every place. */
export const REDACT_STEPS_MAX = 8192;

// --- memories of a digest thread (what repeats is not computed twice; what was not used lately goes first) -----------

/** Environments, header sets and groupings of the applications that one daemon serves, a few each. */
export const KNOWN_TEXTS_MAX = 1024;
/** Hashing a longer text costs little more than looking it up. */
export const KNOWN_TEXT_CHARS_MAX = 1024;
/** An application under load fails in few places. */
export const KNOWN_SITES_MAX = 1024;
/** Characters of all of them, as sent or as stored; as many of the stacks in them that were read, and of those that were written. */
export const KNOWN_SITES_CHARS_MAX = 8 * MIB;
/** Characters of a site that is remembered: fifty frames with eleven lines of source each, as SDKs of Sentry send them. */
export const KNOWN_SITE_CHARS_MAX = 64 * KIB;
/** Sites and texts that a digest thread has posted to the store, which keeps them until it starts over: those of an application under load. */
export const SENT_PARTS_MAX = 2048;
/** Characters of all of them. The store keeps as much for each digest thread. */
export const SENT_PARTS_CHARS_MAX = 4 * MIB;
/** Characters of one, which are twice those of a site that is remembered: a larger one goes along with each record. */
export const SENT_PART_CHARS_MAX = 128 * KIB;
/** Stacks whose JSON is remembered, two of each place where applications fail: its text and its frames. A power of two. */
export const REPEATED_STACKS_MAX = 4096;
/** Characters of all of them: with what they say, some 16 MB. */
export const REPEATED_STACKS_CHARS_MAX = 4 * MIB;
/** Characters of one; a shorter one is parsed as soon as it is looked up, a longer one seldom repeats. */
export const REPEATED_STACK_CHARS_MIN = 256;
export const REPEATED_STACK_CHARS_MAX = 64 * KIB;
/** Stacks that begin alike before the one that is remembered makes way for the next. */
export const REPEATED_STACK_MISSES_MAX = 8;
/** Characters that are looked at for their ends, times those of the text: each stack of one that is whole at most twice. */
export const REPEATED_STACK_LOOKS_MAX = 2;
/** Fields of that name that are looked at in one body: each event has two. */
export const REPEATED_STACKS_PER_BODY_MAX = 2 * BATCH_ITEMS_MAX;
/** Characters in front of the message in a stack text: the name of a class. */
export const MESSAGE_IN_STACK_AT_MAX = 256;
/** Names of fields repeat from record to record; a client that invents names must not fill the memory. */
export const KNOWN_NAMES_MAX = 4096;
export const KNOWN_NAME_CHARS_MAX = 64;
/** Messages whose explanation is remembered: to find none, every pattern is tried. */
export const EXPLAIN_MEMO_MAX = 4000;
/** Names of files of which it is remembered what is read from them, and how long one may be: some 2 MB together. */
export const KNOWN_FILENAMES_MAX = 4000;
export const KNOWN_FILENAME_CHARS_MAX = 256;

// --- queues -------------------------------------------------------------------------------------------------------

/** Bytes of bodies admitted and not answered yet; past it ingest answers 503. Bounds memory. */
export const INGEST_IN_FLIGHT_BYTES_MAX = 48 * MIB;
/** Calls admitted and not answered yet. */
export const INGEST_IN_FLIGHT_CALLS_MAX = 10_000;
/** Work that may wait: some 260 batches of ten events. A longer queue stores nothing more, it only answers later. */
export const INGEST_QUEUE_WORK_BYTES_MAX = 8 * MIB;
/** A call counts as so many bytes more than it has: the smallest cost about as much as 5 KB of a batch. */
export const INGEST_CALL_WORK_BYTES = 4 * KIB;
/** Beyond that bound, for senders that hold less than their share of it: a quiet one is not refused for a noisy one. */
export const INGEST_QUEUE_RESERVE_BYTES = 4 * MIB;
/** Beyond the bound on bytes of bodies, for the same senders: room for one body of the largest size. */
export const INGEST_RESERVE_BYTES = INGEST_BODY_BYTES_MAX;
/** And beyond the bound on calls. */
export const INGEST_RESERVE_CALLS = 1000;
/** A sender that stands still for so long is told so, before the connection ends without a word after some ten seconds. */
export const INGEST_WINDOW_MS = 6000;
/** What the sender of a body must bring in each such window: 8 KiB a second, a fifth of a slow mobile connection. */
export const INGEST_WINDOW_BYTES_MIN = 48 * KIB;
/** So few calls are admitted however large they are, up to the bound on bytes: a burst of large batches is no overload. */
export const INGEST_QUEUE_CALLS_MIN = 32;
/** A refused body of this size is read and forgotten, so that the connection goes on; a larger one ends it. */
export const REFUSED_BODY_BYTES_MAX = 1 * MIB;
/** The smallest buffer that the body of a call is kept in; the next ones are twice as large each. */
export const BODY_BUFFER_BYTES_MIN = 1 * KIB;
/** A larger body has a buffer of its own: such bodies are few, and their work costs more than the buffer. */
export const BODY_BUFFER_BYTES_MAX = 128 * KIB;
/** What free buffers may hold: more than the bodies in flight of a hundred senders of batches. */
export const BODY_BUFFERS_KEPT_BYTES_MAX = 4 * MIB;
/** What one pool task takes at most from the gathered bodies, so that one thread does not hoard the queue. */
export const DIGEST_TASK_BYTES_MAX = 1 * MIB;
/** Calls in one pool task. */
export const DIGEST_TASK_CALLS_MAX = 64;
/**
 * A call that keeps a digest thread for longer is refused, and its thread is ended: it would hold up all others. Five times
 * what the longest honest body takes in a cold thread on two slow cores.
 */
export const DIGEST_CALL_MS_MAX = 5000;
/** Tasks that may end with their thread before a call in them is given up; from the second on it is in a task alone. */
export const DIGEST_ATTEMPTS_MAX = 3;
/** Heap of one digest thread: several times what JSON within its limits unfolds to. */
export const DIGEST_THREAD_HEAP_MB = 512;
/** Its young generation holds what one task makes; a larger one was not measurably faster and stays in memory. */
export const DIGEST_THREAD_YOUNG_MB = 16;
/** The largest head of a request that the portable gateway reads: as much as the native one. */
export const PORTABLE_HEADER_BYTES_MAX = 4 * KIB;
/** Requests of one connection that wait for their answers: clients that send on without reading have no right to more. */
export const PORTABLE_PIPELINED_MAX = 16;
/** What it hands to a connection at once of a large answer. */
export const PORTABLE_WRITE_BYTES = 64 * KIB;
/** What one connection of its feed may hold that the system has not taken yet, before the next message waits. */
export const PORTABLE_SOCKET_BYTES = 64 * KIB;
/** Seconds after which a refused client may try again. */
export const RETRY_AFTER_SECONDS = 1;

/** Connections at once; each costs its buffers. Fewer where the system lets the process open fewer files. */
export const CONNECTIONS_MAX = 20_000;
/** File descriptors kept back from connections: for the files and threads that are opened later. */
export const DESCRIPTORS_KEPT = 16;
/** So many connections are let in, however few descriptors there are. */
export const CONNECTIONS_MIN = 8;

/** Queries waiting for a reader thread; past it the query API answers 503. */
export const QUERY_QUEUE_MAX = 512;

// --- source maps --------------------------------------------------------------------------------------------------

/** A built file: larger ones are data. */
export const BUILT_FILE_BYTES_MAX = 16 * MIB;
/** A source map with the text of its sources; those of large applications are 20 MB. */
export const SOURCE_MAP_BYTES_MAX = 32 * MIB;
/** An original source that is read for the lines around a frame. */
export const SOURCE_FILE_BYTES_MAX = 4 * MIB;
/** Places in a map: each takes a thread 90 bytes once it is decoded, so a map takes 90 MB at most. */
export const SOURCE_MAP_SEGMENTS_MAX = 1_000_000;
/** Sources, names, sections of one map, and values in its JSON besides them. */
export const SOURCE_MAP_ITEMS_MAX = 200_000;
/** Bytes of files that one call may have read: it keeps its thread for less than a second. */
export const SOURCE_MAP_CALL_BYTES_MAX = 64 * MIB;
/** Built files that a thread remembers, with their maps or that they have none. */
export const SOURCE_MAPS_KEPT_MAX = 256;
/** What the remembered ones take together: a fifth of the heap of a thread. */
export const SOURCE_MAPS_KEPT_BYTES_MAX = 96 * MIB;
/** Whether a file has changed is looked at so often: a build takes longer. */
export const SOURCE_FILE_LOOK_MS = 1000;
/** Files of a folder that are found by name or debug id, beyond those whose path the frame tells; deeper ones are not. */
export const SOURCE_FOLDER_FILES_MAX = 5000;
export const SOURCE_FOLDER_DEPTH_MAX = 8;
/** A folder is read anew for a name that is not in it so often. */
export const SOURCE_FOLDER_LOOK_MS = 5000;
/** Folders at the end of a path that are compared with those of a folder. */
export const SOURCE_PATH_SEGMENTS_MAX = 16;
/** Names of what a built file defines are looked for in so many characters in front of a frame. */
export const SOURCE_NAME_SEARCH_CHARS = 100_000;
/** A dev server that does not answer in this time is not asked; the thread waits for it. */
export const DEV_SERVER_MS_MAX = 1000;
/** It is asked so many times for one call. */
export const DEV_SERVER_CALLS_MAX = 2;
/** What it does not have is not asked for again for so long. */
export const DEV_SERVER_LOOK_MS = 10_000;
/** Characters of a mapped stack that is remembered with its site: some kilobytes of source lines for each of a few frames. */
export const MAPPED_SITE_CHARS_MAX = 32 * KIB;
/** Heap of the thread that fingerprints stored events by mapped frames: as much as one that digests. */
export const MAPPED_FINGERPRINT_HEAP_MB = DIGEST_THREAD_HEAP_MB;

// --- explanations -------------------------------------------------------------------------------------------------

/** Places in a message where a known sentence may begin; past them, text full of colons would cost their square. */
export const EXPLAIN_BOUNDARIES_MAX = 16;
/** Characters of a text that an expression requires: a shorter one is in many messages, and tells nothing. */
export const EXPLAIN_REQUIRED_CHARS_MIN = 3;
/** Texts of which an expression may require one; past it, looking for them costs more than trying it. */
export const EXPLAIN_REQUIRED_TEXTS_MAX = 48;
/** Class names and reporters in front of a message: chains of wrappers are shorter. */
export const EXPLAIN_PREFIXES_MAX = 8;
/** Errnos that are looked at in one message; the first one or two tell what failed. */
export const EXPLAIN_ERRNO_FINDS_MAX = 8;
/** The code of an error that is looked up; codes of databases, runtimes and cloud services are shorter. */
export const EXPLAIN_CODE_CHARS_MAX = 128;
/** Codes of one error that are looked up. */
export const EXPLAIN_CODES_MAX = 12;
/** Frames, or lines of a stack text, in which libraries are looked for: what threw stands near the top. */
export const EXPLAIN_LIBRARY_FRAMES_MAX = 24;
/** Characters of a stack text in which libraries are looked for. */
export const EXPLAIN_STACK_CHARS_MAX = 8192;
/** Libraries of one error, each package of Java with those that it is in. */
export const EXPLAIN_LIBRARIES_MAX = 32;

/** Sentences in front of an explanation: more would bury it. */
export const FINDINGS_MAX = 3;
/** Characters of one name or value in a sentence; a path of usual depth fits. */
export const FINDING_WORDS_CHARS_MAX = 160;
/** Characters of what the words were read from: a source line, or a part of a message. */
export const EVIDENCE_CHARS_MAX = 240;
/** Of a message or a cause, so much is read for findings: what failed stands at its start. */
export const FINDING_MESSAGE_CHARS_MAX = 1024;
/** Causes that are read for findings, from the innermost on. */
export const FINDING_CAUSES_MAX = 3;
/** A longer source line is minified: an expression in it says nothing to anybody. */
export const SOURCE_LINE_CHARS_MAX = 300;
/** Characters of an expression that a sentence names. */
export const SOURCE_EXPRESSION_CHARS_MAX = 80;

// --- store --------------------------------------------------------------------------------------------------------

/** Projects are listed without pages and counted in memory. */
export const PROJECTS_MAX = 1000;
/** Projects that have settings of their own; the writer remembers them. They take no place among the others. */
export const PROJECT_SETTINGS_MAX = PROJECTS_MAX;
/** Heap of the thread that fingerprints stored events: a page of them, several times over. */
export const FINGERPRINT_THREAD_HEAP_MB = 64;
/** Stored events that could not be grouped are tried again after so long: a full disk may have room then. */
export const REGROUP_RETRY_MS = 10_000;
/** What a row of the audit tells of a change of settings: twenty long rules in ASCII. Past it lists are told by names and counts. */
export const AUDIT_DETAIL_BYTES_MAX = 16 * KIB;
/** Frames that a condition on events looks at, from the innermost on: what failed, and who called it. */
export const CONDITION_FRAMES_MAX = 20;
/** Events that a preview of rules looks at, the newest: some seconds of reading. */
export const RULES_PREVIEW_EVENTS_MAX = 10_000;
/** Events that it reads at a time, and rows of other projects that it passes over meanwhile: other queries go in between. */
export const RULES_PREVIEW_PAGE_EVENTS = 200;
export const RULES_PREVIEW_PAGE_ROWS = 2000;
/** Groups that a preview looks at, and events of each, the newest: the sites of an error are few, however often it comes. */
export const PREVIEW_GROUPS_MAX = 5000;
export const PREVIEW_EVENTS_MAX = 20;
/** Groups that it reads at a time; other queries go in between. */
export const PREVIEW_PAGE_GROUPS = 100;
/** It looks for so long: somebody waits for it. */
export const PREVIEW_MS_MAX = 5000;
/** What it has found is told of single groups for so long. */
export const PREVIEW_KEPT_MS = 60_000;
/** Changes that it tells, and groups that it names of each. */
export const PREVIEW_CHANGES_MAX = 50;
export const PREVIEW_NAMES_MAX = 20;
/** Buckets of one chart: the hours of a week. */
export const STATS_BUCKETS_MAX = 168;
/** Types named in one statistics answer, most frequent first: types are the senders' to choose. */
export const STATS_TYPES_MAX = 200;
/** So long are events counted by the hour: also the hour in which the oldest span begins is whole. */
export const EVENT_HOURS_KEPT_MS = STATS_BACK_MS + 3_600_000;
/** Requests that one call looks at for a filter without an index; the answer tells how far that goes back. */
export const REQUEST_SCAN_ROWS_MAX = 10_000;
/** Log entries that the words of a query may be in for the index to be asked: more are found soon enough among the newest. */
export const LOG_MATCH_ROWS_MAX = 10_000;
/** Log entries that a query with OR and - looks at, the newest, in some 20 ms. The answer tells how far back. A histogram of a text looks as far. */
export const LOG_QUERY_ROWS_MAX = 15_000;
/** Log entries that a histogram reads where no counter has them, in some 0.1 s. Beyond, it counts by the hour, or tells how far it looked. */
export const LOG_HISTOGRAM_ROWS_MAX = 50_000;
/** Newest events of a group that a query for its events looks at. The answer tells how far back that is. */
export const EVENT_QUERY_ROWS_MAX = 10_000;
/** Their texts that it reads, each shared one once: what so many events say, in some 0.3 s. One larger event is looked at too. */
export const EVENT_QUERY_BYTES_MAX = 16 * MIB;
/** Events that a preview of taking apart counts, the newest, in some 0.1 s: which part one is of stands in it alone. */
export const UNMERGE_PREVIEW_EVENTS_MAX = 50_000;
/** Events that are looked at to tell what a split would take, the newest: some 0.2 s of reading. */
export const SPLIT_PREVIEW_EVENTS_MAX = 10_000;
/** Bytes of their stacks that are read for conditions on frames, each stack once. One larger stack is looked at too. */
export const SPLIT_PREVIEW_BYTES_MAX = 16 * MIB;
/** Stacks of which frames are kept for conditions, to be asked again: twenty frames each, some 2 MiB. */
export const CONDITION_STACKS_MAX = 256;
/** Splits of one error: an event that comes for it is tried on each. */
export const SPLITS_OF_GROUP_MAX = 20;
/** Splits of all projects: a writer has them in memory, some 1 MiB. */
export const SPLITS_MAX = 1000;
/** Parts of groups that people made of others, of all projects: a writer has them in memory, some 5 MiB. */
export const MERGED_PARTS_MAX = 10_000;
/** Characters of stored events that are read at a time to be grouped: they cross two thread borders. One larger event goes alone. */
export const REGROUP_PAGE_CHARS_MAX = MIB;

// --- keys and sessions --------------------------------------------------------------------------------------------

/** Sessions of pages; past it the oldest of the key that has the most ends. */
export const SESSIONS_MAX = 1000;
/** Sessions of one key, or of the token; past it its oldest ends. A person has a few browsers, a team shares a key. */
export const SESSIONS_PER_KEY_MAX = 100;
/** So often is looked whether sessions have expired whose pages follow the feed and ask for nothing. */
export const SESSION_LOOK_MS = 60_000;
/** Codes that wait to open a session; past it the oldest is void. */
export const SESSION_CODES_MAX = 100;
/** A code goes from a terminal into a browser on the same screen. */
export const SESSION_CODE_MS = 60_000;
/** A session ends so long after its login. */
export const SESSION_MS = 30 * 24 * 3_600_000;
/** Use of a key is written down at most so often: a commit a minute, however many calls. */
export const KEY_USES_MS = 60_000;
/** Wrong keys from one address in a minute that are answered with 401; further ones are 429 until it is over. */
export const WRONG_KEYS_MAX = 10;
/** The minute in which they are counted, from the first one on. */
export const WRONG_KEYS_MS = 60_000;
/** Who was right from an address so long ago is let through while others guess from there. */
export const RIGHT_KEY_MS = 3_600_000;
/** Addresses whose wrong keys are counted, and pairs of address and key that were right: some 3 MB, the latest stay. */
export const ATTEMPT_ADDRESSES_MAX = 10_000;

// --- scheduled jobs -----------------------------------------------------------------------------------------------

/** Minutes looked back at for a missed job: any job of ours is due once a day, and a look takes 0.04 ms. */
export const SCHEDULE_LOOKBACK_MINUTES = 1440;
/** A clock may go ahead of the time that has passed by this much: what is kept for days need not be deleted to the minute. */
export const CLOCK_TOLERANCE_MS = 10 * 60_000;
/** So long must a clock that jumped ahead keep its pace before records are deleted by it: long enough to set it right. */
export const CLOCK_AGREEMENT_MS = 3_600_000;
/** A start this long after the newest record doubts the clock. */
export const CLOCK_QUIET_MS = 24 * 3_600_000;

// --- what goes out ------------------------------------------------------------------------------------------------

/** Everything that waits to be read by clients: answers, and what the feed has sent. Past it large answers are 503. */
export const OUTGOING_BYTES_MAX = 40 * MIB;
/** Queries that the store answers at the same time: its threads are never without one, and each may become an answer. */
export const QUERIES_AT_ONCE_MAX = 3;
/** Newest events in which values are looked for that no index has: some milliseconds. */
export const EVENTS_LOOKED_MAX = 10_000;
/** Groups that a query or another order looks at, those seen last: five times what a busy team has, in 50 ms. */
export const GROUPS_LOOKED_MAX = 50_000;
/** Groups that the answer about changes names: a screen or two. Those behind them are counted. */
export const CHANGED_GROUPS_MAX = 100;
/** Times what is usual that a group is told to have: more says no more. */
export const LOUDER_FACTOR_MAX = 1000;
/** Groups of one kind that the page of a release names, those seen last; there may be thousands, and their number is told. */
export const RELEASE_GROUPS_MAX = 50;
/** Groups seen since a time that its most frequent are looked for among, those seen last: some 2 ms. */
export const TOP_LOOKED_MAX = 2000;
/** Of them, those with most events in all, whose events in that time are added up: 33 counters each at most. */
export const TOP_COUNTED_MAX = 200;
/** Those with most events in all among which they are looked for first: mostly, enough of them were seen in that time. */
export const TOP_FREQUENT_MAX = 600;
/** Of those, so many at a time, until the rest cannot be among the first: counting all takes most of a call for statistics. */
export const TOP_COUNTED_AT_ONCE = 20;
/** Groups that are read at once to change all that match: their texts are parsed on the main thread, in some 3 ms. */
export const MATCHING_PAGE_SIZE = 200;
/** Newest events, groups or types of errors that values are suggested from, and texts of them that are read as JSON. */
export const SUGGESTED_FROM_MAX = 1000;
export const SUGGESTED_TEXTS_MAX = 200;
/** A smaller answer is never refused for want of room: it goes into the system's buffer, or its connection ends. */
export const ANSWER_WHOLE_BYTES_MAX = 64 * KIB;
/** Texts of the rows in one answer; the rest is behind `next`. A thousand events of the usual size are half of it. */
export const ANSWER_BYTES_MAX = 8 * MIB;
/** A reader that takes nothing for so long is disconnected: answers to others wait for its bytes. */
export const OUTGOING_STALL_MS = 10_000;
/** Even a reader that takes a little now and then: the largest answer in it is a slow line of 0.6 Mbit/s. */
export const ANSWER_MS_MAX = 120_000;

// --- feed ---------------------------------------------------------------------------------------------------------

/** Messages that wait for clients, held once for all of them; a client that falls further behind misses some. */
export const FEED_LOG_BYTES_MAX = 8 * MIB;
/** When every client misses messages, so many turns of a client's share are made and kept: one goes out, one comes in. */
export const FEED_TURNS_KEPT = 2;
/** On its way to all clients and not read yet, in their sockets and in the system: half of what may wait at all. */
export const FEED_UNREAD_BYTES_MAX = OUTGOING_BYTES_MAX / 2;
/** On its way to one client, when there are few: it covers a busy connection for tens of milliseconds. */
export const FEED_UNREAD_CLIENT_BYTES_MAX = 1 * MIB;
/** After so many bytes a client is asked whether it has read them. */
export const FEED_PING_BYTES = 16 * KIB;
/** What one turn of the feed sends: some ten milliseconds in which this thread does nothing else. */
export const FEED_TURN_BYTES = 8 * MIB;
/** What it sends to one client, when there are few. */
export const FEED_TURN_CLIENT_BYTES_MAX = 256 * KIB;
/** What it sends to one client, however many there are: less costs a call to the system all the same. */
export const FEED_TURN_CLIENT_BYTES_MIN = 16 * KIB;
/** A pause is so many times as long as the turn before it: the feed takes a tenth of this thread, ingest has the rest. */
export const FEED_PAUSES_PER_TURN = 9;
/** Every client costs its buffers; past it the upgrade is answered with 503. */
export const FEED_CLIENTS_MAX = 1000;
/** Clients have nothing to say on the feed. */
export const FEED_INBOUND_BYTES_MAX = 1 * KIB;

// --- dashboard ----------------------------------------------------------------------------------------------------

/** The dashboard's files are held in memory, with their compressed forms; a build of it is a tenth of this. */
export const STATIC_BYTES_MAX = 16 * MIB;
/** Files of the dashboard. */
export const STATIC_FILES_MAX = 1000;
/** Of the path of a unix socket: `sun_path` has 104 bytes on macOS and 108 on Linux, with a zero at the end. */
export const SOCKET_PATH_BYTES_MAX = 103;
/** Folders between the dashboard's root and an address of it. Its own have one; each more costs a text per link of the page. */
export const PAGE_DEPTH_MAX = 16;

/** Projects that metrics name, in the order they are met; the others are one. A label for each would fill what scrapes them. */
export const METRICS_PROJECTS_MAX = 100;
/** A thread tells its memory at most so often: a few times between two scrapes, and it takes 0.1 ms. */
export const THREAD_MEMORY_MS = 5000;
/** Threads whose memory is known, those that ended among them: more than twice as many as run at once. */
export const THREADS_TOLD_MAX = 64;

// --- grouping, version 2 ------------------------------------------------------------------------------------------

/** Replacements that a fingerprint shows: more than a message of usual length has. */
export const GROUPING_REPLACED_MAX = 16;
/** Characters shown of each: a path or a token is known by them. */
export const GROUPING_REPLACED_CHARS_MAX = 120;
/** Frames of the application that count, as many as in version 1; a shared helper on top comes besides. */
export const CALL_SITE_FRAMES_MAX = 3;
/** Of minified code one more, because a shared helper has no name there. */
export const MINIFIED_FRAMES_MAX = 4;
/** Words and classes taken off the front of a message: `Uncaught (in promise) Error: TypeError: …`. */
export const MESSAGE_LEADS_MAX = 4;

// --- facets -------------------------------------------------------------------------------------------------------

/** Characters of a value of a facet: a route, a release or a host is known by them, and each is stored once. */
export const FACET_VALUE_CHARS_MAX = 200;
/** Characters of the key of a tag that is a facet. */
export const FACET_TAG_CHARS_MAX = 64;
/** Tags of one event that are facets, the first by name: what more says is found in the event. */
export const FACET_TAGS_MAX = 10;
/** Characters of a URL that are looked at for its route. */
export const FACET_URL_CHARS_MAX = 512;
/** Parts of the path of a route; deeper ones are summed up as one. */
export const FACET_URL_PARTS_MAX = 8;
/** Characters of a User-Agent that are looked at: no browser sends more. */
export const USER_AGENT_CHARS_MAX = 512;
/** Values of one facet that are counted by name in one group; what comes beyond them is counted as one. */
export const FACET_VALUES_MAX = 50;
/** The same over a project, and over all: what a group is compared with. */
export const FACET_VALUES_ALL_MAX = 200;
/** Facets of one group or project: the fixed ones, and so many keys of tags. */
export const FACETS_MAX = 30;
/** Affected users that are counted one by one; of more a sample of half of that or more stands for all (error about 1 %). */
export const FACET_USERS_EXACT_MAX = 10_000;
/** A value that nobody has sent for so long gives its place to a new one. */
export const FACET_STALE_MS = 24 * 60 * 60_000;
/**
 * Contexts, values and users that wait to be written, of groups and projects: some 5 MB where each is another. Those of all
 * projects together are written at once.
 */
export const FACETS_GATHERED_MAX = 50_000;
/** And so long, where not many gather: what lists show of them is no older, but for the commits that write them. */
export const FACETS_GATHERED_MS = 1000;
/** Where so many of them gather within that time, they go on: the longer they gather, the fewer rows an event changes. */
export const FACETS_GATHERED_MANY = 10_000;
export const FACETS_GATHERED_MANY_MS = 3000;
/** Texts of contexts whose facets are remembered, and as many of what events say alone: some 2 MB. */
export const FACET_TEXTS_KNOWN_MAX = 2000;
/** Rows that a commit writes of those that are due, at least: a millisecond. */
export const FACETS_PART_ROWS = 400;
/** Rows that one step writes for who asks for facets, between commits: some ten milliseconds. */
export const FACETS_SETTLE_ROWS = 4000;
/** Stored events that one step counts, of a database that an older build wrote, or after a crash: a few milliseconds. */
export const FACETS_STEP_ROWS = 500;
/** Values of a facet that an answer tells, the most frequent. */
export const FACET_VALUES_SHOWN_MAX = 20;
/** What distinguishes a group: so many facts, the clearest. */
export const FACET_DISTINCTIONS_MAX = 5;

// --- others -------------------------------------------------------------------------------------------------------

/** Characters of a path in the daemon's log: the longest of ours with an id is well within. */
export const LOGGED_PATH_CHARS_MAX = 200;
/** Query parameters that a list did not look at, named in a header of its answer. */
export const IGNORED_NAMES_MAX = 10;
/** Of one such name: longer than any of ours, and ten of them encoded fit into what clients take of headers. */
export const IGNORED_NAME_CHARS_MAX = 64;
/** Addresses looked at in a header that proxies write: more than anybody has in a row. */
export const FORWARDED_ADDRESSES_MAX = 16;
/** Validation faults named in one answer. */
export const ERROR_DETAILS_MAX = 10;
/** Time the stop may take to drain before it is cut short. */
export const STOP_TIMEOUT_MS = 10_000;

// --- alerts ---------------------------------------------------------------------------------------------------------

/** Groups that are looked at in one turn: each costs a few reads by key, on the thread that writes. */
export const ALERT_GROUPS_MAX = 100;
/** Messages that wait: past them a channel has been away for long, and what it missed is in the dashboard. */
export const ALERT_MESSAGES_MAX = 1000;
/** Messages that go out at once, of all channels. */
export const ALERT_SENDING_MAX = 20;
/** Alerts in one message: the rest is counted. Discord takes 2,000 characters. */
export const ALERT_DIGEST_ITEMS_MAX = 20;
/** Attempts at a message: with the pauses between them, which double from a minute on, some 8 hours. */
export const ALERT_TRIES_MAX = 10;
/** One attempt: whoever takes longer is as good as away. */
export const ALERT_SEND_TIMEOUT_MS = 10_000;
/** Of the text that an event brings into a message. */
export const ALERT_MESSAGE_CHARS_MAX = 300;
/** Groups that wait for so many more events: each is looked at in each turn. */
export const SNOOZES_MAX = 1000;
/** Entries in the history of a group; the oldest go. */
export const HISTORY_ROWS_MAX = 200;
