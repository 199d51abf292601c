import { type Static, Type } from 'typebox';
import { GROUPING_VERSION_MAX, ID_CHARS_MAX } from './limits.js';

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
