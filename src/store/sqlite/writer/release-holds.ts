// Groups that were resolved in a release stay so while older ones still send their error. Asked only of resolved groups.

import type { Joined } from '../../../answers/group-change.js';
import {
  parseResolvedIn,
  type ReleaseRow,
  releaseOf,
  staysResolved,
  toTriageAfter,
} from '../../../answers/releases.js';
import { RELEASE_FACET } from '../../../facets.js';
import type { EventDigest } from '../../../messages.js';
import type { WritableDb } from '../connection.js';
import { countInGroup, type GroupHead, isResolved, joinGroup } from '../tables/error-groups.js';
import type { FacetCommands } from '../tables/facets.js';
import { openReleaseRows } from '../tables/releases.js';
import type { TriageCommands } from '../tables/triage.js';

/** Run inside a transaction. */
export interface ReleaseHolds {
  /** Counts an event in its group. */
  join(head: GroupHead, digest: EventDigest, seenAtMs: number): Joined;
  /** The releases of a project, those of this transaction included. */
  releases(projectId: number): readonly ReleaseRow[];
}

export function openReleaseHolds(
  db: WritableDb,
  { triage, facets }: { readonly triage: TriageCommands; readonly facets: Pick<FacetCommands, 'settle'> },
): ReleaseHolds {
  const firstMs = db
    .prepare<{ projectId: number; facet: string; value: string }, number>(
      `SELECT c.first_seen_at_ms FROM facet_names f JOIN facet_names n ON n.facet = f.facet AND n.value = :value
         JOIN facet_counts c ON c.scope_id = :projectId AND c.facet_id = f.id AND c.value_id = n.id
       WHERE f.facet = :facet AND f.value = ''`,
    )
    .pluck();
  const rows = openReleaseRows(db);
  return {
    releases(projectId) {
      facets.settle();
      return rows(projectId);
    },
    join(head, digest, seenAtMs) {
      if (!isResolved(head)) return joinGroup(head, digest, seenAtMs);
      const place = { projectId: head.projectId, groupId: head.id };
      const before = triage.find(place);
      const release = releaseOf(digest.context?.text);
      // A release that is not counted yet has just come.
      const firstMsOf = (value: string) =>
        firstMs.get({ projectId: head.projectId, facet: RELEASE_FACET, value }) ?? seenAtMs;
      if (before?.resolvedIn != null && staysResolved(parseResolvedIn(before.resolvedIn), release, firstMsOf)) {
        countInGroup(head, digest, seenAtMs);
        return 'counted';
      }
      if (before !== undefined || (release !== null && digest.ignoredBy === undefined))
        triage.write(place, toTriageAfter(before, digest, release));
      return joinGroup(head, digest, seenAtMs);
    },
  };
}
