// The queries of the API by name: what each takes in the query string, and what it answers.

import type { Static } from 'typebox';
import { AuditList, AuditListQuery } from './audit.js';
import { ErrorChanges, ErrorGroupDetail, ErrorGroupList, EventDetail, Suggestions } from './error-group.js';
import { Facets } from './facets.js';
import { KeyList } from './keys.js';
import { LogHistogram, LogList } from './log.js';
import { ProjectSettings } from './project-settings.js';
import {
  ErrorChangesQuery,
  ErrorDetailQuery,
  ErrorListQuery,
  LogHistogramQuery,
  LogListQuery,
  NoQuery,
  ProjectQuery,
  RequestListQuery,
  StatsQuery,
  SuggestionsQuery,
  TrendsQuery,
} from './query.js';
import { ReleaseDetail, ReleaseList } from './releases.js';
import { RequestList, RequestRecord } from './request.js';
import { ProjectList, Stats, Trends } from './stats.js';
import { Triage } from './triage.js';
import { ViewList } from './views.js';

export const QUERIES = {
  listErrorGroups: { parameters: ErrorListQuery, answer: ErrorGroupList },
  readErrorChanges: { parameters: ErrorChangesQuery, answer: ErrorChanges },
  suggestGroups: { parameters: SuggestionsQuery, answer: Suggestions },
  readErrorGroup: { parameters: ErrorDetailQuery, answer: ErrorGroupDetail },
  readErrorFacets: { parameters: ProjectQuery, answer: Facets },
  readFacets: { parameters: ProjectQuery, answer: Facets },
  listReleases: { parameters: ProjectQuery, answer: ReleaseList },
  readRelease: { parameters: ProjectQuery, answer: ReleaseDetail },
  readTriage: { parameters: NoQuery, answer: Triage },
  readEvent: { parameters: ProjectQuery, answer: EventDetail },
  listRequests: { parameters: RequestListQuery, answer: RequestList },
  readRequest: { parameters: NoQuery, answer: RequestRecord },
  listLogs: { parameters: LogListQuery, answer: LogList },
  readLogHistogram: { parameters: LogHistogramQuery, answer: LogHistogram },
  readStats: { parameters: StatsQuery, answer: Stats },
  readTrends: { parameters: TrendsQuery, answer: Trends },
  listProjects: { parameters: ProjectQuery, answer: ProjectList },
  readProjectSettings: { parameters: NoQuery, answer: ProjectSettings },
  listViews: { parameters: ProjectQuery, answer: ViewList },
  listKeys: { parameters: NoQuery, answer: KeyList },
  listAudit: { parameters: AuditListQuery, answer: AuditList },
};

export type QueryName = keyof typeof QUERIES;
export type QueryParameters<N extends QueryName> = Static<(typeof QUERIES)[N]['parameters']>;
