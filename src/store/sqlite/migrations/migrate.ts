import { ErrordError } from '../../../errors.js';
import type { WritableDb } from '../connection.js';
import { initial } from './0010-initial.js';
import { recordIds } from './0020-record-ids.js';
import { fairRetention } from './0030-fair-retention.js';
import { keys } from './0040-keys.js';
import { projectSettings } from './0050-project-settings.js';
import { requestRoute } from './0060-request-route.js';
import { explanationEvidence } from './0070-explanation-evidence.js';
import { groupings } from './0080-groupings.js';
import { facets } from './0090-facets.js';
import { searchAndViews } from './0100-search-and-views.js';
import { alerts } from './0110-alerts.js';
import { sourceMaps } from './0120-source-maps.js';
import { groupSignals } from './0130-group-signals.js';
import { releases } from './0140-releases.js';
import { facetsInParts } from './0150-facets-in-parts.js';
import { groupParts } from './0160-group-parts.js';
import { groupingRules } from './0170-grouping-rules.js';
import { finerGrouping } from './0180-finer-grouping.js';
import { groupingOfToday } from './0190-grouping-of-today.js';
import { facetsByUser } from './0200-facets-by-user.js';
import { namedChanges } from './0210-named-changes.js';
import { requestSpans } from './0220-request-spans.js';
import { packedTexts } from './0230-packed-texts.js';
import { groupSplits } from './0240-group-splits.js';
import { gatheredCounts } from './0250-gathered-counts.js';
import type { Migration } from './migration.js';

/** In ascending order. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  recordIds,
  fairRetention,
  keys,
  projectSettings,
  requestRoute,
  explanationEvidence,
  groupings,
  facets,
  searchAndViews,
  alerts,
  sourceMaps,
  groupSignals,
  releases,
  facetsInParts,
  groupParts,
  groupingRules,
  finerGrouping,
  groupingOfToday,
  facetsByUser,
  namedChanges,
  requestSpans,
  packedTexts,
  groupSplits,
  gatheredCounts,
];

/**
 * Brings the schema to the newest version, one transaction per step. Refuses a database that a newer errord has written,
 * because the older code would not keep its rules. `beforeChange` is called once, with the first version to come, before a
 * database that holds something is changed.
 */
export function migrate(
  db: WritableDb,
  migrations: readonly Migration[] = MIGRATIONS,
  beforeChange: (version: number) => void = () => undefined,
): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const current = Number(db.pragma('user_version', { simple: true }));
  if (current > newest) {
    throw new ErrordError(
      'database_newer',
      `it was written by a newer errord (schema ${current}, this one knows ${newest}); install that version or start with another --db-path`,
    );
  }
  const pending = migrations.filter(({ version }) => version > current);
  const [first] = pending;
  if (current > 0 && first !== undefined) beforeChange(first.version);
  for (const { version, up } of pending) {
    db.transaction(() => {
      up(db);
      db.pragma(`user_version = ${version}`);
    }).immediate();
  }
}
