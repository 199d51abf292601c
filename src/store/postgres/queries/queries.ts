// Every query of the API on one connection. A new one is a line here and what it does in a file beside this one.

import type { QueryName } from '../../../../schemas/queries.js';
import { stringifyProjectList } from '../../../answers/stats.js';
import { viewListJson } from '../../../answers/views.js';
import type { StoreQuery } from '../../store.js';
import type { Queries } from '../connection.js';
import { readViews } from '../tables/saved-views.js';
import { listAudit, listKeys } from './access.js';
import { readErrorChanges } from './error-changes.js';
import { listErrorGroups, readErrorGroup } from './error-groups.js';
import { readEvent } from './events.js';
import { readErrorFacets, readFacets } from './facets.js';
import { readLogHistogram } from './log-histogram.js';
import { listLogs } from './logs.js';
import { readNamesWithSettings, readProjectSettings } from './project-settings.js';
import { readProjects } from './projects.js';
import { listReleases, readRelease } from './releases.js';
import { listRequests, readRequest } from './requests.js';
import { hasSearchIndex } from './search.js';
import { readStats } from './stats.js';
import { suggestGroups } from './suggestions.js';
import { readTrends } from './trends.js';
import { readTriage } from './triage.js';

/** Finished JSON, as text or in a buffer of its own; null when the id is unknown. */
export type QueryResult = string | Uint8Array<ArrayBuffer> | null;

type Answers = {
  readonly [N in QueryName]: (db: Queries, query: Extract<StoreQuery, { name: N }>) => Promise<QueryResult>;
};

const ANSWERS: Answers = {
  listErrorGroups: (db, { parameters, nowMs }) => listErrorGroups(db, parameters, nowMs),
  readErrorChanges: (db, { parameters, nowMs }) => readErrorChanges(db, parameters, nowMs),
  suggestGroups: (db, { parameters }) => suggestGroups(db, parameters),
  listViews: async (db, { parameters }) => viewListJson(await readViews(db, parameters.projectId)),
  readErrorGroup: (db, { id, parameters }) => readErrorGroup(db, id, parameters),
  readErrorFacets: (db, { id, parameters }) => readErrorFacets(db, id, parameters),
  readFacets: (db, { parameters }) => readFacets(db, parameters),
  listReleases: (db, { parameters }) => listReleases(db, parameters),
  readRelease: (db, { id, parameters }) => readRelease(db, id, parameters),
  readTriage: (db, { id }) => readTriage(db, id),
  readEvent: (db, { id, parameters }) => readEvent(db, id, parameters),
  listRequests: (db, { parameters }) => listRequests(db, parameters),
  readRequest: (db, { id }) => readRequest(db, id),
  listLogs: async (db, { parameters }) => listLogs(db, parameters, await hasSearchIndex(db)),
  readLogHistogram: async (db, { parameters, nowMs }) =>
    readLogHistogram(db, parameters, { nowMs, hasIndex: await hasSearchIndex(db) }),
  readStats: (db, { parameters, nowMs }) => readStats(db, parameters, nowMs),
  readTrends: (db, { parameters, nowMs }) => readTrends(db, parameters, nowMs),
  listProjects: async (db, { parameters: { projectId } }) => {
    const [projects, named] = await Promise.all([readProjects(db, projectId), readNamesWithSettings(db, projectId)]);
    return stringifyProjectList({ projects, ...named });
  },
  readProjectSettings: (db, { id, nowMs }) => readProjectSettings(db, id, nowMs),
  listKeys: (db) => listKeys(db),
  listAudit: (db, { parameters }) => listAudit(db, parameters),
};

/** Answers a query from what one transaction sees. */
export function answerQuery(db: Queries, query: StoreQuery): Promise<QueryResult> {
  // The table is typed by name; the name and the parameters of one query always belong together.
  const answer = ANSWERS[query.name] as (db: Queries, query: StoreQuery) => Promise<QueryResult>;
  return answer(db, query);
}
