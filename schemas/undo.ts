import { type Static, Type } from 'typebox';
import { ChangeName } from './common.js';
import { ID_CHARS_MAX, STATUS_GROUPS_MAX } from './limits.js';

/** Takes a change of the status of these groups back, or a snooze, by the name that the change was given. */
export const UndoCommand = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: ID_CHARS_MAX }), { minItems: 1, maxItems: STATUS_GROUPS_MAX }),
    change: ChangeName,
  },
  { $id: 'UndoCommand', additionalProperties: false },
);
export type UndoCommand = Static<typeof UndoCommand>;

/** What became of each group that was named. */
export const Undone = Type.Object(
  {
    success: Type.Literal(true),
    /** How many are again what they were before the change. */
    undone: Type.Integer(),
    /** The ids of those that were left as they are: something has happened to them since, or the change was none of theirs. */
    left: Type.Array(Type.String()),
    /** The ids that are no group's. */
    missing: Type.Array(Type.String()),
  },
  { $id: 'Undone' },
);
export type Undone = Static<typeof Undone>;
