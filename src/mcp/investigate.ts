// `investigate_error`: one call for what a person would look at.

import { ErrorGroupList } from '../../schemas/error-group.js';
import type { EventRecord } from '../../schemas/event.js';
import { parseEventQuery } from '../../schemas/event-query.js';
import { MCP_TOKENS_DEFAULT } from '../../schemas/limits.js';
import { InvestigateErrorInput } from '../../schemas/mcp.js';
import type { RequestRecord } from '../../schemas/request.js';
import { Trends } from '../../schemas/stats.js';
import { ERRORS_ENDPOINT, TRENDS_ENDPOINT } from '../constants.js';
import { readFacetLines } from '../lookup/facets.js';
import { type Found, type FoundError, find, findEvent, findRelated, type Related } from '../lookup/find.js';
import { type Reader, Refusal } from '../lookup/reader.js';
import { toMetText, toSpanText } from '../lookup/record-text.js';
import { toQueryString } from '../query-text.js';
import { compileBody } from '../validate.js';
import { compose, type Part, toWarning } from './answer.js';
import { type Place, parseCursor, toCursor } from './cursor.js';
import { toContextParts, toErrorParts, toFactLines } from './error-parts.js';
import { openFence, toDataLine, toDataLines } from './fence.js';
import { MCP_RELATED_ROWS_MAX, MCP_ROW_BYTES_MAX, MCP_SIMILAR_ROWS_MAX } from './limits.js';
import { readQuery } from './query-argument.js';
import { toErrorRow, toLogRow, toRequestRow } from './rows.js';
import { type ToolContext, toProject, toTool } from './tool.js';

export const INVESTIGATE_ERROR = toTool(
  {
    name: 'investigate_error',
    title: 'Investigate an error',
    description:
      'Everything about one error in one call: what happened, why (explanation), the code around the failing line, the stack with own frames first, the causes, a timeline of the requests, logs and other errors of the same correlation id, how often it happens, similar errors, and the context of its latest event. Takes the id of an error group from list_errors; also that of an event or of a request. Use it before you read source code or logs.',
    input: InvestigateErrorInput,
  },
  investigate,
);

const validateTrends = compileBody(Trends);
const validateErrors = compileBody(ErrorGroupList);
const ID_BYTES_MAX = 128;

async function investigate(input: InvestigateErrorInput, context: ToolContext): Promise<string> {
  const place = input.cursor === undefined ? null : parseCursor(input.cursor);
  const found = await findOne(input, context);
  const meant = place === null || found.kind === 'request' ? found : await toEventOf(place, found, context.api);
  const fence = openFence();
  const { head, parts } = await toWhole(meant, context.api);
  const event = meant.kind === 'request' ? null : meant.event;
  return compose({
    head: [...head, toWarning(fence)],
    parts: place === null ? parts : toRest(parts, place),
    fence,
    maxTokens: input.maxTokens ?? MCP_TOKENS_DEFAULT,
    toCursor: (part, line) =>
      toCursor({ part, line: line + (place?.line ?? 0), eventId: event === null ? null : event.eventId }),
  });
}

async function findOne(
  { id, project: named, query = '' }: InvestigateErrorInput,
  context: ToolContext,
): Promise<Found> {
  const project = toProject(named, context) ?? null;
  const isNarrowed = readQuery(query, parseEventQuery).terms.length > 0;
  const found = await find(context.api, id, { project, query: isNarrowed ? query : null });
  const owner = found?.kind === 'request' ? found.request : found?.error;
  if (found === null || (project !== null && owner?.projectId !== project))
    throw new Refusal(
      'There is no error group, event or request with this id. list_errors tells ids; records go when they are too old.',
    );
  if (isNarrowed && found.kind !== 'error') throw toMisfit(found);
  return found;
}

function toMisfit(found: Exclude<Found, { readonly kind: 'error' }>): Refusal {
  const advice =
    found.kind === 'event'
      ? `an event; call with that of its error group, ${toDataLine(found.error.id, ID_BYTES_MAX)}, or without query.`
      : 'a request; call without query.';
  return new Refusal(`query is for the events of an error group, and this is the id of ${advice}`);
}

/** The error with the event that the place is in: a newer one may have come since. */
async function toEventOf({ eventId }: Place, found: FoundError, api: Reader): Promise<FoundError> {
  if (eventId === null || eventId === found.event?.eventId) return found;
  const older = await findEvent(api, eventId, found.error.projectId ?? null);
  if (older?.error.id !== found.error.id)
    throw new Refusal('The event of this cursor is not stored any more; call investigate_error without a cursor.');
  return { kind: 'event', error: found.error, event: older.event };
}

function toRest(parts: readonly Part[], { part: name, line }: Place): readonly Part[] {
  const part = parts.find((each) => each.name === name);
  if (part === undefined || line >= part.lines.length)
    throw new Refusal('There is nothing more at this cursor; call investigate_error without a cursor.');
  return [{ ...part, title: `${part.title}, from line ${line + 1} on`, lines: part.lines.slice(line), share: 1 }];
}

interface Whole {
  readonly head: readonly string[];
  readonly parts: readonly Part[];
}

async function toWhole(found: Found, api: Reader): Promise<Whole> {
  if (found.kind === 'request') {
    const related = await findRelated(api, found, MCP_RELATED_ROWS_MAX);
    return {
      head: toRequestHead(found.request),
      parts: [...toRequestParts(found.request), toTimeline(found, related)],
    };
  }
  const [related, trend, similar, facets] = await Promise.all([
    findRelated(api, found, MCP_RELATED_ROWS_MAX),
    readTrend(api, found),
    listSimilar(api, found),
    readAffected(api, found),
  ]);
  const parts = [...toErrorParts(found), facets, toTimeline(found, related), similar, ...toContextParts(found)];
  return { head: toErrorHead(found, trend), parts };
}

function toErrorHead(found: FoundError, trend: readonly number[]): readonly string[] {
  const { kind, error, event } = found;
  const { id, status, severity, source, count, firstSeen, lastSeen, reopenedAt } = error;
  const group = `error group ${toDataLine(id, ID_BYTES_MAX)}`;
  const reopened = reopenedAt === undefined ? '' : `, opened again ${reopenedAt}`;
  const met = toMetText(found, (timestamp) => timestamp);
  return [
    kind === 'error' ? `The ${group}${toWith(event, met)}.` : `An event of the ${group}.`,
    ...(met === null ? [] : [met]),
    `${status}${reopened}, ${severity}, ${source}; seen ${count}x, first ${firstSeen}, last ${lastSeen}.`,
    ...(trend.length === 0 ? [] : [`Events of the last 24 hours, by hour, oldest first: ${trend.join(' ')}`]),
  ];
}

function toWith(event: EventRecord | null, met: string | null): string {
  if (met === null) return ' with its latest event';
  return event === null ? '' : ' with its latest event that meets the query';
}

async function readTrend(api: Reader, { error: { id } }: FoundError): Promise<readonly number[]> {
  const query = toQueryString({ timeRange: '24h', groupIds: id });
  const { groups } = await api.read(`${TRENDS_ENDPOINT}?${query}`, validateTrends);
  return groups[id] ?? [];
}

/** Who is affected, and what sets the error apart from the others of its project. */
async function readAffected(api: Reader, { error: { id } }: FoundError): Promise<Part> {
  const lines = (await readFacetLines(api, id)).flatMap((line) => toDataLines(line));
  return { name: 'affected', title: 'Who is affected, and how it differs from other errors', lines, share: 0.1 };
}

async function listSimilar(api: Reader, { error: { id, type, projectId } }: FoundError): Promise<Part> {
  const query = toQueryString({ type, projectId, pageSize: MCP_SIMILAR_ROWS_MAX + 1 });
  const { errors } = await api.read(`${ERRORS_ENDPOINT}?${query}`, validateErrors);
  const rows = errors.filter((error) => error.id !== id).slice(0, MCP_SIMILAR_ROWS_MAX);
  return {
    name: 'similar',
    title: 'Other error groups of the same type, the latest seen first',
    lines: rows.map((error) => toErrorRow(error, MCP_ROW_BYTES_MAX)),
    share: 0.1,
  };
}

/** Requests, logs and errors of the same correlation id in the order in which they happened. */
function toTimeline(found: Found, { errors, requests, logs }: Related): Part {
  const own = found.kind === 'request' ? found.request : found.event;
  const rows = [
    ...errors.map((error) => ({ at: error.lastSeen, text: `error ${toErrorRow(error, MCP_ROW_BYTES_MAX)}` })),
    ...requests.map((request) => ({
      at: request.timestamp,
      text: `request ${toRequestRow(request, MCP_ROW_BYTES_MAX)}`,
    })),
    ...logs.map((log) => ({ at: log.timestamp, text: `log ${toLogRow(log, MCP_ROW_BYTES_MAX)}` })),
  ];
  const it =
    own === null || rows.length === 0
      ? []
      : [{ at: own.timestamp, text: `* ${own.timestamp} this ${found.kind === 'request' ? 'request' : 'error'}` }];
  return {
    name: 'timeline',
    title: `Same correlation id, in time order (the newest ${MCP_RELATED_ROWS_MAX} of each kind)`,
    lines: [...rows, ...it].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).map(({ text }) => text),
    share: 0.3,
  };
}

function toRequestHead({ id, statusCode, duration, timestamp }: RequestRecord): readonly string[] {
  const took = duration === undefined ? '' : `, took ${duration} ms`;
  return [`The request ${toDataLine(id, ID_BYTES_MAX)}: status ${statusCode ?? 'unknown'}${took}, at ${timestamp}.`];
}

function toRequestParts(request: RequestRecord): readonly Part[] {
  const { method, url, route, projectId, correlationId, errorEventId } = request;
  const facts = toFactLines([
    ['route', route],
    ['project', projectId],
    ['correlation', correlationId],
    ['id of the event of its error', errorEventId],
  ]);
  const headers = (of: object | undefined): readonly string[] => toFactLines(Object.entries(of ?? {}));
  return [
    { name: 'request', title: 'What was asked', lines: [...toDataLines(`${method} ${url}`), ...facts], share: 0.2 },
    {
      name: 'spans',
      title: 'What was done while it was answered, in the order in which it began',
      lines: (request.spans ?? []).map((span) => toDataLine(toSpanText(span), MCP_ROW_BYTES_MAX)),
      share: 0.2,
    },
    { name: 'requestbody', title: 'Request body', lines: toFactLines([['body', request.requestBody]]), share: 0.2 },
    { name: 'responsebody', title: 'Response body', lines: toFactLines([['body', request.responseBody]]), share: 0.2 },
    { name: 'requestheaders', title: 'Request headers', lines: headers(request.headers), share: 0.1 },
    { name: 'responseheaders', title: 'Response headers', lines: headers(request.responseHeaders), share: 0.1 },
  ];
}
