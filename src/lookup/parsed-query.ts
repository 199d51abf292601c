/** A parser of one of the languages of queries: `parseEventQuery`, `parseGroupQuery`, `parseLogQuery`. */
export type ParseQuery<P extends { readonly ok: true }> = (query: string) => P | Faulty;

interface Faulty {
  readonly ok: false;
  readonly fault: QueryFault;
}

/** What is wrong, at which character, counted from 1. */
interface QueryFault {
  readonly at: number;
  readonly sentence: string;
}

/** The query as its language reads it. Throws what `toError` makes of what is wrong with one that is none. */
export function parseOrThrow<P extends { readonly ok: true }>(
  query: string,
  parse: ParseQuery<P>,
  toError: (fault: QueryFault) => Error,
): P {
  const parsed = parse(query);
  if (parsed.ok) return parsed;
  throw toError(parsed.fault);
}
