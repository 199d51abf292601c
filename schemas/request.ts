import { type Static, Type } from 'typebox';
import { ClientId, JsonObject, ProjectName, Source, Timestamp } from './common.js';
import { BATCH_ITEMS_MAX, METHOD_CHARS_MAX, URL_CHARS_MAX } from './limits.js';
import { Detail, Nullish } from './nullish.js';

/** A body as the client saw it: text, or JSON already parsed. */
const BodyPayload = Nullish(Type.Union([Type.String(), JsonObject, Type.Array(Type.Unknown())]));

/** One HTTP request record as a client sends it. Unknown fields are accepted and not stored. */
export const RequestPayload = Type.Object(
  {
    /** A retry carries the same one. Not the `id` of answers, which the store makes. */
    recordId: Nullish(ClientId),
    method: Type.String({ minLength: 1, maxLength: METHOD_CHARS_MAX }),
    url: Type.String({ minLength: 1, maxLength: URL_CHARS_MAX }),
    route: Detail('Text: the template of the path that answered, such as /orders/:id.'),
    statusCode: Nullish(Type.Integer({ minimum: 0, maximum: 999 })),
    duration: Nullish(Type.Number({ minimum: 0 })),
    timestamp: Nullish(Timestamp),
    correlationId: Nullish(ClientId),
    errorEventId: Nullish(ClientId),
    headers: Nullish(JsonObject),
    responseHeaders: Nullish(JsonObject),
    requestBody: BodyPayload,
    responseBody: BodyPayload,
    spans: Detail('A list of what was done while it was answered, as `RequestSpan`; the 100 longest are kept.'),
    source: Nullish(Source),
    projectId: Nullish(ProjectName),
  },
  { $id: 'RequestPayload', title: 'Request record' },
);
export type RequestPayload = Static<typeof RequestPayload>;

/** The items are validated one by one, so that a bad one does not take its neighbours with it. */
export const RequestBatchPayload = Type.Array(Type.Unknown(), {
  $id: 'RequestBatchPayload',
  title: 'Request records',
  maxItems: BATCH_ITEMS_MAX,
});

export const RecordAccepted = Type.Object({ id: Type.String() }, { $id: 'RecordAccepted' });
export type RecordAccepted = Static<typeof RecordAccepted>;

/** What was done while a request was answered: a query, a call of another service. Times are in milliseconds. */
export const RequestSpan = Type.Object(
  {
    name: Type.String(),
    /** What kind of work it is: `db.query`, `http.client`. */
    op: Type.Optional(Type.String()),
    spanId: Type.Optional(Type.String()),
    parentSpanId: Type.Optional(Type.String()),
    /** Since the request began. */
    offset: Type.Number(),
    duration: Type.Number(),
    failed: Type.Optional(Type.Boolean()),
  },
  { $id: 'RequestSpan' },
);
export type RequestSpan = Static<typeof RequestSpan>;

/** A request record in lists and on the feed. `duration` is in milliseconds. */
export const RequestSummary = Type.Object(
  {
    id: Type.String(),
    method: Type.String(),
    url: Type.String(),
    statusCode: Type.Optional(Type.Integer()),
    duration: Type.Optional(Type.Number()),
    timestamp: Timestamp,
    correlationId: Type.Optional(Type.String()),
    errorEventId: Type.Optional(Type.String()),
    /** How many spans were sent with it; absent where there were none. */
    spanCount: Type.Optional(Type.Integer()),
    source: Type.Optional(Source),
    projectId: Type.Optional(Type.String()),
  },
  { $id: 'RequestSummary' },
);
export type RequestSummary = Static<typeof RequestSummary>;

/** A whole request record. A body that is JSON comes back as JSON, any other as text. */
export const RequestRecord = Type.Object(
  {
    ...RequestSummary.properties,
    route: Type.Optional(Type.String()),
    headers: Type.Optional(JsonObject),
    responseHeaders: Type.Optional(JsonObject),
    requestBody: Type.Optional(Type.Unknown()),
    requestBodyTruncated: Type.Optional(Type.Boolean()),
    responseBody: Type.Optional(Type.Unknown()),
    responseBodyTruncated: Type.Optional(Type.Boolean()),
    /** In the order in which they began; where `spanCount` is more, the longest of them. */
    spans: Type.Optional(Type.Array(RequestSpan)),
  },
  { $id: 'RequestRecord' },
);
export type RequestRecord = Static<typeof RequestRecord>;

export const RequestList = Type.Object(
  {
    requests: Type.Array(RequestSummary),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    /** What to pass as `before` for the rows that follow; absent when none do. */
    next: Type.Optional(Type.String()),
    /** Given when a filter did not look at every request: rows and total are of those since this time. */
    searchedFrom: Type.Optional(Timestamp),
  },
  { $id: 'RequestList' },
);
export type RequestList = Static<typeof RequestList>;
