import { type Static, Type } from 'typebox';
import { ClientId, LogLevel, ProjectName, Severity, Source, Status, Timestamp } from './common.js';
import {
  FACET_FILTER_CHARS_MAX,
  GROUP_QUERY_CHARS_MAX,
  ID_CHARS_MAX,
  LOG_QUERY_CHARS_MAX,
  METHOD_CHARS_MAX,
  PAGE_MAX,
  PAGE_SIZE_MAX,
  SEARCH_CHARS_MAX,
  TREND_GROUPS_MAX,
  TYPE_CHARS_MAX,
} from './limits.js';
import { DIRECTIONS, GROUP_SORTS, STATUS_CLASSES, TIME_RANGES, TREND_RANGES } from './words.js';

const Page = Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 1 });
const pageSize = (byDefault: number) => Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: byDefault });
const Search = Type.Optional(Type.String({ minLength: 0, maxLength: SEARCH_CHARS_MAX }));

const GroupQueryText = Type.Optional(Type.String({ maxLength: GROUP_QUERY_CHARS_MAX }));

/**
 * The `next` of an earlier answer: the list goes on behind its last row, wherever rows have moved meanwhile. Only the
 * store that made it can read it.
 */
const Before = Type.Optional(Type.String({ minLength: 1, maxLength: ID_CHARS_MAX }));

const project = { projectId: Type.Optional(ProjectName) };
const range = { from: Type.Optional(Timestamp), to: Type.Optional(Timestamp) };
/** The span up to now; not together with `from` or `to`. */
const timeRange = Type.Optional(Type.Enum([...TIME_RANGES]));
const ID_PATTERN = `[^,]{1,${ID_CHARS_MAX}}`;
const GROUP_IDS_PATTERN = `^${ID_PATTERN}(?:,${ID_PATTERN}){0,${TREND_GROUPS_MAX - 1}}$`;
const closed = { additionalProperties: false };

const errorFilters = {
  ...project,
  ...range,
  timeRange,
  status: Type.Optional(Status),
  source: Type.Optional(Source),
  severity: Type.Optional(Severity),
  type: Type.Optional(Type.String({ maxLength: TYPE_CHARS_MAX })),
  search: Search,
  /** Words and `key:value`, beside the other filters: see docs/search.md. */
  query: GroupQueryText,
  /** Groups with events that have it: `browser=Safari`, `tag:tenant=north`. */
  facet: Type.Optional(Type.String({ pattern: '^[^=]+=.', maxLength: FACET_FILTER_CHARS_MAX })),
  correlationId: Type.Optional(ClientId),
  /** Groups that are new, came back or became louder than usual after it. */
  changedSince: Type.Optional(Timestamp),
};

export const ErrorListQuery = Type.Object(
  {
    ...errorFilters,
    /** A `before` belongs to the order that it came with. */
    sort: Type.Optional(Type.Enum([...GROUP_SORTS])),
    direction: Type.Optional(Type.Enum([...DIRECTIONS])),
    before: Before,
    page: Page,
    pageSize: pageSize(50),
  },
  { $id: 'ErrorListQuery', ...closed },
);
export type ErrorListQuery = Static<typeof ErrorListQuery>;

export const ErrorChangesQuery = Type.Object(
  {
    ...errorFilters,
    /** What happened after it; without it, nothing has yet, and the answer says from when on to ask. */
    since: Type.Optional(Timestamp),
  },
  { $id: 'ErrorChangesQuery', ...closed },
);
export type ErrorChangesQuery = Static<typeof ErrorChangesQuery>;
/** What error groups are narrowed by. */
export type ErrorFilters = Omit<ErrorChangesQuery, 'since'>;

export const ErrorDetailQuery = Type.Object(
  {
    ...project,
    /** Leaves the events that say it: keys of what events say, as in a query for groups; see docs/search.md. */
    query: GroupQueryText,
    before: Before,
    page: Page,
    pageSize: pageSize(PAGE_SIZE_MAX),
  },
  { $id: 'ErrorDetailQuery', ...closed },
);
export type ErrorDetailQuery = Static<typeof ErrorDetailQuery>;

export const RequestListQuery = Type.Object(
  {
    ...project,
    ...range,
    timeRange,
    /** Those with a `statusCode` of 400 or more. */
    failing: Type.Optional(Type.Enum(['true'])),
    statusClass: Type.Optional(Type.Enum([...STATUS_CLASSES])),
    /** In any case. */
    method: Type.Optional(Type.String({ minLength: 1, maxLength: METHOD_CHARS_MAX })),
    source: Type.Optional(Source),
    search: Search,
    correlationId: Type.Optional(ClientId),
    before: Before,
    page: Page,
    pageSize: pageSize(50),
  },
  { $id: 'RequestListQuery', ...closed },
);
export type RequestListQuery = Static<typeof RequestListQuery>;

const logFilters = {
  ...project,
  ...range,
  timeRange,
  level: Type.Optional(LogLevel),
  /** This level and those above it: `debug`, `log`, `info`, `warn`. */
  minLevel: Type.Optional(LogLevel),
  source: Type.Optional(Source),
  search: Search,
  /** Leaves out the entries that `search` would find with it. */
  exclude: Search,
  /** Words, OR, -, parentheses, level: and source:, beside the other filters: see docs/search.md. */
  query: Type.Optional(Type.String({ maxLength: LOG_QUERY_CHARS_MAX })),
  correlationId: Type.Optional(ClientId),
};

export const LogListQuery = Type.Object(
  { ...logFilters, before: Before, page: Page, pageSize: pageSize(100) },
  { $id: 'LogListQuery', ...closed },
);
export type LogListQuery = Static<typeof LogListQuery>;

/** Without `from` it begins with the oldest entry, without `to` it ends now. */
export const LogHistogramQuery = Type.Object({ ...logFilters }, { $id: 'LogHistogramQuery', ...closed });
export type LogHistogramQuery = Static<typeof LogHistogramQuery>;

export const StatsQuery = Type.Object(
  /**
   * `from` and `to` come together, and not with `timeRange`. Every five minutes that they touch count whole; where `from` is more
   * than a day ago, every hour.
   */
  { ...project, ...range, timeRange },
  { $id: 'StatsQuery', ...closed },
);
export type StatsQuery = Static<typeof StatsQuery>;

export const TrendsQuery = Type.Object(
  /**
   * `from` and `to` come together, and not with `timeRange`, which is 24h without them. Every hour that they touch counts whole;
   * where `from` is more than a day ago, every six hours.
   */
  {
    ...project,
    ...range,
    timeRange: Type.Optional(Type.Enum([...TREND_RANGES])),
    /** Ids of error groups with commas between them. */
    groupIds: Type.Optional(Type.String({ pattern: GROUP_IDS_PATTERN })),
  },
  { $id: 'TrendsQuery', ...closed },
);
export type TrendsQuery = Static<typeof TrendsQuery>;

export const SuggestionsQuery = Type.Object(
  {
    ...project,
    /** What has been typed so far, up to the cursor. */
    query: GroupQueryText,
  },
  { $id: 'SuggestionsQuery', ...closed },
);
export type SuggestionsQuery = Static<typeof SuggestionsQuery>;

/** Routes without parameters of their own still take `projectId`, as every list does. */
export const ProjectQuery = Type.Object({ ...project }, { $id: 'ProjectQuery', ...closed });
export type ProjectQuery = Static<typeof ProjectQuery>;

/** For routes that take nothing but the id in their path, and refuse what they would not look at. */
export const NoQuery = Type.Object({}, { $id: 'NoQuery', ...closed });

export const FeedQuery = Type.Object(
  {
    ...project,
    /** Asks to be told when messages were left out: a `FeedSkipped` in their place. */
    skipped: Type.Optional(Type.Enum(['1'])),
  },
  { $id: 'FeedQuery', ...closed },
);

/** Body of the clear routes; an absent body is an empty object. */
export const ClearCommand = Type.Object(
  { projectId: Type.Optional(Type.Union([ProjectName, Type.Null()])) },
  { $id: 'ClearCommand', ...closed },
);
export type ClearCommand = Static<typeof ClearCommand>;

/** The answer of a command that has nothing to tell. */
export const Success = Type.Object({ success: Type.Literal(true) }, { $id: 'Success' });
