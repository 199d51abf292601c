import { SplitTally, toSplitPreview } from '../../../answers/split.js';
import { toConditionFrames, toEventCondition } from '../../../event-conditions.js';
import { SPLIT_PREVIEW_EVENTS_MAX } from '../../../limits.js';
import type { SplitRefusal, SplitRequest } from '../../split.js';
import { parsePublicId } from '../../sqlite/row-id.js';
import { rowToFacts } from '../../sqlite/tables/error-groups.js';
import type { Queries } from '../connection.js';
import { findGrouping } from '../tables/groupings.js';
import { findShownGroup } from './error-groups.js';
import { ask } from './statement.js';

interface Row {
  readonly id: number;
  readonly timestampMs: number;
  readonly severity: number;
  readonly type: string | null;
  readonly message: string | null;
  readonly stackHash: string | null;
}

interface Group {
  readonly projectId: number;
  readonly id: number;
}

const refused = (reason: SplitRefusal): string => JSON.stringify({ kind: 'refused', reason });

/** What would come of a group that is split, as JSON of a `SplitPreview`, or of a refusal. */
export async function previewSplit(db: Queries, { groupId, conditions }: SplitRequest): Promise<string> {
  const id = parsePublicId(groupId);
  const group = id === null ? undefined : await findShownGroup(db, undefined, id);
  if (group === undefined) return refused('unknown');
  if ((await findGrouping(db, group.projectId))?.isDue === 1) return refused('regrouping');
  const { ofTexts, ofFrames } = toEventCondition(conditions);
  const rows = await readNewest(db, group);
  const events = rows.map((row) => ({
    ...row,
    type: row.type ?? group.type,
    message: row.message ?? group.message,
  }));
  const asked = ofFrames === null ? [] : events.filter(ofTexts).map(({ stackHash }) => stackHash);
  const stacks = await readStacks(db, group.projectId, [...new Set(asked)]);
  // Each stack is asked once: events of a group have few.
  const holds = new Map([...stacks].map(([hash, stack]) => [hash, ofFrames?.(toConditionFrames(stack))]));
  const tally = new SplitTally();
  for (const event of events)
    tally.add(event, ofTexts(event) && (ofFrames === null || holds.get(event.stackHash ?? '') === true));
  return JSON.stringify(toSplitPreview(rowToFacts(group), tally));
}

function readNewest(db: Queries, { projectId, id }: Group): Promise<Row[]> {
  return ask<Row>(
    db,
    `/* project */ SELECT id, timestamp_ms, severity, type, message, stack_hash::text AS stack_hash FROM events
     WHERE project_id = :projectId AND group_id = :groupId ORDER BY timestamp_ms DESC, id DESC LIMIT :limit`,
    { projectId, groupId: id, limit: SPLIT_PREVIEW_EVENTS_MAX },
  );
}

/** The stacks by their hashes; those of one event without frames by none. */
async function readStacks(
  db: Queries,
  projectId: number,
  hashes: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = hashes.filter((hash) => hash !== null);
  if (wanted.length === 0) return new Map();
  const rows = await ask<{ hash: string; body: string }>(
    db,
    `/* project */ SELECT hash::text AS hash, body FROM contents
     WHERE project_id = :projectId AND hash = ANY(:hashes::uuid[])`,
    { projectId, hashes: wanted },
  );
  return new Map(rows.map(({ hash, body }) => [hash, body]));
}
