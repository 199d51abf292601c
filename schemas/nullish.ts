// Functions that build schemas. Apart from the schemas themselves, which a built daemon has as plain values: it never loads
// this file, nor the builder.

import { type TSchema, Type } from 'typebox';

/** Clients in JavaScript send `null` for "none"; on optional fields it means the same as leaving the field out. */
export const Nullish = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

/** A detail that refuses no event: a value of another form is left out. */
export const Detail = (description: string) => Type.Optional(Type.Unknown({ description }));
