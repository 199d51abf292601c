import type { FlagValues } from '../config.js';
import { toTimestamp } from '../relative-time.js';
import type { Validator } from '../validate.js';
import { UsageError } from './command-error.js';

/** The flags that are parameters of the API, under the names that they have there. */
const PARAMETERS: Readonly<Record<string, string>> = {
  project: 'projectId',
  severity: 'severity',
  level: 'level',
  'min-level': 'minLevel',
  exclude: 'exclude',
  source: 'source',
  search: 'search',
  status: 'status',
  type: 'type',
  correlation: 'correlationId',
  since: 'from',
  until: 'to',
  sort: 'sort',
  direction: 'direction',
  before: 'before',
  limit: 'pageSize',
};

const NO_TIME =
  'is no time: give how long ago it is in s, m, h or d, such as 15m, 2h or 7d, or a time such as 2026-01-31T08:00:00Z';

/**
 * The parameters that the flags stand for, as the API takes them; what it would refuse is wrong usage. `validate` may fill in
 * and change what it is given.
 */
export function toParameters<T>(flags: FlagValues, validate: Validator<T>, nowMs: number): T {
  const parameters: Record<string, string> = {};
  for (const [flag, name] of Object.entries(PARAMETERS)) {
    const value = flags[flag];
    if (typeof value !== 'string') continue;
    parameters[name] = name === 'from' || name === 'to' ? toTimestamp(value, nowMs) : value;
  }
  const valid = validate(parameters);
  if (valid.ok) return valid.value;
  const [{ path, message } = { path: '', message: 'is not allowed' }] = valid.details;
  const flag = Object.entries(PARAMETERS).find(([, name]) => path === `/${name}`)?.[0] ?? '';
  // The format that the schema names says nothing to a person, and the API knows no spans.
  const sentence = flag === 'since' || flag === 'until' ? NO_TIME : message;
  throw new UsageError(`--${flag} ${JSON.stringify(flags[flag])} ${sentence}`);
}
