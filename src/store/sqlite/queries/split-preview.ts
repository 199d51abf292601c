import { SplitTally, toSplitPreview } from '../../../answers/split.js';
import { type ConditionFrame, toConditionFrames, toEventCondition } from '../../../event-conditions.js';
import { SPLIT_PREVIEW_EVENTS_MAX } from '../../../limits.js';
import type { SplitRefusal, SplitRequest } from '../../split.js';
import type { ReadableDb } from '../connection.js';
import { parsePublicId } from '../row-id.js';
import { rowToFacts, rowToGroupHead } from '../tables/error-groups.js';
import { openGroupRedirects } from '../tables/event-homes.js';
import { EVENTS_OF_GROUP } from '../tables/group-events.js';
import { openGroupQueries } from '../tables/group-reads.js';
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
  return ({ groupId, conditions }) => {
    const id = parsePublicId(groupId);
    const group = id === null ? undefined : (groups.read(id) ?? groups.read(redirect(id) ?? id));
    if (group === undefined) return refused('unknown');
    if (groupings.read(group.projectId)?.isDue === 1) return refused('regrouping');
    const { ofTexts, ofFrames } = toEventCondition(conditions);
    const asks = openStacks(ofFrames, (stackId) => stackOf.get({ id: stackId }) ?? null);
    const tally = new SplitTally();
    for (const row of newest.all({ groupId: group.id, limit: SPLIT_PREVIEW_EVENTS_MAX })) {
      const event = { ...row, type: row.type ?? group.type, message: row.message ?? group.message };
      tally.add(event, ofTexts(event) && asks(row.stackId));
    }
    return JSON.stringify(toSplitPreview(rowToFacts(rowToGroupHead(group, projects.nameOf(group.projectId))), tally));
  };
}

/** Asks each stack once: events of a group have few. */
function openStacks(
  ofFrames: ((frames: readonly ConditionFrame[]) => boolean) | null,
  read: (stackId: number) => string | null,
): (stackId: number | null) => boolean {
  if (ofFrames === null) return () => true;
  const known = new Map<number, boolean>();
  return (stackId) => {
    if (stackId === null) return ofFrames([]);
    const found = known.get(stackId) ?? ofFrames(toConditionFrames(read(stackId)));
    known.set(stackId, found);
    return found;
  };
}
