import { type TSchema, Type } from 'typebox';

/** Clients in JavaScript send `null` for "none"; on optional fields it means the same as leaving the field out. */
export const Nullish = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
