import { type Static, Type } from 'typebox';
import { ErrorGroup } from './error-group.js';
import { ID_CHARS_MAX, PARTS_OF_GROUP_MAX } from './limits.js';

const Id = Type.String({ maxLength: ID_CHARS_MAX });

/** The first group takes in the others. All are of one project. */
export const MergeCommand = Type.Object(
  {
    ids: Type.Array(Id, { minItems: 2, maxItems: PARTS_OF_GROUP_MAX }),
    /** Answers what would be, and changes nothing. */
    preview: Type.Optional(Type.Boolean()),
  },
  { $id: 'MergeCommand', additionalProperties: false },
);
export type MergeCommand = Static<typeof MergeCommand>;

export const UnmergeCommand = Type.Object(
  {
    /** Ids of the parts to take out, as `parts` of the group has them; all of them without it. */
    parts: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: PARTS_OF_GROUP_MAX })),
    /** Answers what would be, and changes nothing. */
    preview: Type.Optional(Type.Boolean()),
  },
  { $id: 'UnmergeCommand', additionalProperties: false },
);
export type UnmergeCommand = Static<typeof UnmergeCommand>;

export const Merged = Type.Object(
  {
    success: Type.Literal(true),
    /** False while stored events of these errors are still on their way. */
    complete: Type.Boolean(),
    /** The whole: what the first group is then or would be, or what is or would be left of the one that is taken apart. */
    error: ErrorGroup,
    /** The groups that become one, as they were, or the parts that are taken out, as they are or would be. */
    groups: Type.Array(ErrorGroup),
    /** Of a preview of taking apart: what all counts are of, the newest events of the whole. */
    looked: Type.Optional(
      Type.Object({
        events: Type.Integer(),
        /** All events of the whole. */
        isWhole: Type.Boolean(),
      }),
    ),
  },
  { $id: 'Merged' },
);
export type Merged = Static<typeof Merged>;
