// Parts of groups that people made of others, as they were: what is read of them to tell what they would be without the whole.

import { NO_SIGNALS } from '../../../answers/group-signals.js';
import type { MergeRefusal } from '../../merge.js';
import type { ReadableDb } from '../connection.js';
import { parsePublicId } from '../row-id.js';
import { rowToFacts } from './error-groups.js';
import { PART_JOINED } from './group-parts.js';

export interface MergedPartRow {
  readonly id: number;
  /** In hex. */
  readonly fingerprint: string;
  readonly type: string;
  readonly message: string;
  readonly source: number;
  readonly severity: number;
  readonly status: number;
  readonly explanation: string | null;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly eventCount: number;
  readonly reopenedAtMs: number | null;
  readonly culprit: string | null;
  readonly state: number;
}

/** The part as the group that it was. */
export function toMergedPart(row: MergedPartRow, projectName: string | null) {
  return rowToFacts({ ...NO_SIGNALS, ...row, projectName });
}

/**
 * The parts that are to leave a whole, all but its own where none are named; or why they cannot. They leave together, and only
 * while no event is on its way.
 */
export function chooseLeaving<Part extends { readonly id: number; readonly state: number }>(
  parts: readonly Part[],
  wholeId: number,
  partIds: readonly string[] | null,
): readonly Part[] | MergeRefusal {
  const others = parts.filter(({ id }) => id !== wholeId);
  const wanted = partIds === null ? null : new Set(partIds.map(parsePublicId));
  const leaving = wanted === null ? others : others.filter(({ id }) => wanted.has(id));
  if (leaving.length === 0 || (wanted !== null && leaving.length !== wanted.size)) return 'parts';
  return parts.some(({ state }) => state !== PART_JOINED) ? 'busy' : leaving;
}

/** The parts of a group, in the order of their ids. */
export function openMergedParts(db: ReadableDb): (groupId: number) => MergedPartRow[] {
  const read = db.prepare<{ groupId: number }, MergedPartRow>(
    `SELECT id, lower(hex(fingerprint)) AS fingerprint, type, message, source, severity, status, explanation,
       first_seen_at_ms AS firstSeenAtMs, last_seen_at_ms AS lastSeenAtMs, event_count AS eventCount,
       reopened_at_ms AS reopenedAtMs, culprit, state
     FROM group_parts WHERE into_id = :groupId ORDER BY id`,
  );
  return (groupId) => read.all({ groupId });
}
