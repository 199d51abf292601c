import { type Static, Type } from 'typebox';
import { Timestamp } from './common.js';
import { BYTES_PER_DAY_MAX, EVENTS_PER_MINUTE_MAX, RETENTION_DAYS_MAX } from './limits.js';
import { Nullish } from './nullish.js';

// No 0, which elsewhere stands for "no limit" and here would refuse everything.
const EventsPerMinute = Type.Integer({ minimum: 1, maximum: EVENTS_PER_MINUTE_MAX });
const BytesPerDay = Type.Integer({ minimum: 1, maximum: BYTES_PER_DAY_MAX });
/** 0 keeps everything. */
const RetentionDays = Type.Integer({ minimum: 0, maximum: RETENTION_DAYS_MAX });

/** A change of the settings of a project: what is absent stays, null resets. */
export const ProjectSettingsChange = Type.Object(
  {
    /** Items of all kinds. */
    eventsPerMinute: Nullish(EventsPerMinute),
    /** Bytes of stored items, in a day of UTC. */
    bytesPerDay: Nullish(BytesPerDay),
    retentionDays: Nullish(RetentionDays),
  },
  { $id: 'ProjectSettingsChange', additionalProperties: false },
);
export type ProjectSettingsChange = Static<typeof ProjectSettingsChange>;

const orNull = <T extends typeof EventsPerMinute>(schema: T) => Type.Union([schema, Type.Null()]);

/** The settings of a project, null where the daemon's own rule holds, and what it has used of its limits. */
export const ProjectSettings = Type.Object(
  {
    projectId: Type.String(),
    eventsPerMinute: orNull(EventsPerMinute),
    bytesPerDay: orNull(BytesPerDay),
    retentionDays: orNull(RetentionDays),
    /** Of the minute and the UTC day that it is now. Null while the project has neither limit: then nothing is counted. */
    usage: Type.Union([
      Type.Object({
        minute: Type.Object({ items: Type.Integer(), resetsAt: Timestamp }),
        day: Type.Object({ bytes: Type.Integer(), resetsAt: Timestamp }),
      }),
      Type.Null(),
    ]),
  },
  { $id: 'ProjectSettings' },
);
export type ProjectSettings = Static<typeof ProjectSettings>;
