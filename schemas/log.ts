import { type Static, Type } from 'typebox';
import { ClientId, JsonObject, LogLevel, ProjectName, Source, Timestamp } from './common.js';
import { BATCH_ITEMS_MAX } from './limits.js';
import { Nullish } from './nullish.js';

/** One console log entry as a client sends it. Unknown fields are accepted and not stored. */
export const LogPayload = Type.Object(
  {
    /** A retry carries the same one. Not the `id` of answers, which the store makes. */
    recordId: Nullish(ClientId),
    level: LogLevel,
    message: Type.String(),
    source: Nullish(Source),
    timestamp: Nullish(Timestamp),
    projectId: Nullish(ProjectName),
    environment: Nullish(JsonObject),
    correlationId: Nullish(ClientId),
    extra: Nullish(JsonObject),
  },
  { $id: 'LogPayload', title: 'Log entry' },
);
export type LogPayload = Static<typeof LogPayload>;

/** The items are validated one by one, so that a bad one does not take its neighbours with it. */
export const LogBatchPayload = Type.Array(Type.Unknown(), {
  $id: 'LogBatchPayload',
  title: 'Log entries',
  maxItems: BATCH_ITEMS_MAX,
});

/** The answer for one stored entry of a batch: its id. */
export const LogAccepted = Type.String({ $id: 'LogAccepted' });

export const LogRecord = Type.Object(
  {
    id: Type.String(),
    level: LogLevel,
    message: Type.String(),
    source: Type.Optional(Source),
    timestamp: Timestamp,
    projectId: Type.Optional(Type.String()),
    environment: Type.Optional(JsonObject),
    correlationId: Type.Optional(Type.String()),
    extra: Type.Optional(JsonObject),
  },
  { $id: 'LogRecord' },
);
export type LogRecord = Static<typeof LogRecord>;

/** The fields of a stored log that are not kept as JSON text. */
export const LogHead = Type.Omit(LogRecord, ['environment', 'extra'], { $id: 'LogHead' });
export type LogHead = Static<typeof LogHead>;

export const LogList = Type.Object(
  {
    /** Fewer than `pageSize` also when more would make the answer too large; `next` then says where it goes on. */
    logs: Type.Array(LogRecord),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    /** What to pass as `before` for the entries that follow; absent when none do. */
    next: Type.Optional(Type.String()),
    /** Given when a search did not look at every entry: entries and total are of those since this time. */
    searchedFrom: Type.Optional(Timestamp),
  },
  { $id: 'LogList' },
);
export type LogList = Static<typeof LogList>;

/** Entries of each level by slots of time, which follow each other. Every slot that the time touches counts whole. */
export const LogHistogram = Type.Object(
  {
    /** When the first slot starts. Slots of an hour and longer start with an hour UTC, those of days with a day. */
    from: Timestamp,
    slotMs: Type.Integer(),
    counts: Type.Object({
      debug: Type.Array(Type.Integer()),
      log: Type.Array(Type.Integer()),
      info: Type.Array(Type.Integer()),
      warn: Type.Array(Type.Integer()),
    }),
    /** Given when not every entry was looked at: slots before it are not counted, and the one that it is in not whole. */
    searchedFrom: Type.Optional(Timestamp),
  },
  { $id: 'LogHistogram' },
);
export type LogHistogram = Static<typeof LogHistogram>;
