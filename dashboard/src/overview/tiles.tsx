import { useStats } from '../api/queries.ts';
import { toShortCount } from '../ui/format.ts';
import { Sparkline } from '../ui/sparkline.tsx';
import { HealthRing, ShareBar } from './gauges.tsx';
import { Tile } from './tile.tsx';
import { toChange, toPointChange } from './to-change.ts';
import { toComparison } from './to-comparison.ts';

/** The four figures of the last 24 hours, each against what is usual. */
export function Tiles({ projectId }: { readonly projectId: string | null }) {
  const { data: day } = useStats(projectId, '24h');
  const { data: week } = useStats(projectId, '7d');
  const usual = day === undefined || week === undefined ? null : toComparison(day, week);
  const hasRequests = (day?.totalRequests ?? 0) > 0;
  return (
    <section className="tiles" aria-label="Last 24 hours">
      <Tile
        title="Health score"
        value={day === undefined ? null : hasRequests ? `${day.healthScore}%` : '–'}
        change={
          !hasRequests || day === undefined || usual?.healthScore == null
            ? null
            : toPointChange(day.healthScore, usual.healthScore)
        }
        note={hasRequests ? 'requests that did not fail' : 'no requests yet'}
      >
        {hasRequests && day !== undefined && <HealthRing score={day.healthScore} />}
      </Tile>
      <Tile
        title="Requests"
        value={day === undefined ? null : toShortCount(day.totalRequests)}
        change={usual === null ? null : toChange(day?.totalRequests ?? 0, usual.requestsPerDay, 'neutral')}
        note={usual?.requestsPerDay == null ? 'in the last 24 hours' : 'against a usual day'}
      />
      <Tile
        title="Failing requests"
        value={day === undefined ? null : toShortCount(day.errorRequests)}
        change={usual === null ? null : toChange(day?.errorRequests ?? 0, usual.failingPerDay, 'worse')}
        note={usual?.failingPerDay == null ? 'in the last 24 hours' : 'against a usual day'}
      >
        {hasRequests && day !== undefined && <ShareBar share={day.errorRequests / day.totalRequests} />}
      </Tile>
      <Tile
        title="Errors"
        value={day === undefined ? null : toShortCount(day.errorsLast24h)}
        change={usual === null ? null : toChange(day?.errorsLast24h ?? 0, usual.errorsDayBefore, 'worse')}
        note={usual?.errorsDayBefore == null ? 'in the last 24 hours' : 'against the day before'}
      >
        {day !== undefined && (
          <Sparkline
            values={day.errorsOverTime.map(({ count }) => count)}
            label="Errors per hour over the last 24 hours"
            height={32}
          />
        )}
      </Tile>
    </section>
  );
}
