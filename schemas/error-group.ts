import { type Static, Type } from 'typebox';
import { ChangeName, Severity, Source, Status, Timestamp } from './common.js';
import { EventRecord, StackFrame } from './event.js';
import { ID_CHARS_MAX, RELEASE_NAME_CHARS_MAX, STATUS_GROUPS_MAX } from './limits.js';
import { EVENT_CONDITIONS } from './project-settings.js';
import { ErrorListQuery } from './query.js';
import { EVIDENCE_PLACES, GROUP_NEWS } from './words.js';

/** The first frame of a group's latest event that is the application's own. */
export const Culprit = Type.Object({
  function: Type.Optional(Type.String()),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
});
export type Culprit = Static<typeof Culprit>;

/** The events of one fingerprint in one project. */
export const ErrorGroup = Type.Object(
  {
    id: Type.String(),
    fingerprint: Type.String(),
    type: Type.String(),
    message: Type.String(),
    source: Source,
    severity: Severity,
    status: Status,
    explanation: Type.Optional(Type.String()),
    firstSeen: Timestamp,
    lastSeen: Timestamp,
    count: Type.Integer(),
    /** When an event last reopened it; gone once a person resolves it again. */
    reopenedAt: Type.Optional(Timestamp),
    /** It has `factor` times the events that are usual for it, and counts as louder `until` then; absent when it never was. */
    louder: Type.Optional(Type.Object({ factor: Type.Integer(), until: Timestamp })),
    culprit: Type.Optional(Culprit),
    projectId: Type.Optional(Type.String()),
    /** Different users among its events. In lists and details, some seconds behind (docs/facets.md); the feed does not tell it. */
    users: Type.Optional(Type.Integer()),
    /** Whether `users` is an estimate, from 10,000 on. */
    usersApproximate: Type.Optional(Type.Boolean()),
    /** The release that sent it first, and the one that sent it last; where `users` is. */
    firstRelease: Type.Optional(Type.String()),
    lastRelease: Type.Optional(Type.String()),
    /** Who has it; where `users` is. */
    assignee: Type.Optional(Type.String()),
    /** From which release on an event opens it again, or, with `next`, after which; where `users` is, and in `status_change`. */
    resolvedIn: Type.Optional(Type.Object({ release: Type.String(), next: Type.Optional(Type.Literal(true)) })),
    /** The release whose event opened it again; where `users` is. */
    reopenedIn: Type.Optional(Type.String()),
  },
  { $id: 'ErrorGroup' },
);
export type ErrorGroup = Static<typeof ErrorGroup>;

/** What version 2 left out of a part, or put another word for, and why. */
export const Replaced = Type.Object({
  /** `type`, `message`, `frames`, `cause` or `place`. */
  part: Type.String(),
  text: Type.String(),
  by: Type.String(),
  rule: Type.String(),
});
export type Replaced = Static<typeof Replaced>;

/** Some words of an explanation, and what of the event they were read from. */
export const ExplanationEvidence = Type.Object({
  /** Where the words begin in `explanation`, in UTF-16 code units. */
  start: Type.Integer(),
  /** Where they end. */
  end: Type.Integer(),
  shownBy: Type.Enum([...EVIDENCE_PLACES]),
  /** What the event says there: redacted as the event is, on one line, and cut. */
  text: Type.String(),
});
export type ExplanationEvidence = Static<typeof ExplanationEvidence>;

/** The parts a fingerprint was computed from, so that a person can see why two events met. */
export const Grouping = Type.Object({
  version: Type.Integer(),
  type: Type.String(),
  message: Type.String(),
  frames: Type.Array(
    Type.Object({
      ...Type.Pick(StackFrame, ['filename', 'function', 'lineno']).properties,
      /** Version 2, of minified code: the column, or how far from the frame below. */
      colno: Type.Optional(Type.Number()),
      offset: Type.Optional(Type.Number()),
      /** Version 2, of a function without a name: its line of source. */
      contextLine: Type.Optional(Type.String()),
    }),
  ),
  /** Version 2: the innermost cause. */
  cause: Type.Optional(Type.String()),
  /** Version 2: route, host or component of an event without frames of its own. */
  place: Type.Optional(Type.String()),
  /** Version 2: what was replaced, the first of it. */
  replaced: Type.Optional(Type.Array(Replaced)),
  /** What is in the place of these parts: of the client, or of a rule of the project. */
  custom: Type.Optional(Type.Array(Type.String())),
  /** The name of that rule, as it was then. */
  rule: Type.Optional(Type.String()),
});
export type Grouping = Static<typeof Grouping>;

export const ErrorGroupList = Type.Object(
  {
    errors: Type.Array(ErrorGroup),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    /** What to pass as `before` for the groups that follow; absent when none do. */
    next: Type.Optional(Type.String()),
    /**
     * Values of the query, as it has them, that are not counted by name in every group. Where they are not, groups were looked
     * for among the newest 10,000 events, or, of the keys from `server` to `transaction`, not at all. Absent where there are none.
     */
    uncounted: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'ErrorGroupList' },
);
export type ErrorGroupList = Static<typeof ErrorGroupList>;

/** A group that is part of another. */
export const GroupPart = Type.Object({
  id: Type.String(),
  type: Type.String(),
  message: Type.String(),
  /** Its events when it became a part. */
  count: Type.Integer(),
  mergedAt: Timestamp,
  /** Name of the key, or `token`; absent where the daemon wants none. */
  by: Type.Optional(Type.String()),
  /** Its events are on their way into the whole, or out of it. */
  moving: Type.Optional(Type.Boolean()),
});
export type GroupPart = Static<typeof GroupPart>;

/** What people took out of an error: its events that meet the conditions, those that come included, are another one. */
export const GroupSplit = Type.Object({
  /** Of the error that has them. */
  id: Type.String(),
  ...EVENT_CONDITIONS,
  at: Timestamp,
  /** Name of the key, or `token`; absent where the daemon wants none. */
  by: Type.Optional(Type.String()),
  /** Stored events are on their way. */
  moving: Type.Optional(Type.Boolean()),
});
export type GroupSplit = Static<typeof GroupSplit>;

export const ErrorGroupDetail = Type.Object(
  {
    error: Type.Object({
      ...ErrorGroup.properties,
      explanationTitle: Type.Optional(Type.String()),
      suggestion: Type.Optional(Type.String()),
      /** In the order of the words; of the first event of the group. Absent where the explanation is of a kind of error alone. */
      explanationEvidence: Type.Optional(Type.Array(ExplanationEvidence)),
      grouping: Grouping,
    }),
    /** Fewer than `pageSize` also when more would make the answer too large; `next` then says where it goes on. */
    events: Type.Array(EventRecord),
    /** Of all events, or of those that a `query` leaves among the ones that were looked at. */
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    /** What to pass as `before` for the events that follow; absent when none do. */
    next: Type.Optional(Type.String()),
    /** Given when a query did not look at every event: events and total are of those since this time. */
    searchedFrom: Type.Optional(Timestamp),
    /** The id that was asked for, where its events were grouped anew and are in this group now. */
    movedFrom: Type.Optional(Type.String()),
    /** What people made the group of, the part whose id it has first; absent for one that is as it came. */
    parts: Type.Optional(Type.Array(GroupPart)),
    /** What people took out of it, in the order in which events are tried; absent where nothing was. */
    splits: Type.Optional(Type.Array(GroupSplit)),
    /** The error that it was taken out of, by which conditions; absent for one that was not. */
    splitFrom: Type.Optional(GroupSplit),
  },
  { $id: 'ErrorGroupDetail' },
);
export type ErrorGroupDetail = Static<typeof ErrorGroupDetail>;

/** What happened since a moment to the groups that the filters leave. Each group counts once, for what happened to it last. */
export const ErrorChanges = Type.Object(
  {
    /** The moment that was asked for, or else that of the answer. */
    since: Timestamp,
    /** That of the answer, to be asked for the next time. */
    at: Timestamp,
    new: Type.Integer(),
    /** Came back after they were resolved or snoozed. */
    regressed: Type.Integer(),
    /** Became louder than usual. */
    louder: Type.Integer(),
    /** The latest of them, newest first; at most 100. */
    groups: Type.Array(Type.Object({ id: Type.String(), change: Type.Enum([...GROUP_NEWS]) })),
  },
  { $id: 'ErrorChanges' },
);
export type ErrorChanges = Static<typeof ErrorChanges>;

/** What a query that is being typed may go on with, the likeliest first. */
export const Suggestions = Type.Object(
  {
    /** At which character of the query, counted from 0, a suggestion takes the place of what stands behind. */
    from: Type.Integer(),
    suggestions: Type.Array(Type.Object({ text: Type.String(), meaning: Type.Optional(Type.String()) })),
  },
  { $id: 'Suggestions' },
);
export type Suggestions = Static<typeof Suggestions>;

/** One event and the group it is in. */
export const EventDetail = Type.Object({ event: EventRecord, error: ErrorGroup }, { $id: 'EventDetail' });
export type EventDetail = Static<typeof EventDetail>;

/**
 * Of `resolved`: from which release on an event opens the group again. `current` is the newest of the project, `next` whatever comes
 * after it; anything else is the name of a release. Other statuses, and projects that have sent no release, leave it out.
 */
const ResolvedIn = Type.Optional(Type.String({ minLength: 1, maxLength: RELEASE_NAME_CHARS_MAX }));

export const StatusChange = Type.Object(
  { status: Status, in: ResolvedIn, change: Type.Optional(ChangeName) },
  { $id: 'StatusChange', additionalProperties: false },
);
export type StatusChange = Static<typeof StatusChange>;

/** One status for many groups. */
export const StatusChanges = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: ID_CHARS_MAX }), { minItems: 1, maxItems: STATUS_GROUPS_MAX }),
    status: Status,
    in: ResolvedIn,
    change: Type.Optional(ChangeName),
  },
  { $id: 'StatusChanges', additionalProperties: false },
);
export type StatusChanges = Static<typeof StatusChanges>;

/** How many groups have the status now, and the ids that are no group's. */
export const StatusesChanged = Type.Object(
  { success: Type.Literal(true), updated: Type.Integer(), missing: Type.Array(Type.String()) },
  { $id: 'StatusesChanged' },
);
export type StatusesChanged = Static<typeof StatusesChanged>;

/** One status for every group that the list would have with the same filters. */
export const MatchingStatusChange = Type.Object(
  {
    /** The parameters of `GET /api/errors` that narrow the list; an empty object is every group there is. */
    filter: Type.Omit(ErrorListQuery, ['sort', 'direction', 'before', 'page', 'pageSize'], {
      additionalProperties: false,
    }),
    status: Status,
    change: Type.Optional(ChangeName),
  },
  { $id: 'MatchingStatusChange', additionalProperties: false },
);
export type MatchingStatusChange = Static<typeof MatchingStatusChange>;

const ChangedIds = Type.Array(Type.String());

/** What became of the groups that matched. */
export const MatchingStatusesChanged = Type.Object(
  {
    success: Type.Literal(true),
    updated: Type.Integer(),
    /** Whether none is left: more than one call changes may match, or the daemon could not go on. The same call goes on. */
    complete: Type.Boolean(),
    /** The ids of the changed groups by the status that they had, to take it back, by its name where it has one. */
    before: Type.Object({
      unresolved: ChangedIds,
      acknowledged: ChangedIds,
      resolved: ChangedIds,
      ignored: ChangedIds,
    }),
  },
  { $id: 'MatchingStatusesChanged' },
);
export type MatchingStatusesChanged = Static<typeof MatchingStatusesChanged>;
