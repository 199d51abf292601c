// Every query of the API on one connection. A new one is a line here and what it does in a file beside this one.

import type { QueryName } from '../../../../schemas/queries.js';
import { auditListJson } from '../../../answers/audit.js';
import { keyListJson } from '../../../answers/keys.js';
import { stringifyProjectList } from '../../../answers/stats.js';
import { viewListJson } from '../../../answers/views.js';
import type { StoreQuery } from '../../store.js';
import type { ReadableDb } from '../connection.js';
import { openAuditPages } from '../tables/audit.js';
import { openKeyList } from '../tables/keys.js';
import { openProjectQueries } from '../tables/projects.js';
import { openViewList } from '../tables/saved-views.js';
import { openErrorChangeReads } from './error-changes.js';
import { openErrorGroupReads } from './error-groups.js';
import { openEventReads } from './events.js';
import { openFacetReads } from './facets.js';
import { openLogHistograms } from './log-histogram.js';
import { openLogReads } from './logs.js';
import { openProjectSettingsReads } from './project-settings.js';
import { openReleaseReads } from './releases.js';
import { openRequestReads } from './requests.js';
import { openStatsReads } from './stats.js';
import { openSuggestionReads } from './suggestions.js';
import { openTrendReads } from './trends.js';
import { openTriageReads } from './triage.js';

/** Finished JSON, as text or in a buffer of its own; null when the id is unknown. */
export type QueryResult = string | Uint8Array<ArrayBuffer> | null;

export type Queries = { readonly [N in QueryName]: (query: Extract<StoreQuery, { name: N }>) => QueryResult };

export function openQueries(db: ReadableDb): Queries {
  const errorGroups = openErrorGroupReads(db);
  const readErrorChanges = openErrorChangeReads(db);
  const events = openEventReads(db);
  const facets = openFacetReads(db);
  const releases = openReleaseReads(db);
  const requests = openRequestReads(db);
  const logs = openLogReads(db);
  const readLogHistogram = openLogHistograms(db);
  const stats = openStatsReads(db);
  const trends = openTrendReads(db);
  const readTriage = openTriageReads(db);
  const projects = openProjectQueries(db);
  const settings = openProjectSettingsReads(db);
  const listKeys = openKeyList(db);
  const listViews = openViewList(db);
  const suggest = openSuggestionReads(db);
  const readAudit = openAuditPages(db);
  return {
    listErrorGroups: ({ parameters, nowMs }) => errorGroups.list(parameters, nowMs),
    readErrorChanges: ({ parameters, nowMs }) => readErrorChanges(parameters, nowMs),
    readErrorGroup: ({ id, parameters }) => errorGroups.detail(id, parameters),
    readErrorFacets: ({ id, parameters }) => facets.ofGroup(id, parameters),
    readFacets: ({ parameters }) => facets.ofProject(parameters),
    listReleases: ({ parameters }) => releases.list(parameters),
    readRelease: ({ id, parameters }) => releases.detail(id, parameters),
    readTriage: ({ id }) => readTriage(id),
    readEvent: ({ id, parameters }) => events.detail(id, parameters),
    listRequests: ({ parameters }) => requests.list(parameters),
    readRequest: ({ id }) => requests.detail(id),
    listLogs: ({ parameters }) => logs.list(parameters),
    readLogHistogram: ({ parameters, nowMs }) => readLogHistogram(parameters, nowMs),
    readStats: ({ parameters, nowMs }) => stats.read(parameters, nowMs),
    readTrends: ({ parameters, nowMs }) => trends.read(parameters, nowMs),
    readProjectSettings: ({ id, nowMs }) => settings.read(id, nowMs),
    listProjects: ({ parameters }) =>
      stringifyProjectList({ projects: projects.list(parameters.projectId), ...settings.names(parameters.projectId) }),
    suggestGroups: ({ parameters }) => suggest(parameters),
    listViews: ({ parameters }) => viewListJson(listViews(parameters.projectId)),
    listKeys: () => keyListJson(listKeys()),
    listAudit: ({ parameters: { limit, before } }) => auditListJson(readAudit(limit, before), limit),
  };
}
