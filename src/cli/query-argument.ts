import { type ParseQuery, parseOrThrow } from '../lookup/parsed-query.js';
import { QueryError } from './command-error.js';

/** The query of a command, as its language reads it. What is none is wrong usage. */
export function readQuery<P extends { readonly ok: true }>(query: string, parse: ParseQuery<P>): P {
  // Without its full stop, as other sentences about arguments are.
  return parseOrThrow(
    query,
    parse,
    ({ at, sentence }) => new QueryError(`at character ${at} of the query: ${sentence.slice(0, -1)}`),
  );
}
