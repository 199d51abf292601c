import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { isLouder, isRegressed } from '../ui/badge.tsx';

export type Reason = 'regressed' | 'louder' | 'new';

/** A group that needs somebody, and why it stands where it does, besides its severity. */
export interface Attention {
  readonly group: ErrorGroup;
  readonly reasons: readonly Reason[];
}

/**
 * The groups in the order of the daemon, which has ranked all of them, each with its reasons. What was first seen after `newSinceMs`
 * is new.
 */
export function toAttention(
  groups: readonly ErrorGroup[],
  { newSinceMs, nowMs }: { readonly newSinceMs: number; readonly nowMs: number },
): readonly Attention[] {
  return groups.map((group) => {
    const reasons: Reason[] = [];
    if (isRegressed(group)) reasons.push('regressed');
    if (isLouder(group, nowMs)) reasons.push('louder');
    if (Date.parse(group.firstSeen) >= newSinceMs) reasons.push('new');
    return { group, reasons };
  });
}
