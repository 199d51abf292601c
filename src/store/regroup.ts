// The part of the port that is about grouping what is stored anew. The store knows how events move; what they are grouped
// by is told to it.

import type { FingerprintRule, StoredEventText, StoredPrint } from '../messages.js';

/** Stored events that a step needs the fingerprints of. */
export interface RegroupPage {
  /** Names the page until its fingerprints are told. */
  readonly id: number;
  /** Maybe none: then the step needed no fingerprints, and the next one is asked for. */
  readonly events: readonly StoredEventText[];
  /** What they are asked for; absent where there are no events. */
  readonly rule?: FingerprintRule;
}

/** The answer to a page. */
export interface RegroupPrints {
  readonly pageId: number;
  /** In the order of the events; null where there is none, and the event stays with those that it was with. */
  readonly prints: readonly (StoredPrint | null)[];
}

/** Some groups of a project, with their newest events. */
export interface GroupSample {
  readonly groups: readonly SampledGroup[];
  /** Where the next sample begins; null behind the last group. */
  readonly next: string | null;
}

export interface SampledGroup {
  readonly id: string;
  readonly type: string;
  readonly message: string;
  readonly count: number;
  readonly events: readonly SampledEvent[];
}

export interface SampledEvent extends StoredEventText {
  /** What it would be grouped by after the way back to version 1. */
  readonly home: string;
}

export interface SampleRequest {
  readonly projectName: string;
  readonly after: string | null;
  readonly groupsMax: number;
  readonly eventsMax: number;
}

/** Some of the newest events of a project, with the groups that they are in. */
export interface NewestEvents {
  readonly events: readonly NewestEvent[];
  readonly groups: readonly GroupOfEvents[];
  /** Where the next ones begin; null behind the oldest. */
  readonly next: string | null;
}

export interface NewestEvent {
  readonly groupId: string;
  /** JSON of an `EventRecord`. */
  readonly event: string;
}

export interface GroupOfEvents extends Omit<SampledGroup, 'events'> {
  /** People made it of several. */
  readonly isByHand: boolean;
  /** JSON of the `Grouping` that it has. */
  readonly grouping: string;
}

export interface NewestRequest {
  readonly projectName: string;
  readonly after: string | null;
  readonly eventsMax: number;
}

export interface RegroupStore {
  /**
   * Does a step of what is due, and keeps it: a daemon that ends goes on where it was. Answers what the next step needs, null
   * when nothing is due any more. Takes no longer than a commit.
   */
  step(prints: RegroupPrints | null): Promise<RegroupPage | null>;
  /**
   * Reads groups, those with the newest events first; none of a project that has settings and no records, null for one that
   * nobody has named. Changes nothing.
   */
  sample(request: SampleRequest): Promise<GroupSample | null>;
  /**
   * Reads events, those received last first; none of a project that has settings and no records, null for one that nobody has
   * named. Changes nothing. May answer none and still tell where to go on.
   */
  newest(request: NewestRequest): Promise<NewestEvents | null>;
}
