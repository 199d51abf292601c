// The one table of routes. Dispatch, 404, 405 with Allow, preflights, HEAD and the API document all come from it.

import {
  MatchingStatusChange,
  MatchingStatusesChanged,
  StatusChange,
  StatusChanges,
  StatusesChanged,
} from '../../schemas/error-group.js';
import { EventAccepted, EventBatchPayload, EventPayload } from '../../schemas/event.js';
import { LogAccepted, LogBatchPayload, LogPayload } from '../../schemas/log.js';
import { ProjectSettings, ProjectSettingsChange } from '../../schemas/project-settings.js';
import { ClearCommand, FeedQuery, NoQuery, ProjectQuery, Success as SuccessReply } from '../../schemas/query.js';
import { RecordAccepted, RequestBatchPayload, RequestPayload } from '../../schemas/request.js';
import { DaemonStatus, Health, Outcomes } from '../../schemas/stats.js';
import { TriageChange } from '../../schemas/triage.js';
import {
  ERRORS_ENDPOINT,
  EVENTS_ENDPOINT,
  FEED_ENDPOINT,
  HEALTH_ENDPOINT,
  LOGS_ENDPOINT,
  METRICS_ENDPOINT,
  PROJECTS_ENDPOINT,
  RELEASES_ENDPOINT,
  STATS_ENDPOINT,
  TRENDS_ENDPOINT,
} from '../constants.js';
import type { ErrorCode } from '../errors.js';
import type { RecordKind } from '../messages.js';
import { ACCESS_ROUTES } from './access-routes.js';
import { ALERT_ROUTES } from './alert-routes.js';
import { checkErrorList, checkEventQuery } from './group-query.js';
import { LOG_ROUTES } from './log-routes.js';
import { MCP_ROUTE } from './mcp-route.js';
import { MERGE_ROUTES } from './merge-routes.js';
import { OTLP_ROUTES } from './otlp-routes.js';
import { PROJECT_ROUTES } from './project-routes.js';
import { readRoute as read } from './read-route.js';
import { REQUEST_ROUTES } from './request-routes.js';
import type { CommandKind, OwnKind, Route, WireSchema } from './route.js';
import { STORE_CODES, success, toBatchSuccesses } from './route-answers.js';
import { toRouteQuery } from './route-query.js';
import { SEARCH_ROUTES } from './search-routes.js';
import { SENTRY_ROUTES } from './sentry-routes.js';
import { checkStatsSpan } from './stats-span.js';
import { UNDO_ROUTE } from './undo-route.js';

/** The parameters of the feed's address, which is read where connections are upgraded. */
export const FEED_QUERY = toRouteQuery(FeedQuery);

function ingest(
  path: string,
  kind: RecordKind,
  rest: Pick<Route, 'summary'> & { body: WireSchema; item?: WireSchema; stored: WireSchema },
): Route {
  return {
    method: 'POST',
    path,
    action: { kind: 'ingest', form: { dialect: 'errord', kind, isBatch: rest.item !== undefined } },
    summary: rest.summary,
    query: null,
    body: { schema: rest.body, required: true, ...(rest.item !== undefined && { item: rest.item }) },
    unknownId: null,
    successes: rest.item === undefined ? [success(201, rest.stored)] : toBatchSuccesses(rest.stored),
    errors: rest.item === undefined ? [] : ['batch_too_long'],
  };
}

function command(
  method: Route['method'],
  path: string,
  rest: Pick<Route, 'summary'> & {
    command: CommandKind;
    body: WireSchema | null;
    isBodyOptional?: boolean;
    answer: WireSchema;
    unknownId?: ErrorCode;
  },
): Route {
  return {
    method,
    path,
    action: { kind: 'command', command: rest.command },
    summary: rest.summary,
    query: toRouteQuery(NoQuery),
    body: rest.body === null ? null : { schema: rest.body, required: rest.isBodyOptional !== true },
    unknownId: rest.unknownId ?? null,
    successes: [success(200, rest.answer)],
    errors: [],
  };
}

function own(
  path: string,
  kind: OwnKind,
  rest: Pick<Route, 'summary' | 'query'> & { answer: WireSchema; errors?: readonly ErrorCode[] },
): Route {
  return {
    method: 'GET',
    path,
    action: { kind: 'own', own: kind },
    summary: rest.summary,
    query: rest.query,
    body: null,
    unknownId: null,
    successes: [success(200, rest.answer)],
    errors: rest.errors ?? [],
  };
}

export const ROUTES: readonly Route[] = [
  ingest(EVENTS_ENDPOINT, 'event', { summary: 'Store one event.', body: EventPayload, stored: EventAccepted }),
  ingest(`${EVENTS_ENDPOINT}/batch`, 'event', {
    summary: 'Store events; the good ones are stored even when others are refused (207).',
    body: EventBatchPayload,
    item: EventPayload,
    stored: EventAccepted,
  }),
  ingest(`${EVENTS_ENDPOINT}/request`, 'request', {
    summary: 'Store one HTTP request record.',
    body: RequestPayload,
    stored: RecordAccepted,
  }),
  ingest(`${EVENTS_ENDPOINT}/request/batch`, 'request', {
    summary: 'Store request records; the good ones are stored even when others are refused (207).',
    body: RequestBatchPayload,
    item: RequestPayload,
    stored: RecordAccepted,
  }),
  ingest(LOGS_ENDPOINT, 'log', { summary: 'Store one log entry.', body: LogPayload, stored: RecordAccepted }),
  ingest(`${LOGS_ENDPOINT}/batch`, 'log', {
    summary: 'Store log entries; the good ones are stored even when others are refused (207).',
    body: LogBatchPayload,
    item: LogPayload,
    stored: LogAccepted,
  }),
  ...OTLP_ROUTES,
  ...SENTRY_ROUTES,
  read(`${EVENTS_ENDPOINT}/{id}`, 'readEvent', {
    summary: 'Read an event by the id its client gave it, and its error group.',
    unknownId: 'event_not_found',
  }),
  read(ERRORS_ENDPOINT, 'listErrorGroups', {
    check: checkErrorList,
    summary: 'List error groups, the latest seen first unless `sort` says otherwise.',
  }),
  command('PATCH', ERRORS_ENDPOINT, {
    command: 'setStatuses',
    summary: 'Change the status of many error groups at once.',
    body: StatusChanges,
    answer: StatusesChanged,
  }),
  {
    ...command('PATCH', `${ERRORS_ENDPOINT}/matching`, {
      command: 'setMatchingStatuses',
      summary: 'Change the status of every error group that a filter of the list finds, in steps.',
      body: MatchingStatusChange,
      answer: MatchingStatusesChanged,
    }),
    errors: ['invalid_query'],
  },
  UNDO_ROUTE,
  ...MERGE_ROUTES,
  read(`${ERRORS_ENDPOINT}/{id}`, 'readErrorGroup', {
    summary: 'Read an error group and its events, newest first; all of them, or those that a query leaves.',
    unknownId: 'error_group_not_found',
    check: checkEventQuery,
  }),
  read(`${ERRORS_ENDPOINT}/{id}/facets`, 'readErrorFacets', {
    summary: 'Count the events of an error group by release, browser, tag and more, and its users.',
    unknownId: 'error_group_not_found',
  }),
  read('/api/facets', 'readFacets', {
    summary: 'Count the events of a project, or of all, by release, browser, tag and more, and their users.',
  }),
  read(RELEASES_ENDPOINT, 'listReleases', {
    summary: 'List the releases of a project, or of all, the newest first.',
  }),
  read(`${RELEASES_ENDPOINT}/{name}`, 'readRelease', {
    summary: 'Tell which errors are new in a release, which came back, and which are gone.',
    unknownId: 'release_not_found',
  }),
  command('PATCH', `${ERRORS_ENDPOINT}/{id}`, {
    command: 'setStatus',
    summary: 'Change the status of an error group.',
    body: StatusChange,
    answer: SuccessReply,
    unknownId: 'error_group_not_found',
  }),
  read(`${ERRORS_ENDPOINT}/{id}/triage`, 'readTriage', {
    summary: 'Read who has an error group, until when it is snoozed, and its history, newest first.',
    unknownId: 'error_group_not_found',
  }),
  {
    ...command('PATCH', `${ERRORS_ENDPOINT}/{id}/triage`, {
      command: 'changeTriage',
      summary: 'Snooze an error group, assign it, or add a note.',
      body: TriageChange,
      answer: SuccessReply,
      unknownId: 'error_group_not_found',
    }),
    errors: ['snooze_limit'],
  },
  ...REQUEST_ROUTES,
  ...LOG_ROUTES,
  read(STATS_ENDPOINT, 'readStats', { summary: 'Read the statistics.', check: checkStatsSpan }),
  read(TRENDS_ENDPOINT, 'readTrends', {
    summary: 'Count requests and the events of error groups over the last day or week, or between two times.',
    check: checkStatsSpan,
  }),
  read(PROJECTS_ENDPOINT, 'listProjects', { summary: 'List the registered projects.' }),
  ...PROJECT_ROUTES,
  {
    ...command('PATCH', '/api/projects/{name}/settings', {
      command: 'setProjectSettings',
      summary: 'Change settings of a project; what the body leaves out stays, null resets.',
      body: ProjectSettingsChange,
      answer: ProjectSettings,
      unknownId: 'project_not_found',
    }),
    errors: ['project_limit'],
  },
  ...SEARCH_ROUTES,
  command('POST', `${LOGS_ENDPOINT}/clear`, {
    command: 'clearLogs',
    summary: 'Delete all log entries, or those of one project.',
    body: ClearCommand,
    isBodyOptional: true,
    answer: SuccessReply,
  }),
  command('POST', '/api/clear', {
    command: 'clear',
    summary: 'Delete all errors, events, requests and logs, or those of one project.',
    body: ClearCommand,
    isBodyOptional: true,
    answer: SuccessReply,
  }),
  command('DELETE', '/api/projects/{name}', {
    command: 'deleteProject',
    summary: 'Delete a project, everything that is stored of it and its settings.',
    body: null,
    answer: SuccessReply,
    unknownId: 'project_not_found',
  }),
  ...ACCESS_ROUTES,
  ...ALERT_ROUTES,
  read('/api/keys', 'listKeys', {
    summary: 'List the keys: live ones by name, then the revoked ones, the latest first.',
    role: 'admin',
  }),
  read('/api/audit', 'listAudit', {
    summary: 'List who changed what and from where, newest first.',
    role: 'admin',
  }),
  {
    ...own(HEALTH_ENDPOINT, 'health', { summary: 'Tell that the daemon runs.', query: null, answer: Health }),
    isOpen: true,
  },
  own('/api/outcomes', 'outcomes', {
    summary: 'Count what became of every received item since the start.',
    query: toRouteQuery(ProjectQuery, { ignoresUnknown: true }),
    answer: Outcomes,
  }),
  own('/api/status', 'status', {
    summary: 'Read the state of the daemon.',
    query: toRouteQuery(NoQuery, { ignoresUnknown: true }),
    answer: DaemonStatus,
    errors: STORE_CODES,
  }),
  own('/api/openapi.json', 'openapi', {
    summary: 'Read this document.',
    query: null,
    answer: { type: 'object', title: 'OpenAPI 3.1 document' },
  }),
  {
    ...own(METRICS_ENDPOINT, 'metrics', {
      summary: 'Read the metrics, in the text format of Prometheus.',
      query: toRouteQuery(NoQuery),
      answer: { type: 'string' },
      errors: ['internal'],
    }),
    successes: [{ ...success(200, { type: 'string' }), contentType: 'text/plain' }],
  },
  MCP_ROUTE,
  {
    method: 'GET',
    path: FEED_ENDPOINT,
    action: { kind: 'feed' },
    summary: 'Follow what is stored, over a WebSocket.',
    query: FEED_QUERY,
    body: null,
    unknownId: null,
    successes: [
      {
        status: 101,
        description:
          'The feed; each message is a FeedMessage, and for a client that asked with skipped=1 a FeedSkipped where some were left out.',
        schema: null,
      },
    ],
    errors: ['upgrade_required', 'origin_forbidden', 'queue_full'],
  },
];
