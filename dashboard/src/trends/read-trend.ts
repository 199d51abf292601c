import { TREND_GROUPS_MAX } from '../../../schemas/limits.ts';
import type { Trends } from '../../../schemas/stats.ts';
import type { TrendRange } from '../../../schemas/words.ts';
import { callApi } from '../api/client.ts';
import type { Span } from '../router/time-range.ts';

/** Events of one group: exact counts by bucket, oldest first. */
export interface Trend {
  readonly fromMs: number;
  readonly bucketMs: number;
  readonly counts: readonly number[];
}

/** What is asked for within this time is asked for together: the rows of a screen are one call. */
const GATHER_MS = 20;
/** While a list is scrolled, its rows are gathered for longer. */
const BETWEEN_CALLS_MS = 200;

interface Wish {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly resolve: (trend: Trend) => void;
  readonly reject: (reason: unknown) => void;
}

const wishes: Record<TrendRange, Wish[]> = { '24h': [], '7d': [] };
let lastCallAtMs = Number.NEGATIVE_INFINITY;

/** The trend of a group. Callers of the same moment share a call; who gave up before it is left out. */
export function readTrend(id: string, range: TrendRange, signal: AbortSignal): Promise<Trend> {
  return new Promise((resolve, reject) => {
    const gathered = wishes[range];
    const waitMs = Math.max(GATHER_MS, lastCallAtMs + BETWEEN_CALLS_MS - performance.now());
    if (gathered.length === 0) window.setTimeout(() => grantAll(range), waitMs);
    gathered.push({ id, signal, resolve, reject });
  });
}

/** The trend of a group between two times, in whole hours or six of them, as the daemon counts. */
export async function readTrendBetween(id: string, { fromMs, toMs }: Span, signal: AbortSignal): Promise<Trend> {
  const [start, end] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  const parameters = { groupIds: id, from: start, to: end };
  const { from, bucketMs, groups } = await callApi<Trends>('/api/trends', { parameters, signal });
  return { fromMs: Date.parse(from), bucketMs, counts: groups[id] ?? [] };
}

function grantAll(range: TrendRange): void {
  const gathered = wishes[range].splice(0);
  const wanted = gathered.filter(({ signal }) => !signal.aborted);
  for (const { signal, reject } of gathered) if (signal.aborted) reject(signal.reason);
  for (let from = 0; from < wanted.length; from += TREND_GROUPS_MAX) {
    void grant(range, wanted.slice(from, from + TREND_GROUPS_MAX));
  }
}

async function grant(range: TrendRange, wanted: readonly Wish[]): Promise<void> {
  lastCallAtMs = performance.now();
  const parameters = { timeRange: range, groupIds: wanted.map(({ id }) => id).join(',') };
  try {
    const { from, bucketMs, groups } = await callApi<Trends>('/api/trends', { parameters });
    for (const { id, resolve } of wanted) resolve({ fromMs: Date.parse(from), bucketMs, counts: groups[id] ?? [] });
  } catch (error) {
    for (const { reject } of wanted) reject(error);
  }
}
