import { type Static, Type } from 'typebox';
import { ChangeName, Timestamp } from './common.js';
import { ASSIGNEE_CHARS_MAX, NOTE_CHARS_MAX, SNOOZE_EVENTS_MAX } from './limits.js';
import { HISTORY_KINDS } from './words.js';

const SnoozeEvents = Type.Integer({ minimum: 1, maximum: SNOOZE_EVENTS_MAX });

/** A time, so many more events, or so many more users: the first that comes ends it. */
export const Snooze = Type.Object(
  { until: Type.Optional(Timestamp), events: Type.Optional(SnoozeEvents), users: Type.Optional(SnoozeEvents) },
  { additionalProperties: false, minProperties: 1 },
);
export type Snooze = Static<typeof Snooze>;

/** What is done to an error group besides its status. Several at once are one change. */
export const TriageChange = Type.Object(
  {
    /** The group is ignored until this is over; then it is unresolved and came back. */
    snooze: Type.Optional(Snooze),
    /** A name; null for nobody. */
    assignee: Type.Optional(
      Type.Union([
        Type.String({ minLength: 1, maxLength: ASSIGNEE_CHARS_MAX, pattern: '^[^\\u0000-\\u001f\\u007f]+$' }),
        Type.Null(),
      ]),
    ),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: NOTE_CHARS_MAX })),
    /** Of the snooze, which can be taken back by it; who has the group and the note stay. */
    change: Type.Optional(ChangeName),
  },
  { $id: 'TriageChange', additionalProperties: false, minProperties: 1 },
);
export type TriageChange = Static<typeof TriageChange>;

export const HistoryEntry = Type.Object({
  at: Timestamp,
  kind: Type.Enum([...HISTORY_KINDS]),
  /** Name of the key, `token`, or absent where the daemon wants none and for what it did itself. */
  by: Type.Optional(Type.String()),
  /** The status, the name of who has it or of the rule, the note, or until when. */
  text: Type.String(),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

export const Triage = Type.Object(
  {
    assignee: Type.Union([Type.String(), Type.Null()]),
    snooze: Type.Union([
      Type.Object({
        until: Type.Optional(Timestamp),
        /** So many more events end it. */
        eventsLeft: Type.Optional(Type.Integer()),
        /** So many more users do; past 10,000 in the group an estimate. */
        usersLeft: Type.Optional(Type.Integer()),
      }),
      Type.Null(),
    ]),
    /** Newest first. */
    history: Type.Array(HistoryEntry),
  },
  { $id: 'Triage' },
);
export type Triage = Static<typeof Triage>;
