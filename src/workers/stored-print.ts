import type { Grouping } from '../../schemas/error-group.js';
import type { EventPrint, StoredEventText } from '../messages.js';
import type { Fingerprint } from './domain/fingerprint/fingerprint.js';
import { type StoredEvent, toStoredGroupingFacts } from './domain/fingerprint/grouping-facts.js';
import { fingerprintV2 } from './domain/fingerprint/v2.js';

/** What version 2 groups a stored event by; null where a bug of ours keeps it from being told. */
export function toStoredPrint({ event, grouping }: StoredEventText): EventPrint | null {
  try {
    // Both were written by the store, by their schemas.
    const { custom } = JSON.parse(grouping) as Partial<Grouping>;
    return toEventPrint(fingerprintV2(toStoredGroupingFacts(JSON.parse(event) as StoredEvent, custom)));
  } catch {
    return null;
  }
}

/** A fingerprint as digests and stores have it. */
export function toEventPrint({ value, version, parts }: Fingerprint): EventPrint {
  return { fingerprint: value, fingerprintVersion: version, grouping: JSON.stringify(parts) };
}
