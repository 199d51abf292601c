import { type Static, Type } from 'typebox';

export const ErrorDetail = Type.Object({ path: Type.String(), message: Type.String() });
export type ErrorDetail = Static<typeof ErrorDetail>;

/** The body of every answer that is not a success, and of each refused item in a batch. */
export const ErrorReply = Type.Object(
  { error: Type.String(), code: Type.String(), details: Type.Optional(Type.Array(ErrorDetail)) },
  { $id: 'ErrorReply' },
);
export type ErrorReply = Static<typeof ErrorReply>;
