import type { Grouping } from '../../../../schemas/error-group.js';

/** The rules by which events are grouped. A released version is frozen. */
export type FingerprintVersion = 1 | 2;

/** What an event is grouped by, whichever version made it. */
export interface Fingerprint {
  /** SHA-256 in lower-case hex. */
  readonly value: string;
  readonly version: FingerprintVersion;
  /** What it was computed from. */
  readonly parts: Grouping;
}
