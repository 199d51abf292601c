import { Refusal } from '../lookup/reader.js';

interface Faulty {
  readonly ok: false;
  /** What is wrong, at which character, counted from 1. */
  readonly fault: { readonly at: number; readonly sentence: string };
}

/** The argument `query`, as its language reads it. Refuses what is none. */
export function readQuery<P extends { readonly ok: true }>(query: string, parse: (query: string) => P | Faulty): P {
  const parsed = parse(query);
  if (parsed.ok) return parsed;
  throw new Refusal(`query, at character ${parsed.fault.at}: ${parsed.fault.sentence}`);
}
