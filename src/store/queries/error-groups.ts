import type { EventHead } from '../../../schemas/event.js';
import type { ErrorDetailQuery, ErrorListQuery } from '../../../schemas/query.js';
import { SEARCH_TOTAL_MAX } from '../../limits.js';
import { parseTimestampMs, toIsoText } from '../../timestamp.js';
import type { ReadableDb } from '../connection.js';
import { toNextCursor, whenBefore } from '../cursor.js';
import { optional } from '../feed-items.js';
import {
  eventParts,
  field,
  joinParts,
  type SharedText,
  splice,
  stringifyErrorGroup,
  stringifyErrorGroupList,
  toSharedText,
} from '../json.js';
import { type Condition, openListQueries, when } from '../list-query.js';
import { parsePublicId, receivedAtMsOf } from '../row-id.js';
import { containsFolded, toSearchTerm } from '../search.js';
import { type ContentQueries, openContentQueries } from '../tables/contents.js';
import { rowToSeverity, rowToSource, toSeverityRow, toSourceRow, toStatusRow } from '../tables/enums.js';
import {
  GROUP_COLUMNS,
  GROUPS,
  type GroupDetailRow,
  type GroupRow,
  openGroupQueries,
  rowToGroupHead,
  toErrorGroup,
} from '../tables/error-groups.js';
import { type EventRow, openEventQueries } from '../tables/events.js';
import { openProjectQueries, type ProjectQueries } from '../tables/projects.js';

export interface ErrorGroupReads {
  list(query: ErrorListQuery): string;
  /** Null when the id is unknown. In bytes: a thousand events are megabytes, most of them the same few texts. */
  detail(query: ErrorDetailQuery & { groupId: string }): Uint8Array<ArrayBuffer> | null;
}

export function openErrorGroupReads(db: ReadableDb): ErrorGroupReads {
  const projects = openProjectQueries(db);
  const groups = openGroupQueries(db);
  const events = openEventQueries(db);
  const contents = openContentQueries(db);
  const lists = openListQueries<GroupRow>(db, {
    select: `SELECT ${GROUP_COLUMNS} FROM ${GROUPS}`,
    from: 'error_groups g',
    key: 'g.id',
    order: 'g.last_seen_at_ms DESC, g.id DESC',
  });
  return {
    list(query) {
      const { page, pageSize } = query;
      const conditions = toConditions(query, projects);
      const before = whenBefore(['g.last_seen_at_ms', 'g.id'], query.before);
      const found = conditions === null ? [] : lists.rows({ conditions: [...conditions, before], page, pageSize });
      const max = query.search === undefined || query.search === '' ? Number.MAX_SAFE_INTEGER : SEARCH_TOTAL_MAX;
      const total = conditions === null ? 0 : lists.count({ conditions }, max);
      const errors = found.map((row) => toErrorGroup(rowToGroupHead(row, projects.nameOf(row.projectId) ?? null)));
      const places = found.map(({ id, lastSeenAtMs }) => ({ sortMs: lastSeenAtMs, id }));
      return stringifyErrorGroupList({
        errors,
        total,
        page,
        pageSize,
        ...optional('next', toNextCursor(places, pageSize)),
      });
    },
    detail({ groupId, projectId, page, pageSize }) {
      const id = parsePublicId(groupId);
      const row = id === null ? undefined : groups.read(id);
      if (row === undefined) return null;
      const projectName = projects.nameOf(row.projectId);
      if (projectId !== undefined && projectId !== projectName) return null;
      const rows = events.ofGroup(row.id, pageSize, (page - 1) * pageSize);
      const read = openTexts(contents);
      const list = eventParts(
        rows.map((event) => ({
          head: toEventHead(event, row, projectName),
          stack: read(event.stackId),
          context: read(event.contextId),
          details: event.details,
        })),
      );
      const before = `{"error":${toGroupDetailJson(row, projectName)},"events":[`;
      const after = `],"total":${row.eventCount},"page":${page},"pageSize":${pageSize}}`;
      return joinParts([before, ...list, after]);
    },
  };
}

/** Null when a filter can match nothing (a project that nobody has named). */
function toConditions(query: ErrorListQuery, projects: ProjectQueries): Condition[] | null {
  const project = query.projectId === undefined ? undefined : projects.find(query.projectId);
  if (query.projectId !== undefined && project === undefined) return null;
  return [
    when('g.project_id = :projectId', 'projectId', project),
    when('g.status = :status', 'status', query.status && toStatusRow(query.status)),
    when('g.source = :source', 'source', query.source && toSourceRow(query.source)),
    when('g.severity = :severity', 'severity', query.severity && toSeverityRow(query.severity)),
    when('g.type = :type', 'type', query.type),
    when('g.last_seen_at_ms >= :fromMs', 'fromMs', query.from && parseTimestampMs(query.from)),
    when('g.first_seen_at_ms <= :toMs', 'toMs', query.to && parseTimestampMs(query.to)),
    when(
      'g.id IN (SELECT group_id FROM events WHERE correlation_id = :correlationId)',
      'correlationId',
      query.correlationId,
    ),
    ...toSearchConditions(query.search),
  ];
}

function toSearchConditions(text: string | undefined): Condition[] {
  if (text === undefined || text === '') return [];
  const term = toSearchTerm(text);
  return [
    when('g.id IN (SELECT rowid FROM error_groups_search WHERE error_groups_search MATCH :match)', 'match', term.match),
    when(containsFolded('g.message'), 'folded', term.folded),
  ];
}

function toGroupDetailJson(row: GroupDetailRow, projectName: string | undefined): string {
  const group = stringifyErrorGroup(toErrorGroup(rowToGroupHead(row, projectName ?? null)));
  const texts = JSON.stringify({
    ...optional('explanationTitle', row.explanationTitle),
    ...optional('suggestion', row.suggestion),
  });
  return splice(group, [texts, field('grouping', row.grouping)]);
}

/** The texts of one answer, each read once. Not kept for longer: an id can come back after a deletion. */
function openTexts(contents: ContentQueries): (id: number | null) => SharedText | null {
  const texts = new Map<number, SharedText | null>();
  return (id) => {
    if (id === null) return null;
    let text = texts.get(id);
    if (text === undefined) {
      const stored = contents.read(id);
      text = stored === undefined ? null : toSharedText(stored);
      texts.set(id, text);
    }
    return text;
  };
}

function toEventHead(event: EventRow, group: GroupDetailRow, projectName: string | undefined): EventHead {
  return {
    eventId: event.eventId,
    timestamp: toIsoText(event.sentTimestampMs ?? event.timestampMs),
    receivedAt: toIsoText(receivedAtMsOf(event.id)),
    type: event.type ?? group.type,
    message: event.message ?? group.message,
    source: rowToSource(event.source),
    severity: rowToSeverity(event.severity),
    ...optional('projectId', projectName),
    ...optional('correlationId', event.correlationId),
  };
}
