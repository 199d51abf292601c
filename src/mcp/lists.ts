// `list_errors`, `search_logs` and `list_requests`: one page each, a row on a line.

import { ErrorGroupList } from '../../schemas/error-group.js';
import { parseGroupQuery } from '../../schemas/group-query.js';
import { MCP_TOKENS_DEFAULT } from '../../schemas/limits.js';
import { LogList } from '../../schemas/log.js';
import { parseLogQuery } from '../../schemas/log-query.js';
import { ListErrorsInput, ListRequestsInput, SearchLogsInput } from '../../schemas/mcp.js';
import { RequestList } from '../../schemas/request.js';
import type { SavedView } from '../../schemas/views.js';
import { ERRORS_ENDPOINT, LOGS_ENDPOINT, REQUESTS_ENDPOINT } from '../constants.js';
import { Refusal } from '../lookup/reader.js';
import { chooseView, readViews, toListByView } from '../lookup/views.js';
import { toQueryString } from '../query-text.js';
import { toTimestamp } from '../relative-time.js';
import { compileBody } from '../validate.js';
import { toBytesMax, toWarning } from './answer.js';
import { openFence, toDataLine } from './fence.js';
import { MCP_ROW_BYTES_MAX, MCP_ROW_BYTES_MIN, MCP_VIEW_BYTES_MAX, MCP_VIEWS_MAX } from './limits.js';
import { readQuery } from './query-argument.js';
import { toErrorRow, toLogRow, toRequestRow } from './rows.js';
import { type ToolContext, toProject, toTool } from './tool.js';

const validateErrors = compileBody(ErrorGroupList);
const validateLogs = compileBody(LogList);
const validateRequests = compileBody(RequestList);

export const LIST_ERRORS = toTool(
  {
    name: 'list_errors',
    title: 'List errors',
    description:
      'Lists error groups (the same error, however often it happened), the latest seen first unless sort says otherwise: id, severity, status, count, when last seen, project, type and message. Start here to see what is broken, then call investigate_error with an id.',
    input: ListErrorsInput,
  },
  async (input, context) => {
    const { status, severity, type, sort, query, view } = input;
    readQuery(query ?? '', parseGroupQuery);
    const page = toPage(input, context);
    const wanted = { projectId: page.parameters.projectId, sort, query };
    const asked = view === undefined ? wanted : toListByView(await findView(view, wanted.projectId, context), wanted);
    const path = `${ERRORS_ENDPOINT}?${toQueryString({ ...page.parameters, status, severity, type, ...asked })}`;
    const { errors, ...rest } = await context.api.read(path, validateErrors);
    return toText({ ...rest, rows: errors.map((error) => toErrorRow(error, page.rowBytes)), noun: 'error groups' });
  },
);

export const SEARCH_LOGS = toTool(
  {
    name: 'search_logs',
    title: 'Search logs',
    description:
      'Lists console log entries, newest first: time, level, project, correlation id and message; filter by text, an expression (query), level, time or correlation id. investigate_error has the logs of one error already.',
    input: SearchLogsInput,
  },
  async (input, context) => {
    readQuery(input.query ?? '', parseLogQuery);
    const page = toPage(input, context);
    const path = `${LOGS_ENDPOINT}?${toQueryString({ ...page.parameters, level: input.level, query: input.query })}`;
    const { logs, ...rest } = await context.api.read(path, validateLogs);
    return toText({ ...rest, rows: logs.map((log) => toLogRow(log, page.rowBytes)), noun: 'log entries' });
  },
);

export const LIST_REQUESTS = toTool(
  {
    name: 'list_requests',
    title: 'List requests',
    description:
      'Lists recorded HTTP requests, newest first: id, time, status code, duration, project, correlation id, method and URL. For headers and bodies of one call investigate_error with its id.',
    input: ListRequestsInput,
  },
  async (input, context) => {
    const { failing, statusClass, method } = input;
    const page = toPage(input, context);
    const filters = { failing: failing === true ? 'true' : undefined, statusClass, method };
    const path = `${REQUESTS_ENDPOINT}?${toQueryString({ ...page.parameters, ...filters })}`;
    const { requests, ...rest } = await context.api.read(path, validateRequests);
    return toText({ ...rest, rows: requests.map((request) => toRequestRow(request, page.rowBytes)), noun: 'requests' });
  },
);

export const LISTS = [LIST_ERRORS, SEARCH_LOGS, LIST_REQUESTS] as const;

async function findView(name: string, project: string | undefined, { api }: ToolContext): Promise<SavedView> {
  const { views } = await readViews(api, project ?? null);
  const chosen = chooseView(views, name, project ?? null);
  if (chosen.kind === 'view') return chosen.view;
  if (chosen.kind === 'several')
    throw new Refusal('Several projects have a saved view of this name; say which one with the argument project.');
  if (views.length === 0) throw new Refusal('There are no saved views; leave out the argument view.');
  const fence = openFence();
  const names = views.slice(0, MCP_VIEWS_MAX).map((view) => toDataLine(view.name, MCP_VIEW_BYTES_MAX));
  throw new Refusal(
    ['There is no saved view of this name. These are there:', toWarning(fence), ...fence.enclose(names)].join('\n'),
  );
}

const ROWS_DEFAULT = 20;
/** What an answer says besides its rows: three sentences, the marks and a cursor. */
const FRAME_BYTES = 800;

type ListInput = Pick<
  ListErrorsInput,
  'project' | 'since' | 'until' | 'search' | 'source' | 'correlationId' | 'limit' | 'cursor' | 'maxTokens'
>;

/** The parameters of the API, and the bytes of a row: so many rows are asked for as certainly fit. */
function toPage(input: ListInput, context: ToolContext) {
  const { since, until, search, source, correlationId, cursor, limit = ROWS_DEFAULT } = input;
  const room = toBytesMax(input.maxTokens ?? MCP_TOKENS_DEFAULT) - FRAME_BYTES;
  const pageSize = Math.min(limit, Math.floor(room / (MCP_ROW_BYTES_MIN + 1)));
  const toTime = (text: string | undefined) => (text === undefined ? undefined : toTimestamp(text, context.nowMs));
  return {
    rowBytes: Math.min(MCP_ROW_BYTES_MAX, Math.floor(room / pageSize) - 1),
    parameters: {
      projectId: toProject(input.project, context),
      from: toTime(since),
      to: toTime(until),
      search,
      source,
      correlationId,
      before: cursor,
      pageSize,
    },
  };
}

interface Listed {
  readonly rows: readonly string[];
  readonly noun: string;
  readonly total: number;
  readonly next?: string;
  readonly searchedFrom?: string;
}

function toText({ rows, noun, total, next, searchedFrom }: Listed): string {
  const looked = searchedFrom === undefined ? [] : [`Only those since ${searchedFrom} were looked at.`];
  // Of what was not looked at the total says nothing.
  const isMore = next !== undefined && (total > rows.length || searchedFrom !== undefined);
  const more = isMore ? [`More: the same filters with cursor ${toDataLine(next, CURSOR_BYTES_MAX)}`] : [];
  if (rows.length === 0) return [`There are no ${noun} like that.`, ...looked, ...more].join('\n');
  const fence = openFence();
  return [`${rows.length} of ${total} ${noun}.`, ...looked, toWarning(fence), ...fence.enclose(rows), ...more].join(
    '\n',
  );
}

const CURSOR_BYTES_MAX = 128;
