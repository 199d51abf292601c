// What crosses between gateway, digest pool and store: calls, digests, reports. Types only; plain data only. What a store
// says to threads of its own is its own affair.

import type { MessagePort } from 'node:worker_threads';
import type { LogLevel, Severity, Source } from '../schemas/common.js';
import type { StoreErrorCode } from './errors.js';
import type { Drop, Rejection, Stored } from './outcome.js';

// --- gateway to digest pool ---------------------------------------------------------------------------------------

export type IngestRoute = 'event' | 'event_batch' | 'request' | 'request_batch' | 'log' | 'log_batch';

/** One ingest call, its body as it came off the socket. The buffer is transferred to the pool thread. */
export interface IngestCall {
  /** Names the call until it is answered; never repeats while the daemon runs. */
  readonly ticket: number;
  readonly route: IngestRoute;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentEncoding: string;
  readonly receivedAtMs: number;
  /** From the request's headers; records that name none get these. */
  readonly projectName: string | null;
  readonly correlationId: string | null;
}

/** What a pool thread made of one call. The accepted items are on their way to the store under the same ticket. */
export interface DigestVerdict {
  readonly ticket: number;
  readonly itemCount: number;
  /** Refused items by position. With `wholeBody`, the body was refused before it had items. */
  readonly rejections: readonly {
    readonly index: number;
    readonly projectName: string | null;
    /** A drop is a bug of ours on this one item. */
    readonly rejection: Rejection | Drop;
  }[];
  readonly wholeBody: boolean;
  /** Project of each accepted item, in order. */
  readonly acceptedProjects: readonly (string | null)[];
  /** Bugs of ours that cost an item, in words for the daemon's log. */
  readonly faults: readonly string[];
}

export interface DigestTask {
  readonly calls: readonly IngestCall[];
}

/** Posted once by each pool thread when it starts: the end of a channel for its digests, to be given to the store. */
export interface DigestPortMessage {
  readonly kind: 'digest_port';
  readonly port: MessagePort;
}

// --- digest pool to store ----------------------------------------------------------------------------------------

/** A text that repeats between records and is stored once: final JSON and the hash of it. */
export interface ContentText {
  /** First 16 bytes of SHA-256 of `text`, as 22 characters of unpadded base64url. */
  readonly hash: string;
  readonly text: string;
}

interface DigestBase {
  readonly projectName: string | null;
  /** As the client sent it; may be wrong by years. */
  readonly timestampMs: number;
  readonly receivedAtMs: number;
  readonly correlationId: string | null;
}

/** The accepted event, ready to store: redacted, cut, grouped, explained, serialised. */
export interface EventDigest extends DigestBase {
  readonly kind: 'event';
  readonly eventId: string;
  readonly source: Source;
  readonly severity: Severity;
  readonly site: ErrorSite;
  /** JSON object text with the context that repeats: `environment`, `release`, `tags`. */
  readonly context: ContentText | null;
  /** JSON object text with the rest: `request`, `extra`, `user`, `breadcrumbs`, `componentStack`, `componentName`. */
  readonly details: string | null;
}

/**
 * Where and how a program failed: what type, message and stack of an event decide. Events of one site share the object
 * in a digest thread, and a message between threads holds each object once.
 */
export interface ErrorSite {
  readonly type: string;
  readonly message: string;
  /** 64 characters of lower-case hex. */
  readonly fingerprint: string;
  readonly fingerprintVersion: number;
  /** JSON of `Grouping`. */
  readonly grouping: string;
  readonly explanation: ExplanationText | null;
  /** JSON object text with `stack` and `stackFrames`; `MESSAGE_MARK` in it stands for the message. */
  readonly stack: ContentText | null;
}

export interface ExplanationText {
  readonly title: string;
  readonly explanation: string;
  readonly suggestion: string;
}

export interface RecordBodyText {
  /** At most 16 KiB of UTF-8, redacted before it was cut. */
  readonly text: string;
  readonly truncated: boolean;
}

export interface RequestDigest extends DigestBase {
  readonly kind: 'request';
  readonly method: string;
  readonly url: string;
  readonly statusCode: number | null;
  readonly duration: number | null;
  readonly errorEventId: string | null;
  readonly source: Source | null;
  readonly headers: ContentText | null;
  readonly responseHeaders: ContentText | null;
  readonly requestBody: RecordBodyText | null;
  readonly responseBody: RecordBodyText | null;
}

export interface LogDigest extends DigestBase {
  readonly kind: 'log';
  readonly level: LogLevel;
  readonly message: string;
  readonly source: Source | null;
  /** JSON object text of `environment`. */
  readonly environment: ContentText | null;
  /** JSON object text of `extra`. */
  readonly extra: string | null;
}

/** Only these leave a pool thread. */
export type Digest = EventDigest | RequestDigest | LogDigest;

/** Accepted items of one call, in the order of the call. */
export interface DigestBatch {
  readonly ticket: number;
  readonly digests: readonly Digest[];
}

/** Posted by pool threads over the digest port. */
export type DigestMessage = readonly DigestBatch[];

// --- store to gateway ---------------------------------------------------------------------------------------------

/** The fate of one digest in the store, in the order of its batch. */
export type AppendOutcome = Stored | Rejection;

export type BatchResult =
  | { readonly ticket: number; readonly ok: true; readonly outcomes: readonly AppendOutcome[] }
  | { readonly ticket: number; readonly ok: false; readonly code: StoreErrorCode };

/** What became of the batches of one commit (or its failure), in commit order. */
export interface CommitReport {
  readonly results: readonly BatchResult[];
}

/** A feed message, finished. `projectName` narrows who gets it. */
export interface FeedItem {
  readonly projectName: string | null;
  readonly json: string;
}
