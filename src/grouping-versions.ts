// A project has one of two rules of grouping, which somebody chooses, and each counts frames as they were sent, or as source
// maps tell them where the project lists places for those. Together these are the four versions of a fingerprint.

/** Versions of fingerprints that stores hold; 0 is that of a group that waits to be grouped. */
export const FINGERPRINT_VERSIONS = [0, 1, 2, 3, 4] as const;

/** Of a group that people made of others: no grouping takes it apart, so it is none of the versions above. */
export const BY_HAND_VERSION = 9;

/** 1 and 2 by the frames that were sent; 3 and 4 the same rules by mapped frames. */
export function toFingerprintVersion(rule: number, hasMaps: boolean): number {
  return hasMaps ? rule + 2 : rule;
}

/** The rule that somebody chose. */
export function toRule(version: number): number {
  return version > 2 ? version - 2 : version;
}
