import { QUERIES, type QueryName } from '../../schemas/queries.js';
import type { Clock } from '../clock.js';
import { type ErrorCode, ErrordError } from '../errors.js';
import type { Store, StoreQuery } from '../store/store.js';
import { compileQuery, type Validation, type Validator } from '../validate.js';
import type { Exchange } from './exchange.js';
import type { QueryGate } from './query-gate.js';
import { parseQueryString, toQueryObject } from './query-string.js';
import { checkStatsSpan } from './stats-span.js';

export interface QueryOptions {
  readonly store: Pick<Store, 'query'>;
  readonly clock: Clock;
  readonly gate: QueryGate;
}

/** A query as the URL has it. `id` is null when the path has none, or none that could be known. */
export interface QueryCall {
  readonly name: QueryName;
  readonly id: string | null;
  /** The answer to an unknown id; null for queries without one. */
  readonly unknownId: ErrorCode | null;
}

const validators = Object.fromEntries(
  Object.entries(QUERIES).map(([name, { parameters }]) => [name, compileQuery(parameters)]),
) as { readonly [N in QueryName]: Validator<StoreQuery['parameters']> };

/** Answers a query with the store's finished JSON. Rejects when the store does. */
export async function answerQuery(exchange: Exchange, call: QueryCall, options: QueryOptions): Promise<void> {
  const { reply, facts } = exchange;
  const nowMs = options.clock();
  const parameters = parseParameters(facts.query, call.name, nowMs);
  if (!parameters.ok) {
    reply.error('invalid_query', { details: parameters.details });
    return;
  }
  if (call.unknownId !== null && call.id === null) {
    reply.error(call.unknownId);
    return;
  }
  // The name and the parameters that its schema has passed belong together.
  const query = { name: call.name, id: call.id ?? '', parameters: parameters.value, nowMs } as StoreQuery;
  const ask = async (): Promise<void> => {
    const json = await options.store.query(query);
    if (json === null) reply.error(call.unknownId ?? 'internal');
    else reply.json(200, json);
  };
  try {
    // Figures have no rows that could be many.
    await (FIGURES.has(call.name) ? ask() : options.gate.run(ask));
  } catch (error) {
    if (!(error instanceof ErrordError) || error.code !== 'invalid_cursor') throw error;
    reply.error('invalid_query', { details: [CURSOR_DETAIL] });
  }
}

const FIGURES: ReadonlySet<QueryName> = new Set(['readStats', 'readTrends', 'listProjects']);

const CURSOR_DETAIL = { path: '/before', message: 'must be the `next` of an earlier answer' };

function parseParameters(text: string, name: QueryName, nowMs: number): Validation<StoreQuery['parameters']> {
  const parameters = parseQueryString(text);
  if (!parameters.ok) return parameters;
  const checked = validators[name](toQueryObject(parameters.value));
  return checked.ok && name === 'readStats' ? checkStatsSpan(checked.value, nowMs) : checked;
}
