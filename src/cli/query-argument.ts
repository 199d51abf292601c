import { QueryError } from './command-error.js';

interface Faulty {
  readonly ok: false;
  /** What is wrong, at which character, counted from 1. */
  readonly fault: { readonly at: number; readonly sentence: string };
}

/** The query of a command, as its language reads it. What is none is wrong usage. */
export function readQuery<P extends { readonly ok: true }>(query: string, parse: (query: string) => P | Faulty): P {
  const parsed = parse(query);
  if (parsed.ok) return parsed;
  // Without its full stop, as other sentences about arguments are.
  throw new QueryError(`at character ${parsed.fault.at} of the query: ${parsed.fault.sentence.slice(0, -1)}`);
}
