// Groups that were resolved in a release stay so while older ones still send their error, as in the SQLite store. Asked only of
// resolved groups.

import type { Joined } from '../../../answers/group-change.js';
import { parseResolvedIn, releaseOf, staysResolved, toTriageAfter } from '../../../answers/releases.js';
import type { TriageFacts } from '../../../answers/triage.js';
import type { EventDigest } from '../../../messages.js';
import { countInGroup, type GroupHead, joinGroup } from '../../sqlite/tables/error-groups.js';
import type { Queries } from '../connection.js';
import { readReleaseRows } from '../tables/releases.js';
import { findTriage, writeTriage } from '../tables/triage.js';

/** Of one transaction, which has locked the groups. */
export interface ReleaseHolds {
  /** Counts an event in its resolved group. */
  join(head: GroupHead, digest: EventDigest, seenAtMs: number): Promise<Joined>;
}

export function openReleaseHolds(transaction: Queries): ReleaseHolds {
  const triage = new Map<GroupHead, TriageFacts | undefined>();
  const releases = new Map<number, ReadonlyMap<string, number>>();
  const firstMsIn = async (projectId: number): Promise<ReadonlyMap<string, number>> => {
    const known =
      releases.get(projectId) ??
      new Map((await readReleaseRows(transaction, projectId)).map(({ value, firstMs }) => [value, firstMs]));
    releases.set(projectId, known);
    return known;
  };
  return {
    async join(head, digest, seenAtMs) {
      const place = { projectId: head.projectId, groupId: head.id };
      const before = triage.has(head) ? triage.get(head) : await findTriage(transaction, place);
      triage.set(head, before);
      const release = releaseOf(digest.context?.text);
      if (before?.resolvedIn != null) {
        const known = await firstMsIn(head.projectId);
        // A release that is not counted yet has just come.
        const firstMsOf = (value: string): number => known.get(value) ?? seenAtMs;
        if (staysResolved(parseResolvedIn(before.resolvedIn), release, firstMsOf)) {
          countInGroup(head, digest, seenAtMs);
          return 'counted';
        }
      }
      if (before !== undefined || (release !== null && digest.ignoredBy === undefined)) {
        const after = toTriageAfter(before, digest, release);
        await writeTriage(transaction, place, after);
        triage.set(head, after);
      }
      return joinGroup(head, digest, seenAtMs);
    },
  };
}
