import type { QueryName } from '../../schemas/queries.js';
import { REPLICA_LAG_HEADER } from '../constants.js';
import { type ErrorCode, ErrordError } from '../errors.js';
import type { Store, StoreQuery } from '../store/store.js';
import type { Exchange } from './exchange.js';
import type { QueryGate } from './query-gate.js';

export interface QueryOptions {
  readonly store: Pick<Store, 'query'>;
  readonly gate: QueryGate;
}

/** A query as the URL has it. */
export interface QueryCall {
  readonly name: QueryName;
  /** Null when the path has none, or none that could be known. */
  readonly id: string | null;
  /** The answer to an unknown id; null for queries without one. */
  readonly unknownId: ErrorCode | null;
  /** As the schema of this query has passed them. */
  readonly parameters: unknown;
  readonly nowMs: number;
}

/** Answers a query with the store's finished JSON. Rejects when the store does. */
export async function answerQuery(
  { reply }: Exchange,
  { unknownId, ...call }: QueryCall,
  { store, gate }: QueryOptions,
): Promise<void> {
  if (unknownId !== null && call.id === null) {
    reply.error(unknownId);
    return;
  }
  // The name and the parameters that its schema has passed belong together.
  const query = { ...call, id: call.id ?? '' } as StoreQuery;
  const ask = async (): Promise<void> => {
    const json = await store.query(query, (lagMs) => reply.addHeader(REPLICA_LAG_HEADER, String(lagMs)));
    if (json === null) reply.error(unknownId ?? 'internal');
    else reply.json(200, json);
  };
  try {
    // Figures have no rows that could be many.
    await (FIGURES.has(call.name) ? ask() : gate.run(ask));
  } catch (error) {
    if (!(error instanceof ErrordError) || error.code !== 'invalid_cursor') throw error;
    reply.error('invalid_query', { details: [CURSOR_DETAIL] });
  }
}

const FIGURES: ReadonlySet<QueryName> = new Set([
  'readStats',
  'readTrends',
  'readLogHistogram',
  'readErrorFacets',
  'readFacets',
  'listProjects',
  'readProjectSettings',
]);

const CURSOR_DETAIL = { path: '/before', message: 'must be the `next` of an earlier answer' };
