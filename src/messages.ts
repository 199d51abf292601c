// What crosses between gateway, digest pool and store: calls, digests, reports. Types only; plain data only. What a store
// says to threads of its own is its own affair.

import type { MessagePort } from 'node:worker_threads';
import type { ExplanationEvidence } from '../schemas/error-group.js';
import type { GroupingRule } from '../schemas/project-settings.js';
import type { LogLevel, Severity, Source } from '../schemas/words.js';
import type { OwnFacets } from './facets.js';
import type { Drop, Outcome, Rejection, Stored } from './outcome.js';

// --- gateway to digest pool ---------------------------------------------------------------------------------------

export type RecordKind = 'event' | 'request' | 'log';

/** The protocols that ingest speaks; `workers/dialects` has a file for each. */
export type DialectName = 'errord' | 'otlpLogs' | 'otlpTraces' | 'otlpMetrics' | 'sentry' | 'spotlight';

/** What the route of a call says of the items in it. */
export interface IngestForm {
  readonly dialect: DialectName;
  /** Of every item; null where the items say it themselves. */
  readonly kind: RecordKind | null;
  readonly isBatch: boolean;
}

/** How the body of a call is written, and so its answer. */
export type BodyFormat = 'json' | 'protobuf';

/** One ingest call, its body as it came off the socket. */
export interface IngestCall {
  /** Names the call until it is answered; never repeats while the daemon runs. */
  readonly ticket: number;
  readonly form: IngestForm;
  /** What the path of the call names, by the names in its pattern: `project` of `/api/{project}/envelope/`. */
  readonly pathIds: Readonly<Record<string, string | null>>;
  /** The one project that the key of the call may write into; null where there is no such bound. */
  readonly keyProject: string | null;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentEncoding: string;
  /** As its Content-Type says. */
  readonly format: BodyFormat;
  readonly receivedAtMs: number;
  /** From the request's headers; records that name none get these. */
  readonly projectName: string | null;
  readonly correlationId: string | null;
}

/** One call of a task; its body lies in the bytes of the task, behind that of the call before it. */
export interface TaskCall extends Omit<IngestCall, 'body'> {
  readonly bodyEnd: number;
}

export interface DigestTask {
  readonly calls: readonly TaskCall[];
  /** Null where every project uses version 1 and none lists source maps; rules come beside it. */
  readonly groupings: Omit<GroupingVersions, 'rules'> | null;
  /** Null where no project has rules. */
  readonly groupingRules: SharedRules | null;
  /** The bodies of all calls, one behind the other. */
  readonly bodies: Uint8Array<ArrayBuffer>;
  /** Of `task-progress.ts`. */
  readonly progress: Int32Array<SharedArrayBuffer>;
}

/** Rules of grouping as threads share them: a task costs the same however many there are. */
export interface SharedRules {
  /** Grows with each change. */
  readonly revision: number;
  /** JSON of an array of `ProjectGroupingRules`. */
  readonly json: Uint8Array<SharedArrayBuffer>;
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
  /** By the version of grouping that the project of the event uses, where that is not the one of the site. */
  readonly second?: EventPrint;
  /** What `site` and `second` would have been without the rule that decided; absent where none did. */
  readonly unruled?: UnruledPrints;
  /** The name of the rule by which it is ignored where nobody has decided about its group; absent where none says so. */
  readonly ignoredBy?: string;
  /** JSON object text with the context that repeats: `environment`, `release`, `tags`, `platform`, `sdk`, `causes` … */
  readonly context: ContentText | null;
  /** JSON object text with the rest: `request`, `extra`, `user`, `breadcrumbs`, `code`, `handled`, `transaction` … */
  readonly details: string | null;
  /** Of `details`; where it is absent, the store reads them itself. */
  readonly facets?: OwnFacets;
}

/** What an event is grouped by. */
export interface EventPrint {
  /** 64 characters of lower-case hex. */
  readonly fingerprint: string;
  readonly fingerprintVersion: number;
  /** JSON of `Grouping`. */
  readonly grouping: string;
}

/** By which the parts of groups are found that people made of others. */
export type PrintKey = Pick<EventPrint, 'fingerprint' | 'fingerprintVersion'>;

export interface UnruledPrints {
  readonly site: PrintKey;
  readonly second?: PrintKey;
}

/** What a stored event is to be grouped by. */
export interface StoredPrint extends EventPrint {
  /** Its stack, where a source map has told more of it than what is stored. */
  readonly stack?: ContentText;
}

/** A stored event as a thread is asked for its fingerprint. */
export interface StoredEventText {
  /** JSON of an `EventRecord`. */
  readonly event: string;
  /** Its stack as it is stored; see `stack-text.ts`. */
  readonly stack: string | null;
  /** JSON of the `Grouping` that it has now: a client's own parts are kept there. */
  readonly grouping: string;
}

/** By which version stored events are to be grouped, and where source maps are looked for. */
export interface FingerprintRule {
  readonly version: number;
  readonly sourceMaps: readonly string[];
}

export interface FingerprintRequest extends FingerprintRule {
  readonly kind: 'fingerprint';
  readonly id: number;
  readonly events: readonly StoredEventText[];
}

/** In the order of the events; null for one that nothing can be told of. */
export interface FingerprintReply {
  readonly kind: 'fingerprint';
  readonly id: number;
  readonly prints: readonly (StoredPrint | null)[];
}

/** Which rule decides each of these stored events. */
export interface RulesRequest {
  readonly kind: 'rules';
  readonly id: number;
  /** Each the JSON of an `EventRecord`. */
  readonly events: readonly string[];
  readonly rules: readonly GroupingRule[];
}

/** The rule that decides an event. */
export interface RuleMatch {
  /** Among the rules. */
  readonly index: number;
  /** Null for what it would be grouped by without a rule. */
  readonly fingerprint: string | null;
}

/** In the order of the events; null for one that no rule decides. */
export interface RulesReply {
  readonly kind: 'rules';
  readonly id: number;
  readonly matches: readonly (RuleMatch | null)[];
}

/**
 * Rules of grouping: that of new projects, and the names of those that use the other one; '' for no project. And where
 * projects have source maps looked for: absent where none does.
 */
export interface GroupingVersions {
  readonly newProjects: number;
  readonly others: readonly string[];
  readonly sourceMaps?: readonly ProjectSourceMaps[];
  /** Of the projects that have some; absent where none does. */
  readonly rules?: readonly ProjectGroupingRules[];
}

export interface ProjectGroupingRules {
  readonly projectName: string;
  /** In the order in which they are tried. */
  readonly rules: readonly GroupingRule[];
}

export interface ProjectSourceMaps {
  readonly projectName: string;
  /** Folders of this machine, and addresses of dev servers on it. */
  readonly places: readonly string[];
}

/**
 * Where and how a program failed: what type, message and stack of an event decide. Events of one site share the object
 * in a digest thread, and a message between threads holds each object once.
 */
export interface ErrorSite extends EventPrint {
  readonly type: string;
  readonly message: string;
  /** JSON text of an `EventExplanation`: each event carries it, and only the first of a group has it read. */
  readonly explanation: string | null;
  /** JSON object text with `stack`, `stackFrames` and the `causes` in the text; `MESSAGE_MARK` in it stands for the message. */
  readonly stack: ContentText | null;
  /** The text of `toCulpritText`. */
  readonly culprit: string | null;
}

export interface ExplanationText {
  readonly title: string;
  readonly explanation: string;
  readonly suggestion: string;
}

/** An explanation that may begin with what the event itself shows. */
export interface EventExplanation extends ExplanationText {
  /** What the words of `explanation` were read from, in their order; absent where it says nothing of the event. */
  readonly evidence?: readonly ExplanationEvidence[];
}

export interface RecordBodyText {
  /** At most 16 KiB of UTF-8, redacted before it was cut. */
  readonly text: string;
  readonly truncated: boolean;
}

export interface RequestDigest extends DigestBase {
  readonly kind: 'request';
  /** The client's, to recognise a retry; null when it made none. The id that answers show is the store's. */
  readonly recordId: string | null;
  readonly method: string;
  readonly url: string;
  /** The template of its path, such as `/orders/:id`. */
  readonly route: string | null;
  readonly statusCode: number | null;
  readonly duration: number | null;
  readonly errorEventId: string | null;
  readonly source: Source | null;
  readonly headers: ContentText | null;
  readonly responseHeaders: ContentText | null;
  readonly requestBody: RecordBodyText | null;
  readonly responseBody: RecordBodyText | null;
  /** Of how many spans its sender told. */
  readonly spanCount: number | null;
  /** JSON list text of the `RequestSpan`s that are kept. */
  readonly spans: string | null;
}

export interface LogDigest extends DigestBase {
  readonly kind: 'log';
  /** As that of a request record. */
  readonly recordId: string | null;
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

/** An item that the pool refused, or lost to a bug of ours. It travels with the others, so that a call has one report. */
export type ItemRefusal = (Rejection | Drop) & { readonly projectName: string | null };

/** By names out of a fixed list, so that no sender can make up more of them. */
export type NamedCounts = Readonly<Record<string, number>>;

/** What a call tells besides its items. Nothing of it is stored. */
export interface CallNotes {
  /** Items of kinds that errord does not keep, by type. */
  readonly skipped?: NamedCounts;
  /** Items that the sender says it lost before, by its reason. */
  readonly clientDropped?: NamedCounts;
  /** The project that the two count for. */
  readonly projectName?: string | null;
  /** What the sender calls this call, if its answer repeats it. */
  readonly callId?: string;
}

/** All items of one call, in the order of the call. */
export interface DigestBatch {
  readonly ticket: number;
  readonly notes?: CallNotes;
  readonly items: readonly (Digest | ItemRefusal)[];
  /** The body was refused before it had items; `items` holds that refusal alone. */
  readonly bodyRefused: boolean;
}

/** The number of a part that was posted before; see `digest-channel.ts`. */
type PartNumber = number;
type Numbered<D, Field extends keyof D> = {
  readonly [Name in keyof D]: Name extends Field ? D[Name] | PartNumber : D[Name];
};

export type PostedDigest =
  | Numbered<EventDigest, 'site' | 'second' | 'context'>
  | Numbered<RequestDigest, 'headers' | 'responseHeaders'>
  | Numbered<LogDigest, 'environment'>;

/** What repeats between digests; those of one thread count from 0. */
export type PostedPart = ContentText | Numbered<ErrorSite, 'stack'> | EventPrint;

export interface PostedBatch extends Omit<DigestBatch, 'items'> {
  readonly items: readonly (PostedDigest | ItemRefusal)[];
}

/** Posted by pool threads over the digest port. */
export interface DigestMessage {
  /** The numbers begin at 0 again, with the parts of this message. */
  readonly startsOver: boolean;
  /** In the order of their numbers. */
  readonly parts: readonly PostedPart[];
  readonly batches: readonly PostedBatch[];
}

// --- store to gateway ---------------------------------------------------------------------------------------------

/** The fate of one item, and the project that it counts for. */
export type ItemResult = Outcome & { readonly projectName: string | null };

/** The fate of one item that reached the store. */
export type AppendOutcome = (Stored | Rejection) & { readonly projectName: string | null };

/** The one report of a call: every item of its batch, in order. */
export interface BatchResult {
  readonly ticket: number;
  readonly notes?: CallNotes;
  readonly items: readonly ItemResult[];
  readonly bodyRefused: boolean;
}

/** A project that has used up a limit: its items are refused until the time is over, by the clock of the machine. */
export interface ReachedLimit {
  readonly projectName: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What became of the batches of one commit (or its failure), in commit order. */
export interface CommitReport {
  readonly results: readonly BatchResult[];
  /** Of the items that were refused; each project once. */
  readonly reachedLimits?: readonly ReachedLimit[];
  /** From the start of the transaction until it was on disk; absent when nothing was committed. */
  readonly durationMs?: number;
}

/** A feed message, finished. `projectName` narrows who gets it. */
export interface FeedItem {
  readonly projectName: string | null;
  /** Nobody knows of which projects messages were left out: whoever follows any of them is told. */
  readonly isOfAnyProject?: true;
  /** Empty where there is nothing to tell but that messages were left out. */
  readonly json: string;
  /** Messages of the same project that were left out before this one; none where it is absent. */
  readonly skippedBefore?: number;
}
