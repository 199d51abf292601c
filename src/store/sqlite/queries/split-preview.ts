import { SplitTally, toSplitPreview } from '../../../answers/split.js';
import { type ConditionFrame, toConditionFrames, toEventCondition } from '../../../event-conditions.js';
import { SPLIT_PREVIEW_BYTES_MAX, SPLIT_PREVIEW_EVENTS_MAX } from '../../../limits.js';
import type { SplitRefusal, SplitRequest } from '../../split.js';
import type { ReadableDb } from '../connection.js';
import { parsePublicId } from '../row-id.js';
import { rowToFacts, rowToGroupHead } from '../tables/error-groups.js';
import { openGroupRedirects } from '../tables/event-homes.js';
import { EVENTS_OF_GROUP } from '../tables/group-events.js';
import { PART_JOINED } from '../tables/group-parts.js';
import { openGroupQueries } from '../tables/group-reads.js';
import { SPLIT_DONE } from '../tables/group-splits.js';
import { openGroupingQueries } from '../tables/groupings.js';
import { openProjectQueries } from '../tables/projects.js';

interface Row {
  readonly id: number;
  readonly timestampMs: number;
  readonly severity: number;
  readonly type: string | null;
  readonly message: string | null;
  readonly stackId: number | null;
}

const refused = (reason: SplitRefusal): string => JSON.stringify({ kind: 'refused', reason });

/** What would come of a group that is split, as JSON of a `SplitPreview`, or of a refusal. */
export function openSplitPreview(db: ReadableDb): (request: SplitRequest) => string {
  const groups = openGroupQueries(db);
  const redirect = openGroupRedirects(db);
  const projects = openProjectQueries(db);
  const groupings = openGroupingQueries(db);
  const stackOf = db.prepare<{ id: number }, string>('SELECT body FROM contents WHERE id = :id').pluck();
  const newest = db.prepare<{ groupId: number; limit: number }, Row>(
    `SELECT e.id, e.timestamp_ms AS timestampMs, e.severity, e.type, e.message, e.stack_id AS stackId
     FROM (${EVENTS_OF_GROUP} ORDER BY timestamp_ms DESC, id DESC LIMIT :limit) f JOIN events e ON e.id = f.id
     ORDER BY f.timestamp_ms DESC, f.id DESC`,
  );
  const isMoving = db.prepare<{ id: number }, number>(
    `SELECT 1 FROM group_splits WHERE (id = :id OR from_id = :id) AND state <> ${SPLIT_DONE}
     UNION ALL SELECT 1 FROM group_parts WHERE (id = :id OR into_id = :id) AND state <> ${PART_JOINED}`,
  );
  return ({ groupId, conditions }) => {
    const id = parsePublicId(groupId);
    const group = id === null ? undefined : (groups.read(id) ?? groups.read(redirect(id) ?? id));
    if (group === undefined) return refused('unknown');
    if (isMoving.get({ id: group.id }) !== undefined) return refused('busy');
    if (groupings.read(group.projectId)?.isDue === 1) return refused('regrouping');
    const { ofTexts, ofFrames } = toEventCondition(conditions);
    const stacks = openStacks(ofFrames, (stackId) => stackOf.get({ id: stackId }) ?? null);
    const tally = new SplitTally();
    for (const row of newest.all({ groupId: group.id, limit: SPLIT_PREVIEW_EVENTS_MAX })) {
      const event = { ...row, type: row.type ?? group.type, message: row.message ?? group.message };
      if (stacks.isOver()) tally.isCut = true;
      if (tally.isCut) break;
      tally.add(event, ofTexts(event) && stacks.holds(row.stackId));
    }
    return JSON.stringify(toSplitPreview(rowToFacts(rowToGroupHead(group, projects.nameOf(group.projectId))), tally));
  };
}

interface Stacks {
  /** Whether so much was read that it ends here. */
  isOver(): boolean;
  holds(stackId: number | null): boolean;
}

/** Asks each stack once: events of a group have few. */
function openStacks(
  ofFrames: ((frames: readonly ConditionFrame[]) => boolean) | null,
  read: (stackId: number) => string | null,
): Stacks {
  const known = new Map<number, boolean>();
  let bytes = 0;
  return {
    isOver: () => bytes >= SPLIT_PREVIEW_BYTES_MAX,
    holds(stackId) {
      if (ofFrames === null) return true;
      if (stackId === null) return ofFrames([]);
      let found = known.get(stackId);
      if (found === undefined) {
        const stack = read(stackId);
        bytes += Buffer.byteLength(stack ?? '');
        found = ofFrames(toConditionFrames(stack));
        known.set(stackId, found);
      }
      return found;
    },
  };
}
