import { type Static, Type } from 'typebox';
import { Severity, Timestamp } from './common.js';

/**
 * Counts by a text that senders choose. The pattern says "any", as the default of a record means to, which does not match
 * a line break.
 */
const Counts = Type.Record(Type.String({ pattern: '^[\\s\\S]*$' }), Type.Integer());

export const Stats = Type.Object(
  {
    totalRequests: Type.Integer(),
    errorRequests: Type.Integer(),
    healthScore: Type.Number(),
    errorsLast24h: Type.Integer(),
    /** The open groups with most events, of all time or of the time that was asked for; `count` is of the same. */
    topErrors: Type.Array(
      Type.Object({
        id: Type.String(),
        message: Type.String(),
        count: Type.Integer(),
        type: Type.String(),
        severity: Severity,
      }),
    ),
    errorsByType: Counts,
    errorsBySource: Counts,
    errorsOverTime: Type.Array(Type.Object({ timestamp: Timestamp, count: Type.Integer() })),
    /** The requests of the same buckets, where a time was asked for. */
    requestsOverTime: Type.Optional(
      Type.Array(Type.Object({ timestamp: Timestamp, total: Type.Integer(), failed: Type.Integer() })),
    ),
  },
  { $id: 'Stats' },
);
export type Stats = Static<typeof Stats>;

/**
 * Counts by bucket, oldest first; the last bucket holds the time that is now, or the end of what was asked for. Buckets of
 * six hours start at 0, 6, 12 and 18 o'clock UTC.
 */
export const Trends = Type.Object(
  {
    from: Timestamp,
    bucketMs: Type.Integer(),
    requests: Type.Object({ total: Type.Array(Type.Integer()), failed: Type.Array(Type.Integer()) }),
    /** Events of each group that was asked for, by its id. */
    groups: Type.Record(Type.String(), Type.Array(Type.Integer())),
  },
  { $id: 'Trends' },
);
export type Trends = Static<typeof Trends>;

export const Health = Type.Object(
  { status: Type.Literal('ok'), timestamp: Timestamp, uptime: Type.Number() },
  { $id: 'Health' },
);
export type Health = Static<typeof Health>;

export const Project = Type.Object(
  { id: Type.String(), name: Type.String(), createdAt: Timestamp },
  { $id: 'Project' },
);
export type Project = Static<typeof Project>;

export const ProjectList = Type.Object(
  {
    projects: Type.Array(Project),
    /** Names of the projects with settings of their own, those without records among them. Absent where there are none. */
    withSettings: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'ProjectList' },
);
export type ProjectList = Static<typeof ProjectList>;

/** What became of the items of one project since the daemon started. */
export const OutcomeCounts = Type.Object({
  received: Type.Integer(),
  inFlight: Type.Integer(),
  stored: Type.Integer(),
  duplicate: Type.Integer(),
  rejected: Type.Record(Type.String(), Type.Integer()),
  dropped: Type.Record(Type.String(), Type.Integer()),
  /** What came beside the items and is of a type that errord does not keep, by type; not part of `received`. */
  skipped: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  /** What client libraries say they lost before it was sent, by their reason; not part of `received`. */
  clientDropped: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});
export type OutcomeCounts = Static<typeof OutcomeCounts>;

export const Outcomes = Type.Object(
  {
    since: Timestamp,
    total: OutcomeCounts,
    projects: Type.Array(Type.Object({ projectId: Type.Optional(Type.String()), ...OutcomeCounts.properties })),
  },
  { $id: 'Outcomes' },
);
export type Outcomes = Static<typeof Outcomes>;

/** What `errord status` shows. Sizes in bytes. */
export const DaemonStatus = Type.Object(
  {
    name: Type.Literal('errord'),
    version: Type.String(),
    pid: Type.Integer(),
    startedAt: Timestamp,
    uptime: Type.Number(),
    database: Type.Object({
      /** Of a store that is a file. */
      path: Type.Optional(Type.String()),
      bytes: Type.Integer(),
      /** Of a store with a write-ahead log beside its file. */
      walBytes: Type.Optional(Type.Integer()),
      errors: Type.Integer(),
      events: Type.Integer(),
      requests: Type.Integer(),
      logs: Type.Integer(),
      projects: Type.Integer(),
      /** Those that share the store, by number, this one among them. Absent of a store that is one daemon's alone. */
      daemons: Type.Optional(
        Type.Array(
          Type.Object({
            number: Type.Integer(),
            /** Host and number of the process. */
            name: Type.String(),
            version: Type.Optional(Type.String()),
            startedAt: Timestamp,
            /** When it last wrote, by its clock; it does at least every minute. */
            seenAt: Timestamp,
          }),
        ),
      ),
    }),
    retention: Type.Object({ retentionDays: Type.Number(), maxDbSizeMb: Type.Number() }),
    feedClients: Type.Integer(),
  },
  { $id: 'DaemonStatus' },
);
export type DaemonStatus = Static<typeof DaemonStatus>;
