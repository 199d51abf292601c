import { type Static, Type } from 'typebox';
import { Severity, Timestamp } from './common.js';
import { ErrorGroup } from './error-group.js';
import { EVENT_CONDITIONS } from './project-settings.js';

/** Which events of an error become one of their own: those of which every condition holds. At least one is there. */
export const SplitCommand = Type.Object(
  {
    ...EVENT_CONDITIONS,
    /** Answers what would be, and changes nothing. */
    preview: Type.Optional(Type.Boolean()),
  },
  // The gateway refuses one that has `preview` in place of a condition.
  { $id: 'SplitCommand', additionalProperties: false, minProperties: 1 },
);
export type SplitCommand = Static<typeof SplitCommand>;

export const Split = Type.Object(
  {
    success: Type.Literal(true),
    /** False while stored events are still on their way. */
    complete: Type.Boolean(),
    /** What is or would be left of the error. */
    error: ErrorGroup,
    /** The error that is made of the others. */
    made: Type.Object({
      /** Absent in a preview. */
      id: Type.Optional(Type.String()),
      type: Type.String(),
      message: Type.String(),
      severity: Severity,
      count: Type.Integer(),
      firstSeen: Timestamp,
      lastSeen: Timestamp,
    }),
    /** Of a preview: what its counts are of, the newest events of the error. */
    looked: Type.Optional(
      Type.Object({
        events: Type.Integer(),
        /** All events of the error. */
        isWhole: Type.Boolean(),
      }),
    ),
  },
  { $id: 'Split' },
);
export type Split = Static<typeof Split>;
