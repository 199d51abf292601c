// A log entry as answers and feed messages show it.

import { LogHead } from '../../schemas/log.js';
import type { LogDigest } from '../messages.js';
import { compileStringify } from '../stringify.js';
import { toIsoText } from '../timestamp.js';
import { field, splice } from './json-text.js';
import { optional } from './optional.js';

/** What a store knows of a log entry besides its texts. `timestampMs` is as the client sent it. */
export type LogFacts = Pick<
  LogDigest,
  'level' | 'message' | 'timestampMs' | 'source' | 'projectName' | 'correlationId'
>;

/** JSON object texts. */
export interface LogTexts {
  readonly environment: string | null;
  readonly extra: string | null;
}

const stringifyLogHead = compileStringify(LogHead);

/** A log entry as JSON. */
export function logJson(id: string, facts: LogFacts, { environment, extra }: LogTexts): string {
  const head: LogHead = {
    id,
    level: facts.level,
    message: facts.message,
    timestamp: toIsoText(facts.timestampMs),
    ...optional('source', facts.source),
    ...optional('projectId', facts.projectName),
    ...optional('correlationId', facts.correlationId),
  };
  return splice(stringifyLogHead(head), [field('environment', environment), field('extra', extra)]);
}

export interface LogPage {
  /** JSON texts. */
  readonly logs: readonly string[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
  /** The cursor of the entries that follow. */
  readonly next: string | undefined;
  /** Time of the last entry that was looked at, where a search did not look at all of them. */
  readonly searchedFromMs?: number | undefined;
}

/** The answer `LogList`. */
export function logListJson({ logs, total, page, pageSize, next, searchedFromMs }: LogPage): string {
  const searchedFrom = searchedFromMs === undefined ? null : toIsoText(searchedFromMs);
  const rest = JSON.stringify({
    total,
    page,
    pageSize,
    ...optional('next', next),
    ...optional('searchedFrom', searchedFrom),
  });
  return `{"logs":[${logs.join(',')}],${rest.slice(1)}`;
}
