import { type Static, Type } from 'typebox';
import { Timestamp } from './common.js';
import {
  BYTES_PER_DAY_MAX,
  EVENTS_PER_MINUTE_MAX,
  GROUPING_CONDITION_CHARS_MAX,
  GROUPING_RULE_FINGERPRINT_CHARS_MAX,
  GROUPING_RULE_NAME_CHARS_MAX,
  GROUPING_RULES_MAX,
  GROUPING_VERSION_MAX,
  RETENTION_DAYS_MAX,
  SOURCE_MAP_PLACE_CHARS_MAX,
  SOURCE_MAP_PLACES_MAX,
} from './limits.js';
import { Nullish } from './nullish.js';

// No 0, which elsewhere stands for "no limit" and here would refuse everything.
const EventsPerMinute = Type.Integer({ minimum: 1, maximum: EVENTS_PER_MINUTE_MAX });
const BytesPerDay = Type.Integer({ minimum: 1, maximum: BYTES_PER_DAY_MAX });
/** 0 keeps everything. */
const RetentionDays = Type.Integer({ minimum: 0, maximum: RETENTION_DAYS_MAX });
/** By which rule events are grouped. */
const GroupingVersion = Type.Integer({ minimum: 1, maximum: GROUPING_VERSION_MAX });
/**
 * Where source maps are looked for: whole paths of folders on the daemon's machine, and addresses of dev servers there. No
 * root of a file system, and nothing that leads up: what is listed may be read, and shown as source lines.
 */
const SourceMapPlace = Type.String({
  minLength: 2,
  maxLength: SOURCE_MAP_PLACE_CHARS_MAX,
  pattern:
    '^(https?://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:[0-9]{1,5})?|(?!.*(^|[/\\\\])\\.\\.?([/\\\\]|$))(/[^/\\u0000-\\u001f\\u007f]|[A-Za-z]:[/\\\\][^/\\\\\\u0000-\\u001f\\u007f])[^\\u0000-\\u001f\\u007f]*)$',
});
const SourceMapPlaces = Type.Array(SourceMapPlace, { maxItems: SOURCE_MAP_PLACES_MAX });

const NO_CONTROLS = '^[^\\u0000-\\u001f\\u007f]+$';
/** The whole value, case and all; `*` stands for any characters. */
const Condition = Type.String({ minLength: 1, maxLength: GROUPING_CONDITION_CHARS_MAX });
/** What is asked of an event; all that are there have to hold. */
export const EVENT_CONDITIONS = {
  type: Type.Optional(Condition),
  message: Type.Optional(Condition),
  /** Of any frame of the application. */
  file: Type.Optional(Condition),
  /** Of any of the first frames: the package in `node_modules`, or the module of the frame. */
  package: Type.Optional(Condition),
};

/** Events that meet all conditions of a rule are one group, whatever else they are. */
export const GroupingRule = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: GROUPING_RULE_NAME_CHARS_MAX, pattern: NO_CONTROLS }),
    ...EVENT_CONDITIONS,
    /** `{type}` in it stands for the type of the event. `{{ default }}`, alone, leaves it what it would be grouped by without. */
    fingerprint: Type.String({
      minLength: 1,
      maxLength: GROUPING_RULE_FINGERPRINT_CHARS_MAX,
      // Beside other parts it would have to be told with each event, and a rule stands in place of all that its client sent.
      pattern: '^(\\{\\{ ?default ?\\}\\}|(?!.*\\{\\{)[^\\u0000-\\u001f\\u007f]+)$',
    }),
    /** A new group of its events is ignored, and so is one that they would open again. */
    ignore: Type.Optional(Type.Boolean()),
  },
  // Name, fingerprint, and at least one condition; the gateway refuses one that has `ignore` in place of a condition.
  { additionalProperties: false, minProperties: 3 },
);
export type GroupingRule = Static<typeof GroupingRule>;
export const GroupingRules = Type.Array(GroupingRule, { maxItems: GROUPING_RULES_MAX });

/** A change of the settings of a project: what is absent stays, null resets. */
export const ProjectSettingsChange = Type.Object(
  {
    /** Items of all kinds. */
    eventsPerMinute: Nullish(EventsPerMinute),
    /** Bytes of stored items, in a day of UTC. */
    bytesPerDay: Nullish(BytesPerDay),
    retentionDays: Nullish(RetentionDays),
    /** What is stored is grouped anew in the background; null: as the daemon groups new projects. */
    grouping: Nullish(GroupingVersion),
    /** All of them; what is stored is looked at again. An empty list or null: none. */
    sourceMaps: Nullish(SourceMapPlaces),
    /** All of them, in the order in which they are tried; of new events alone. An empty list or null: none. */
    groupingRules: Nullish(GroupingRules),
  },
  { $id: 'ProjectSettingsChange', additionalProperties: false },
);
export type ProjectSettingsChange = Static<typeof ProjectSettingsChange>;

const orNull = <T extends typeof EventsPerMinute>(schema: T) => Type.Union([schema, Type.Null()]);

/** How far the stored events of a project have been grouped anew. */
export const RegroupProgress = Type.Object({
  startedAt: Timestamp,
  /** Groups that were looked at, and events that came into another group. */
  groups: Type.Integer(),
  movedEvents: Type.Integer(),
  /** Groups that wait; 0 when it is done. */
  waitingGroups: Type.Integer(),
  /** Absent while it goes on. */
  finishedAt: Type.Optional(Timestamp),
});
export type RegroupProgress = Static<typeof RegroupProgress>;

/** The settings of a project, null where the daemon's own rule holds, and what it has used of its limits. */
export const ProjectSettings = Type.Object(
  {
    projectId: Type.String(),
    eventsPerMinute: orNull(EventsPerMinute),
    bytesPerDay: orNull(BytesPerDay),
    retentionDays: orNull(RetentionDays),
    /** The version in force, chosen or not. */
    grouping: GroupingVersion,
    sourceMaps: SourceMapPlaces,
    groupingRules: GroupingRules,
    /** Of the last change of `grouping`; null when there was none. */
    regroup: Type.Union([RegroupProgress, Type.Null()]),
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
