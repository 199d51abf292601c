import { type ParseQuery, parseOrThrow } from '../lookup/parsed-query.js';
import { Refusal } from '../lookup/reader.js';

/** The argument `query`, as its language reads it. Refuses what is none. */
export function readQuery<P extends { readonly ok: true }>(query: string, parse: ParseQuery<P>): P {
  return parseOrThrow(query, parse, ({ at, sentence }) => new Refusal(`query, at character ${at}: ${sentence}`));
}
