// The Model Context Protocol: what the tools take, and what comes to `/mcp`. Descriptions are for the assistant that chooses.

import { type Static, type TSchema, Type } from 'typebox';
import { ClientId, LogLevel, ProjectName, Severity, Source, Status } from './common.js';
import {
  GROUP_QUERY_CHARS_MAX,
  GROUPING_CONDITION_CHARS_MAX,
  ID_CHARS_MAX,
  LOG_QUERY_CHARS_MAX,
  MCP_CURSOR_CHARS_MAX,
  MCP_ROWS_MAX,
  MCP_TOKENS_DEFAULT,
  MCP_TOKENS_MAX,
  MCP_TOKENS_MIN,
  METHOD_CHARS_MAX,
  PARTS_OF_GROUP_MAX,
  RELEASE_NAME_CHARS_MAX,
  SEARCH_CHARS_MAX,
  TYPE_CHARS_MAX,
  VIEW_NAME_CHARS_MAX,
} from './limits.js';
import { GROUP_SORTS, STATUS_CLASSES, TIME_RANGES } from './words.js';

const told = <S extends TSchema>(schema: S, description: string) => Type.Optional({ ...schema, description });

const project = { project: told(ProjectName, 'Only of this project. Left out: of all projects.') };
const answer = {
  maxTokens: told(
    Type.Integer({ minimum: MCP_TOKENS_MIN, maximum: MCP_TOKENS_MAX }),
    `Length of the answer at most, estimated; ${MCP_TOKENS_DEFAULT} unless given. What is left out has a cursor.`,
  ),
};
const Time = Type.String({ pattern: '^(?:\\d{1,6}[smhd]|\\d{4}-\\d\\d-\\d\\dT[0-9:.+Zz-]{1,30})$' });
const listed = {
  since: told(Time, 'Not before this: 15m, 2h, 7d (ago), or a time such as 2026-01-31T08:00:00Z.'),
  until: told(Time, 'Not after this; as since.'),
  search: told(Type.String({ maxLength: SEARCH_CHARS_MAX }), 'Has this text, in any case; no operators.'),
  source: told(Source, 'Where it happened.'),
  correlationId: told(
    ClientId,
    'Belongs to the same request or action: the correlation id of an event, request or log.',
  ),
  limit: told(Type.Integer({ minimum: 1, maximum: MCP_ROWS_MAX }), 'Rows at most; 20 unless given.'),
  cursor: told(
    Type.String({ minLength: 1, maxLength: MCP_CURSOR_CHARS_MAX }),
    'Goes on where an earlier answer ended: its cursor, with the same filters.',
  ),
};
const closed = { additionalProperties: false };

export const ListErrorsInput = Type.Object(
  {
    ...project,
    status: told(Status, 'Only groups of this status; "unresolved" is what still wants attention.'),
    severity: told(Severity, 'Only groups of this severity.'),
    type: told(Type.String({ minLength: 1, maxLength: TYPE_CHARS_MAX }), 'Type of the error, such as TypeError.'),
    sort: told(
      Type.Enum([...GROUP_SORTS]),
      'The order: lastSeen unless given; attention has what needs somebody most first (came back, severe, louder than usual, many users).',
    ),
    query: told(
      Type.String({ maxLength: GROUP_QUERY_CHARS_MAX }),
      'Terms that all hold: is:regressed release:2.8.1 user:7 file:price.ts tag:tenant=north seen:<1h count:>100 -timeout.',
    ),
    view: told(
      Type.String({ minLength: 1, maxLength: VIEW_NAME_CHARS_MAX }),
      'Name of a saved view: its query must hold too, in its order unless sort is given.',
    ),
    ...listed,
    ...answer,
  },
  { $id: 'ListErrorsInput', ...closed },
);
export type ListErrorsInput = Static<typeof ListErrorsInput>;

export const InvestigateErrorInput = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: ID_CHARS_MAX,
      description: 'Id of an error group (from list_errors), of an event, or of a request.',
    }),
    ...project,
    query: told(
      Type.String({ maxLength: GROUP_QUERY_CHARS_MAX }),
      'Of an error group: its latest event that meets this: release:2.8.1 browser:Safari tag:tenant=north -user:7.',
    ),
    cursor: told(
      Type.String({ minLength: 1, maxLength: MCP_CURSOR_CHARS_MAX }),
      'Reads on in one part of an earlier answer: a cursor from its end, with the same id and query.',
    ),
    ...answer,
  },
  { $id: 'InvestigateErrorInput', ...closed },
);
export type InvestigateErrorInput = Static<typeof InvestigateErrorInput>;

export const SearchLogsInput = Type.Object(
  {
    ...project,
    level: told(LogLevel, 'Only entries of this level.'),
    query: told(
      Type.String({ maxLength: LOG_QUERY_CHARS_MAX }),
      'Words, "words together", a*b in this order, OR, -without, ( ), level:warn,info, source:frontend. Looks at the newest entries.',
    ),
    ...listed,
    ...answer,
  },
  { $id: 'SearchLogsInput', ...closed },
);
export type SearchLogsInput = Static<typeof SearchLogsInput>;

export const ListRequestsInput = Type.Object(
  {
    ...project,
    failing: told(Type.Boolean(), 'true: only those answered with status code 400 or more.'),
    statusClass: told(Type.Enum([...STATUS_CLASSES]), 'Only status codes of this class.'),
    method: told(Type.String({ minLength: 1, maxLength: METHOD_CHARS_MAX }), 'HTTP method, such as GET.'),
    ...listed,
    ...answer,
  },
  { $id: 'ListRequestsInput', ...closed },
);
export type ListRequestsInput = Static<typeof ListRequestsInput>;

export const ProjectStatsInput = Type.Object(
  { ...project, timeRange: told(Type.Enum([...TIME_RANGES]), 'The span up to now; 24h unless given.'), ...answer },
  { $id: 'ProjectStatsInput', ...closed },
);
export type ProjectStatsInput = Static<typeof ProjectStatsInput>;

export const SetErrorStatusInput = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: ID_CHARS_MAX, description: 'Id of the error group.' }),
    status: {
      ...Status,
      description:
        'resolved: fixed, reopens when it happens again. ignored: never mind it. acknowledged: somebody works on it. unresolved: reopen it.',
    },
    in: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: RELEASE_NAME_CHARS_MAX,
        description:
          'Of resolved: older releases leave it resolved. current: fixed in the newest release. next: fixed in what comes after it. Or the name of a release.',
      }),
    ),
  },
  { $id: 'SetErrorStatusInput', ...closed },
);
export type SetErrorStatusInput = Static<typeof SetErrorStatusInput>;

const Ids = { minLength: 1, maxLength: ID_CHARS_MAX };

export const MergeErrorsInput = Type.Object(
  {
    ids: Type.Array(Type.String(Ids), {
      minItems: 2,
      maxItems: PARTS_OF_GROUP_MAX,
      description:
        'Ids of error groups of one project. The first keeps its id, status and assignee, and takes in the others.',
    }),
  },
  { $id: 'MergeErrorsInput', ...closed },
);
export type MergeErrorsInput = Static<typeof MergeErrorsInput>;

export const UnmergeErrorInput = Type.Object(
  {
    id: Type.String({ ...Ids, description: 'Id of an error group that others were merged into.' }),
    parts: told(
      Type.Array(Type.String(Ids), { minItems: 1, maxItems: PARTS_OF_GROUP_MAX }),
      'Ids of the parts to take out, as merge_errors told them; all of them unless given.',
    ),
  },
  { $id: 'UnmergeErrorInput', ...closed },
);
export type UnmergeErrorInput = Static<typeof UnmergeErrorInput>;

const Condition = Type.String({ minLength: 1, maxLength: GROUPING_CONDITION_CHARS_MAX });

export const SplitErrorInput = Type.Object(
  {
    id: Type.String({ ...Ids, description: 'Id of the error group that the events are in.' }),
    type: told(Condition, 'Type of the events to take out, the whole of it; * stands for any characters.'),
    message: told(Condition, 'Their message, the whole of it, as list_errors and investigate_error tell it.'),
    file: told(Condition, 'File of a frame of the application, such as */src/hats.ts.'),
    package: told(Condition, 'Package or module of one of their frames.'),
  },
  { $id: 'SplitErrorInput', ...closed },
);
export type SplitErrorInput = Static<typeof SplitErrorInput>;

/** One message of JSON-RPC 2.0, as far as the way to its answer depends on it; the SDK looks at the rest. */
export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Union([Type.String({ maxLength: ID_CHARS_MAX }), Type.Integer()])),
    method: Type.Optional(Type.String({ maxLength: ID_CHARS_MAX })),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'McpMessage' },
);
export type McpMessage = Static<typeof McpMessage>;

export const McpQuery = Type.Object(
  {
    /** The only project that the tools know. */
    projectId: Type.Optional(ProjectName),
    /** Adds the tools that change error groups; for the key of an admin. */
    allowTriage: Type.Optional(Type.Enum(['1'])),
  },
  { $id: 'McpQuery', ...closed },
);
export type McpQuery = Static<typeof McpQuery>;
