import type { FlagValues } from '../config.js';
import type { Validator } from '../validate.js';
import { UsageError } from './command-error.js';

/** The flags that are parameters of the API, under the names that they have there. */
const PARAMETERS: Readonly<Record<string, string>> = {
  project: 'projectId',
  severity: 'severity',
  level: 'level',
  source: 'source',
  search: 'search',
  status: 'status',
  type: 'type',
  correlation: 'correlationId',
  since: 'from',
  until: 'to',
  before: 'before',
  limit: 'pageSize',
};

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
  throw new UsageError(`--${flag} ${JSON.stringify(flags[flag])} ${message}`);
}

/** The query string of parameters. */
export function toQueryString(parameters: object): string {
  const entries = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(entries).toString();
}

const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `15m` is fifteen minutes ago. Every other text is for the API to judge. */
function toTimestamp(text: string, nowMs: number): string {
  const [, digits = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (digits === '') return text;
  return new Date(nowMs - Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS]).toISOString();
}
