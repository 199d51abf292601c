// The API from inside: a path is read by the same row of the route table as one that comes over HTTP.

import type { Merged } from '../../schemas/merge.js';
import type { Split } from '../../schemas/split.js';
import type { Clock } from '../clock.js';
import { ERROR_CODES, type ErrorCode, ErrordError } from '../errors.js';
import { Refusal } from '../lookup/reader.js';
import type { Api } from '../mcp/tool.js';
import type { Actor } from '../store/access.js';
import type { MergeOutcome } from '../store/merge.js';
import type { SplitOutcome } from '../store/split.js';
import type { Store, StoreQuery } from '../store/store.js';
import { matchRoute } from './match-route.js';
import { type MergeAsked, toMerged, toMergeFault } from './merge-commands.js';
import type { QueryGate } from './query-gate.js';
import { toSplit, toSplitFault } from './split-commands.js';

export interface StoreApiOptions {
  readonly store: Pick<Store, 'query' | 'setStatus' | 'merging' | 'splitting'>;
  /** Answers are read at once, but their bytes are in memory like those of any other. */
  readonly gate: QueryGate;
  readonly clock: Clock;
  /** Whose doing a change is. */
  readonly by: Actor;
}

/** For whom the guard has let in. */
export function toStoreApi({ store, gate, clock, by }: StoreApiOptions): Api {
  const readById = async <T>(path: string): Promise<T | null> => {
    const query = toStoreQuery(path, clock());
    const json = await refusing(() => runInside(gate, () => store.query(query)));
    if (json === null) return null;
    // What the store answers is what its schema says, because it writes it by that schema.
    return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8')) as T;
  };
  return {
    readById,
    read: async <T>(path: string) => {
      const answer = await readById<T>(path);
      if (answer === null) throw new Error('a list was not found');
      return answer;
    },
    setStatus: async (id, change) => (await refusing(() => store.setStatus(id, change, by))) !== null,
    split: (id, conditions) => splittingInside(() => store.splitting.split({ groupId: id, conditions }, by)),
    merge: (ids) => mergingInside({ ids }, () => store.merging.merge({ groupIds: ids, isPreview: false }, by)),
    unmerge: (id, parts) => mergingInside({ parts }, () => store.merging.unmerge({ groupId: id, partIds: parts }, by)),
  };
}

async function mergingInside(asked: MergeAsked, work: () => Promise<MergeOutcome>): Promise<Merged | null> {
  const outcome = await refusing(work);
  if (outcome.kind === 'done') return toMerged(outcome);
  if (outcome.reason === 'unknown') return null;
  throw new Refusal(toMergeFault(outcome.reason, asked).message);
}

async function splittingInside(work: () => Promise<SplitOutcome>): Promise<Split | null> {
  const outcome = await refusing(work);
  if (outcome.kind === 'done') return toSplit(outcome);
  if (outcome.reason === 'unknown') return null;
  throw new Refusal(toSplitFault(outcome.reason).message);
}

function toStoreQuery(path: string, nowMs: number): StoreQuery {
  const [pathname = '', text = ''] = path.split('?');
  const match = matchRoute('GET', pathname);
  if (match.kind !== 'route' || match.route.action.kind !== 'query') throw new Error('there is no query of this path');
  const { route, ids } = match;
  const parameters = route.query?.parse(text, nowMs) ?? { ok: true, value: {} };
  if (!parameters.ok) {
    const faults = parameters.details.map((detail) => `${detail.path.slice(1)} ${detail.message}`);
    throw new Refusal(`The daemon refused the arguments: ${faults.join('; ')}.`);
  }
  const id = Object.values(ids)[0] ?? '';
  // The name and the parameters that its schema has passed belong together.
  return { name: match.route.action.query, id, parameters: parameters.value, nowMs } as StoreQuery;
}

async function runInside<T>(gate: QueryGate, ask: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // Settled by now where `ask` was called; refused by the gate where it was not.
    gate.run(() => ask().then(resolve)).catch(reject);
  });
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ErrordError)) throw error;
    if (error.code === 'invalid_cursor') throw new Refusal('The cursor is not one of an earlier answer; leave it out.');
    const code: string = error.code;
    if (code === 'internal' || !isErrorCode(code)) throw error;
    throw new Refusal(ERROR_CODES[code].error, { cause: error });
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}
