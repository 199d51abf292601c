// An error group as answers and feed messages show it.

import { ErrorGroup, ErrorGroupList, type GroupPart, type GroupSplit } from '../../schemas/error-group.js';
import type { Severity, Source, Status } from '../../schemas/words.js';
import { parseCulprit } from '../culprit.js';
import type { EventConditions } from '../event-conditions.js';
import { compileStringify } from '../stringify.js';
import { toIsoText } from '../timestamp.js';
import { type EventTexts, eventParts } from './event.js';
import { field, joinParts, splice } from './json-text.js';
import { optional } from './optional.js';
import { toShownResolvedIn } from './releases.js';
import type { TriageFacts } from './triage.js';

/** What a store knows of a group. */
export interface GroupFacts {
  readonly id: string;
  readonly fingerprint: string;
  readonly type: string;
  readonly message: string;
  readonly source: Source;
  readonly severity: Severity;
  readonly status: Status;
  readonly explanation: string | null;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly eventCount: number;
  readonly reopenedAtMs: number | null;
  /** 0 when it never was louder than usual. */
  readonly louderUntilMs: number;
  readonly louderFactor: number;
  /** The text of `toCulpritText` of its latest event. */
  readonly culprit: string | null;
  readonly projectName: string | null;
}

/** What only the detail of a group shows. */
export interface GroupDetailTexts {
  readonly explanationTitle: string | null;
  readonly suggestion: string | null;
  /** JSON of an array of `ExplanationEvidence`. */
  readonly explanationEvidence: string | null;
  /** JSON of `Grouping`. */
  readonly grouping: string;
  /** The id that was asked for, where its events are in this group now. */
  readonly movedFrom?: string;
  /** Of what people made the group of; empty for one that is as it came. */
  readonly parts?: readonly PartFacts[];
  /** What people took out of it. */
  readonly splits?: readonly SplitFacts[];
  /** By what people took it out of another. */
  readonly splitFrom?: SplitFacts | null;
}

/** A group that is part of another. */
export interface PartFacts {
  readonly id: string;
  readonly type: string;
  readonly message: string;
  readonly eventCount: number;
  readonly mergedAtMs: number;
  readonly mergedBy: string | null;
  readonly isMoving: boolean;
}

/** Events of one group that people made another one of. */
export interface SplitFacts {
  /** Of the other group. */
  readonly id: string;
  readonly conditions: EventConditions;
  readonly atMs: number;
  readonly by: string | null;
  readonly isMoving: boolean;
}

export const stringifyErrorGroup = compileStringify(ErrorGroup);
export const stringifyErrorGroupList = compileStringify(ErrorGroupList);

export function toErrorGroup(facts: GroupFacts): ErrorGroup {
  return {
    id: facts.id,
    fingerprint: facts.fingerprint,
    type: facts.type,
    message: facts.message,
    source: facts.source,
    severity: facts.severity,
    status: facts.status,
    ...optional('explanation', facts.explanation),
    firstSeen: toIsoText(facts.firstSeenAtMs),
    lastSeen: toIsoText(facts.lastSeenAtMs),
    count: facts.eventCount,
    ...optional('reopenedAt', facts.reopenedAtMs === null ? null : toIsoText(facts.reopenedAtMs)),
    ...optional('louder', toLouder(facts)),
    ...optional('culprit', parseCulprit(facts.culprit)),
    ...optional('projectId', facts.projectName),
  };
}

function toLouder({ louderUntilMs, louderFactor }: GroupFacts): ErrorGroup['louder'] | null {
  return louderUntilMs === 0 ? null : { factor: louderFactor, until: toIsoText(louderUntilMs) };
}

/** A group without its message and explanation. */
const GROUP_HEAD_BYTES = 512;

/** Bytes that a group takes in a list, nearly. */
export function groupBytes({ message, explanation }: Pick<GroupFacts, 'message' | 'explanation'>): number {
  return GROUP_HEAD_BYTES + Buffer.byteLength(message) + Buffer.byteLength(explanation ?? '');
}

/** A page of the events of a group. */
export interface EventPage {
  readonly events: readonly EventTexts[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
  /** The cursor of the events that follow. */
  readonly next: string | undefined;
  /** The time of the last event that was looked at, where a query did not look at all. */
  readonly searchedFromMs?: number | undefined;
}

/** Whom a group affects, since which release, who has it, and in which it was resolved. */
export type Affected = Pick<
  ErrorGroup,
  'users' | 'usersApproximate' | 'firstRelease' | 'lastRelease' | 'assignee' | 'resolvedIn' | 'reopenedIn'
>;

/** What a list says of what people did with a group. */
export function toShownTriage(facts: Partial<Pick<TriageFacts, 'assignee' | 'resolvedIn' | 'reopenedIn'>>): Affected {
  const { assignee = null, resolvedIn = null, reopenedIn = null } = facts;
  return {
    ...optional('assignee', assignee),
    ...optional('resolvedIn', toShownResolvedIn(resolvedIn)),
    ...optional('reopenedIn', reopenedIn),
  };
}

/** The answer `ErrorGroupDetail`, in bytes: a thousand events are megabytes, most of them the same few texts. */
export function groupDetailJson(
  group: ErrorGroup,
  texts: GroupDetailTexts,
  { events, total, page, pageSize, next, searchedFromMs }: EventPage,
): Uint8Array<ArrayBuffer> {
  const titles = JSON.stringify({
    ...optional('explanationTitle', texts.explanationTitle),
    ...optional('suggestion', texts.suggestion),
  });
  const error = splice(stringifyErrorGroup(group), [
    titles,
    field('explanationEvidence', texts.explanationEvidence),
    field('grouping', texts.grouping),
  ]);
  const after = `],${JSON.stringify({
    total,
    page,
    pageSize,
    ...optional('next', next),
    ...optional('searchedFrom', searchedFromMs === undefined ? null : toIsoText(searchedFromMs)),
    ...optional('movedFrom', texts.movedFrom),
    ...optional('parts', toParts(texts.parts)),
    ...optional('splits', toSplits(texts)),
    ...optional('splitFrom', texts.splitFrom == null ? null : toShownSplit(texts.splitFrom)),
  }).slice(1)}`;
  return joinParts([`{"error":${error},"events":[`, ...eventParts(events), after]);
}

function toParts(parts: readonly PartFacts[] = []): GroupPart[] | undefined {
  if (parts.length === 0) return undefined;
  return parts.map(({ id, type, message, eventCount, mergedAtMs, mergedBy, isMoving }) => ({
    id,
    type,
    message,
    count: eventCount,
    mergedAt: toIsoText(mergedAtMs),
    ...optional('by', mergedBy),
    ...(isMoving && { moving: true }),
  }));
}

/** What was merged back is among the parts. */
function toSplits({ splits = [], parts = [] }: Pick<GroupDetailTexts, 'splits' | 'parts'>): GroupSplit[] | undefined {
  const out = splits.filter(({ id }) => !parts.some((part) => part.id === id));
  return out.length === 0 ? undefined : out.map(toShownSplit);
}

function toShownSplit({ id, conditions, atMs, by, isMoving }: SplitFacts): GroupSplit {
  return { id, ...conditions, at: toIsoText(atMs), ...optional('by', by), ...(isMoving && { moving: true }) };
}

/** The answer `EventDetail`. */
export function eventDetailJson(event: EventTexts, group: ErrorGroup): Uint8Array<ArrayBuffer> {
  return joinParts(['{"event":', ...eventParts([event]), `,"error":${stringifyErrorGroup(group)}}`]);
}
