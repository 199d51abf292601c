// `errord errors` and `errord logs`: one page of a list, a row on a line.

import { ErrorGroupList } from '../../schemas/error-group.js';
import { parseGroupQuery } from '../../schemas/group-query.js';
import { LogList } from '../../schemas/log.js';
import { parseLogQuery } from '../../schemas/log-query.js';
import { ErrorListQuery, LogListQuery } from '../../schemas/query.js';
import { systemClock } from '../clock.js';
import type { FlagValues } from '../config.js';
import { ERRORS_ENDPOINT, LOGS_ENDPOINT } from '../constants.js';
import { toListByView } from '../lookup/views.js';
import { toQueryString } from '../query-text.js';
import { compileBody, compileQuery, type Validator } from '../validate.js';
import { EXIT_CODES } from './exit-code.js';
import { toParameters } from './filters.js';
import { CLI_PAGE_BYTES_MAX } from './limits.js';
import { readQuery } from './query-argument.js';
import { askDaemon, findDaemon } from './query-daemon.js';
import { toErrorRow, toLogRow } from './rows.js';
import { findView } from './saved-views.js';
import { openScreen } from './screen.js';
import type { Line } from './styled-line.js';
import type { Target } from './target.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';

/**
 * `errord errors`: error groups, the latest seen first unless told otherwise, or by a saved view. 3 when the query and the
 * filters leave none.
 */
export async function listErrors(flags: FlagValues, terminal: Terminal, query: string | null): Promise<number> {
  if (query !== null) readQuery(query, parseGroupQuery);
  return list({ flags, terminal, query }, ERROR_LIST);
}

/** `errord logs`: log entries, newest first. 3 when the query and the filters leave none. */
export async function listLogs(flags: FlagValues, terminal: Terminal, query: string | null): Promise<number> {
  if (query !== null) readQuery(query, parseLogQuery);
  return list({ flags, terminal, query }, LOG_LIST);
}

interface Page {
  readonly total: number;
  readonly next?: string;
  /** Given when not everything was looked at. */
  readonly searchedFrom?: string;
}

interface List<P extends object, A extends Page> {
  readonly path: string;
  /** Rows where `--limit` says nothing. */
  readonly limit: string;
  readonly parse: Validator<P>;
  readonly validate: Validator<A>;
  readonly toRows: (answer: A, nowMs: number) => readonly Line[];
  readonly noun: string;
  /** The parameters as they are asked for: what the daemon keeps may have a part in them. */
  readonly settle: (given: Given<P>, flags: FlagValues, target: Target) => object | Promise<object>;
}

type Given<P> = P & { readonly query: string | undefined };

const ERROR_LIST: List<ErrorListQuery, ErrorGroupList> = {
  path: ERRORS_ENDPOINT,
  limit: '20',
  parse: compileQuery(ErrorListQuery),
  validate: compileBody(ErrorGroupList),
  toRows: ({ errors }, nowMs) => errors.map((error) => toErrorRow(error, nowMs)),
  noun: 'error group',
  settle: async (given, flags, target) => {
    if (typeof flags.view !== 'string') return given;
    const view = await findView(target, flags.view, given.projectId ?? null);
    return { ...given, ...toListByView(view, given) };
  },
};

const LOG_LIST: List<LogListQuery, LogList> = {
  path: LOGS_ENDPOINT,
  limit: '50',
  parse: compileQuery(LogListQuery),
  validate: compileBody(LogList),
  toRows: ({ logs }) => logs.map(toLogRow),
  noun: 'log entry',
  settle: (given) => given,
};

interface ListCall {
  readonly flags: FlagValues;
  readonly terminal: Terminal;
  /** One that can be read. */
  readonly query: string | null;
}

async function list<P extends object, A extends Page>(
  { flags, terminal, query }: ListCall,
  { path, limit, parse, validate, toRows, noun, settle }: List<P, A>,
): Promise<number> {
  const given = { ...toParameters({ limit, ...flags }, parse, systemClock()), query: query ?? undefined };
  const target = await findDaemon(flags, terminal);
  if (target === null) return EXIT_CODES.failed;
  const parameters = await settle(given, flags, target);
  const answer = await askDaemon(
    target,
    { method: 'GET', path: `${path}?${toQueryString(parameters)}`, answerBytesMax: CLI_PAGE_BYTES_MAX },
    validate,
  );
  const rows = toRows(answer, systemClock());
  if (flags.json === true) terminal.say(JSON.stringify(answer, null, 2));
  else await openScreen({ wantsColours: flags['no-color'] !== true }).print(rows);
  // Not among the rows, which a script counts.
  if (rows.length === 0) terminal.complain(`There is no ${noun} like that${toSearchedSpan(answer)}.`);
  const rest = toRestNote(rows.length, answer);
  if (rest !== null) terminal.complain(rest);
  return rows.length === 0 ? EXIT_CODES.nothing : EXIT_CODES.ok;
}

function toSearchedSpan({ searchedFrom }: Page): string {
  return searchedFrom === undefined ? '' : ` since ${toTerminalText(searchedFrom)}`;
}

/** Where a list goes on; null when it does not. */
function toRestNote(shownCount: number, { total, next, searchedFrom }: Page): string | null {
  if (next === undefined) return null;
  const place = `--before ${toTerminalText(next)}`;
  if (total > shownCount) return `${shownCount} of ${total} shown; the rest: ${place}`;
  if (searchedFrom === undefined) return null;
  return `Searched back to ${toTerminalText(searchedFrom)}; what is older: ${place}`;
}
