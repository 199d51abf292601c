import { SplitTally, toSplitPreview } from '../../../answers/split.js';
import { type ConditionFrame, toConditionFrames, toEventCondition } from '../../../event-conditions.js';
import { SPLIT_PREVIEW_BYTES_MAX, SPLIT_PREVIEW_EVENTS_MAX } from '../../../limits.js';
import type { SplitRefusal, SplitRequest } from '../../split.js';
import { parsePublicId } from '../../sqlite/row-id.js';
import { rowToFacts } from '../../sqlite/tables/error-groups.js';
import { PART_JOINED } from '../../sqlite/tables/group-parts.js';
import type { Queries } from '../connection.js';
import { SPLIT_STACKS_AT_ONCE } from '../limits.js';
import { openPartTables } from '../tables/group-parts.js';
import { openSplitTables } from '../tables/group-splits.js';
import { findGrouping } from '../tables/groupings.js';
import { findShownGroup } from './error-groups.js';
import { ask as query } from './statement.js';

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
  if (await isMoving(db, group)) return refused('busy');
  if ((await findGrouping(db, group.projectId))?.isDue === 1) return refused('regrouping');
  const { ofTexts, ofFrames } = toEventCondition(conditions);
  const rows = await readNewest(db, group);
  const events = rows.map((row) => ({
    ...row,
    type: row.type ?? group.type,
    message: row.message ?? group.message,
  }));
  const stacks = openStacks(db, group.projectId, ofFrames);
  const tally = new SplitTally();
  for (const [index, event] of events.entries()) {
    if (stacks.isOver()) tally.isCut = true;
    if (tally.isCut) break;
    const isOut =
      ofTexts(event) &&
      (await stacks.holds(event.stackHash, () => events.slice(index, index + LOOKED_AHEAD).filter(ofTexts)));
    tally.add(event, isOut);
  }
  return JSON.stringify(toSplitPreview(rowToFacts(group), tally));
}

/** Whether events are on their way out of the group, or into it. */
async function isMoving(db: Queries, { projectId, id }: Group): Promise<boolean> {
  const parts = openPartTables(db, projectId);
  const own = [...(await parts.ofGroups([id])), ...(await parts.byIds([id]))];
  return own.some(({ state }) => state !== PART_JOINED) || openSplitTables(db, projectId).isMoving([id]);
}

function readNewest(db: Queries, { projectId, id }: Group): Promise<Row[]> {
  return query<Row>(
    db,
    `/* project */ SELECT id, timestamp_ms, severity, type, message, stack_hash::text AS stack_hash FROM events
     WHERE project_id = :projectId AND group_id = :groupId ORDER BY timestamp_ms DESC, id DESC LIMIT :limit`,
    { projectId, groupId: id, limit: SPLIT_PREVIEW_EVENTS_MAX },
  );
}

interface Stacks {
  /** Whether so much was read that it ends here. */
  isOver(): boolean;
  /** `following` are the events that are asked next: their stacks are read with this one. */
  holds(hash: string | null, following: () => readonly Pick<Row, 'stackHash'>[]): Promise<boolean>;
}

/** Events whose stacks may be read with that of the first of them. */
const LOOKED_AHEAD = 10 * SPLIT_STACKS_AT_ONCE;

/** Asks each stack once: events of a group have few. */
function openStacks(
  db: Queries,
  projectId: number,
  ofFrames: ((frames: readonly ConditionFrame[]) => boolean) | null,
): Stacks {
  const known = new Map<string, boolean>();
  let bytes = 0;
  const read = async (
    hashes: readonly string[],
    ask: (frames: readonly ConditionFrame[]) => boolean,
  ): Promise<void> => {
    const rows = await query<{ hash: string; body: string }>(
      db,
      `/* project */ SELECT hash::text AS hash, body FROM contents
       WHERE project_id = :projectId AND hash = ANY(:hashes::uuid[])`,
      { projectId, hashes },
    );
    for (const hash of hashes) known.set(hash, false);
    for (const { hash, body } of rows) {
      bytes += Buffer.byteLength(body);
      known.set(hash, ask(toConditionFrames(body)));
    }
  };
  return {
    isOver: () => bytes >= SPLIT_PREVIEW_BYTES_MAX,
    async holds(hash, following) {
      if (ofFrames === null) return true;
      if (hash === null) return ofFrames([]);
      if (!known.has(hash)) {
        const next = following().map(({ stackHash }) => stackHash);
        const unknown = next.filter((one) => one !== null && !known.has(one));
        await read(
          [...new Set([hash, ...unknown])].filter((one) => one !== null).slice(0, SPLIT_STACKS_AT_ONCE),
          ofFrames,
        );
      }
      return known.get(hash) === true;
    },
  };
}
