// What any store must do. Uses the port only, so that another implementation can be held to the same behaviour.

import { cleanUp, type MakePlace } from '../support/store-harness.js';
import { openStorePool } from '../support/store-pool.js';
import { describeAccess } from './suite/access.js';
import { describeAlerts } from './suite/alerts.js';
import { describeClearing } from './suite/clearing.js';
import { describeCursors } from './suite/cursors.js';
import { describeDetails } from './suite/details.js';
import { describeDigests } from './suite/digests.js';
import { describeEventDetails } from './suite/event-details.js';
import { describeFacets } from './suite/facets.js';
import { describeFeed } from './suite/feed.js';
import { describeGroupQueries } from './suite/group-queries.js';
import { describeGrouping } from './suite/grouping.js';
import { describeGroupingRules } from './suite/grouping-rules.js';
import { describeIgnoringRules } from './suite/ignoring-rules.js';
import { describeLifecycle } from './suite/lifecycle.js';
import { describeLists } from './suite/lists.js';
import { describeLogHistogram } from './suite/log-histogram.js';
import { describeLogQueries } from './suite/log-queries.js';
import { describeMergedSearch } from './suite/merged-search.js';
import { describeMerging } from './suite/merging.js';
import type { Open } from './suite/open.js';
import { describeProjectLimits } from './suite/project-limits.js';
import { describeProjectRetention } from './suite/project-retention.js';
import { describeProjects } from './suite/projects.js';
import { describeRangeTotals } from './suite/range-totals.js';
import { describeRecordIds } from './suite/record-ids.js';
import { describeRegressions } from './suite/regressions.js';
import { describeRegrouping } from './suite/regrouping.js';
import { describeReleases } from './suite/releases.js';
import { describeRequestFilters } from './suite/request-filters.js';
import { describeRetention } from './suite/retention.js';
import { describeSearch } from './suite/search.js';
import { describeSignals } from './suite/signals.js';
import { describeStats } from './suite/stats.js';
import { describeStatsSpan } from './suite/stats-span.js';
import { describeStatuses } from './suite/statuses.js';
import { describeTrends } from './suite/trends.js';
import { describeTriage } from './suite/triage.js';
import { describeUndo } from './suite/undo.js';
import { describeUnmergePreview } from './suite/unmerge-preview.js';
import { describeViews } from './suite/views.js';

/** Runs the whole suite against one implementation. */
export function describeStore(name: string, makePlace: MakePlace): void {
  describe(name, () => {
    const pool = openStorePool(makePlace);
    afterEach(async function takeBack() {
      await pool.takeBack(this.currentTest?.state === 'passed');
      await cleanUp();
    });
    after(pool.close);
    const open: Open = pool.open;
    // The audit, sessions and keys; opening.
    const openFresh: Open = (options) => open({ ...options, fresh: true });
    describeAccess(openFresh);
    describeGrouping(open);
    describeRecordIds(open);
    describeRegressions(open);
    describeReleases(open);
    describeRegrouping(open);
    describeMergedSearch(open);
    describeMerging(open);
    describeUnmergePreview(open);
    describeGroupingRules(open);
    describeIgnoringRules(open);
    describeStatuses(open);
    describeLists(open);
    describeLogHistogram(open);
    describeLogQueries(open);
    describeRequestFilters(open);
    describeCursors(open);
    describeRangeTotals(open);
    describeSearch(open);
    describeGroupQueries(open);
    describeSignals(open);
    describeViews(open);
    describeDetails(open);
    describeEventDetails(open);
    describeStats(open);
    describeStatsSpan(open);
    describeTrends(open);
    describeAlerts(open);
    describeTriage(open);
    describeUndo(open);
    describeProjects(open);
    describeProjectLimits(open);
    describeProjectRetention(open);
    describeClearing(open);
    describeRetention(open);
    describeFacets(open);
    describeFeed(open);
    describeDigests(open);
    describeLifecycle(openFresh);
  });
}
