import { type Static, Type } from 'typebox';
import { GROUPING_VERSION_MAX, ID_CHARS_MAX } from './limits.js';
import { GroupingRules } from './project-settings.js';

/** What another version of the grouping would make of what is stored. */
export const GroupingPreviewQuery = Type.Object(
  {
    version: Type.Integer({ minimum: 1, maximum: GROUPING_VERSION_MAX }),
    /** Only the change that this error group is part of, maybe as it was looked at a minute ago. */
    errorId: Type.Optional(Type.String({ minLength: 1, maxLength: ID_CHARS_MAX })),
  },
  { $id: 'GroupingPreviewQuery', additionalProperties: false },
);
export type GroupingPreviewQuery = Static<typeof GroupingPreviewQuery>;

const Counts = Type.Object({ before: Type.Integer(), after: Type.Integer() });

/** Groups that would become others. */
export const GroupingChange = Type.Object({
  before: Type.Integer(),
  after: Type.Integer(),
  /** The first of them, by their events. */
  groups: Type.Array(
    Type.Object({ id: Type.String(), type: Type.String(), message: Type.String(), count: Type.Integer() }),
  ),
});
export type GroupingChange = Static<typeof GroupingChange>;

export const GroupingPreview = Type.Object(
  {
    projectId: Type.String(),
    version: Type.Integer(),
    /** All groups that were looked at; of them those that would be joined with others, and those that would be split. */
    groups: Counts,
    joined: Counts,
    split: Counts,
    /** Those that concern most groups first; the first of them. */
    changes: Type.Array(GroupingChange),
    /** What was looked at: the newest groups, and of each its newest events. */
    looked: Type.Object({
      groups: Type.Integer(),
      events: Type.Integer(),
      /** Nothing was left out. */
      isWhole: Type.Boolean(),
    }),
  },
  { $id: 'GroupingPreview' },
);
export type GroupingPreview = Static<typeof GroupingPreview>;

/** Rules that are tried on what is stored; of the form in which they are set. */
export const GroupingRulesTrial = Type.Object(
  { groupingRules: GroupingRules },
  { $id: 'GroupingRulesTrial', additionalProperties: false },
);
export type GroupingRulesTrial = Static<typeof GroupingRulesTrial>;

/** What rules would have done to the newest events of a project. */
export const GroupingRulesPreview = Type.Object(
  {
    projectId: Type.String(),
    /** As those of `GroupingPreview`, of the groups of these events. */
    groups: Counts,
    joined: Counts,
    split: Counts,
    /** Those that concern most groups first; the first of them. */
    changes: Type.Array(
      Type.Object({
        ...GroupingChange.properties,
        /** What rules group them by; the first of them. */
        fingerprints: Type.Array(Type.String()),
      }),
    ),
    /** Each rule, in their order, with the events that it decides and the groups that these are in. */
    rules: Type.Array(
      Type.Object({
        name: Type.String(),
        events: Type.Integer(),
        groups: Type.Integer(),
        /** Whether these would have been ignored, had they been new; absent where not. */
        ignore: Type.Optional(Type.Boolean()),
      }),
    ),
    looked: Type.Object({
      groups: Type.Integer(),
      events: Type.Integer(),
      /** As many events as a preview looks at, or all that are stored. */
      isWhole: Type.Boolean(),
    }),
  },
  { $id: 'GroupingRulesPreview' },
);
export type GroupingRulesPreview = Static<typeof GroupingRulesPreview>;
