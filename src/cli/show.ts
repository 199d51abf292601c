// `errord show ID`: one error group, event or request, and what belongs to it.

import { ProjectHeader } from '../../schemas/common.js';
import { ErrorGroupDetail, ErrorGroupList, EventDetail } from '../../schemas/error-group.js';
import type { EventRecord } from '../../schemas/event.js';
import { LogList, type LogRecord } from '../../schemas/log.js';
import { RequestList, RequestRecord, type RequestSummary } from '../../schemas/request.js';
import { systemClock } from '../clock.js';
import type { FlagValues } from '../config.js';
import { ERRORS_ENDPOINT, EVENTS_ENDPOINT, LOGS_ENDPOINT, REQUESTS_ENDPOINT } from '../constants.js';
import { compileBody, type Validator } from '../validate.js';
import { UsageError } from './command-error.js';
import { EXIT_CODES } from './exit-code.js';
import { toQueryString } from './filters.js';
import { CLI_PAGE_BYTES_MAX, CLI_RELATED_ROWS_MAX } from './limits.js';
import { askDaemon, askForId, findDaemon } from './query-daemon.js';
import { openScreen, type Screen } from './screen.js';
import { toErrorLines } from './show-error.js';
import { toRelatedLines, toRequestLines } from './show-request.js';
import type { Target } from './target.js';
import type { Terminal } from './terminal.js';

/** What the id names, as `--json` prints it. */
export type Found =
  | { readonly kind: 'error'; readonly error: ErrorGroupDetail['error']; readonly event: EventRecord | null }
  | { readonly kind: 'event'; readonly error: EventDetail['error']; readonly event: EventRecord }
  | { readonly kind: 'request'; readonly request: RequestRecord };

/** What has the same correlation id, newest first: as many of each as there is room for. */
export interface Related {
  readonly errors: ErrorGroupList['errors'];
  readonly requests: readonly RequestSummary[];
  readonly logs: readonly LogRecord[];
}

/** `errord show ID`: 3 when nothing has the id. */
export async function show(flags: FlagValues, terminal: Terminal, argument: string | null): Promise<number> {
  const project = parseProject(flags.project);
  const target = await findDaemon(flags, terminal);
  if (target === null) return EXIT_CODES.failed;
  const found = await find(target, argument ?? '', project);
  if (found === null) {
    terminal.complain(`No error group, event or request has the id ${JSON.stringify(argument)}.`);
    return EXIT_CODES.nothing;
  }
  const related = await findRelated(target, found);
  if (flags.json === true) terminal.say(JSON.stringify({ ...found, related }, null, 2));
  else await print(openScreen({ wantsColours: flags['no-color'] !== true }), found, related);
  return EXIT_CODES.ok;
}

async function print(screen: Screen, found: Found, related: Related): Promise<void> {
  await screen.printWhole(found.kind === 'request' ? toRequestLines(found.request) : toErrorLines(found));
  await screen.print(toRelatedLines(related, systemClock()));
}

const validateProject = compileBody(ProjectHeader);
const validateGroup = compileBody(ErrorGroupDetail);
const validateEvent = compileBody(EventDetail);
const validateRequest = compileBody(RequestRecord);
const validateErrors = compileBody(ErrorGroupList);
const validateRequests = compileBody(RequestList);
const validateLogs = compileBody(LogList);

function parseProject(name: FlagValues[string]): string | null {
  if (name === undefined) return null;
  const project = validateProject(name);
  if (project.ok) return project.value;
  throw new UsageError(`--project ${JSON.stringify(name)} is not the name of a project`);
}

/** A group has the id before an event, and an event before a request: ids of events are for their clients to choose. */
async function find(target: Target, id: string, project: string | null): Promise<Found | null> {
  // In an address these are no ids but steps along the path.
  if (id === '.' || id === '..') return null;
  const read = <T>(path: string, query: string, validate: Validator<T>): Promise<T | null> =>
    askForId(target, toAsk(`${path}/${encodeURIComponent(id)}?${query}`), validate);
  const within = project === null ? {} : { projectId: project };
  const group = await read(ERRORS_ENDPOINT, toQueryString({ ...within, pageSize: 1 }), validateGroup);
  if (group !== null) return { kind: 'error', error: group.error, event: group.events[0] ?? null };
  const event = await read(EVENTS_ENDPOINT, toQueryString(within), validateEvent);
  if (event !== null) return { kind: 'event', ...event };
  const request = await read(REQUESTS_ENDPOINT, '', validateRequest);
  return request === null ? null : { kind: 'request', request };
}

async function findRelated(target: Target, found: Found): Promise<Related> {
  const { correlationId, projectId } = (found.kind === 'request' ? found.request : found.event) ?? {};
  if (correlationId === undefined) return { errors: [], requests: [], logs: [] };
  const query = toQueryString({
    correlationId,
    pageSize: CLI_RELATED_ROWS_MAX,
    ...(projectId !== undefined && { projectId }),
  });
  const list = <T>(path: string, validate: Validator<T>): Promise<T> =>
    askDaemon(target, toAsk(`${path}?${query}`), validate);
  const [{ errors }, { requests }, { logs }] = await Promise.all([
    list(ERRORS_ENDPOINT, validateErrors),
    list(REQUESTS_ENDPOINT, validateRequests),
    list(LOGS_ENDPOINT, validateLogs),
  ]);
  const own = found.kind === 'request' ? found.request.id : found.error.id;
  return {
    errors: errors.filter(({ id }) => id !== own),
    requests: requests.filter(({ id }) => id !== own),
    logs,
  };
}

function toAsk(path: string): { method: 'GET'; path: string; answerBytesMax: number } {
  return { method: 'GET', path, answerBytesMax: CLI_PAGE_BYTES_MAX };
}
