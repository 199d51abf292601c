import type { Stats, Trends } from '../../../schemas/stats.ts';
import { useRequestTrends, useStats } from '../api/queries.ts';
import { HealthStrip } from '../ui/gauges.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Tile } from './tile.tsx';
import { toChange, toPointChange } from './to-change.ts';
import { type Comparison, toComparison } from './to-comparison.ts';
import './tiles.css';

const PICTURE_HEIGHT = 28;

interface Figures {
  /** Undefined while it is being read. */
  readonly day: Stats | undefined;
  /** By the hour. */
  readonly hours: Trends['requests'] | undefined;
  readonly usual: Comparison | null;
}

/** The four figures of the last 24 hours, each hour by hour and against what is usual. */
export function Tiles({ projectId }: { readonly projectId: string | null }) {
  const { data: day } = useStats(projectId, '24h');
  const { data: week } = useStats(projectId, '7d');
  const { data: dayTrends } = useRequestTrends(projectId, '24h');
  const { data: weekTrends } = useRequestTrends(projectId, '7d');
  const usual = weekTrends === undefined || week === undefined ? null : toComparison(weekTrends, week);
  const figures = { day, hours: dayTrends?.requests, usual };
  return (
    <section className="tiles" aria-label="Last 24 hours">
      <HealthTile {...figures} />
      <RequestsTile {...figures} />
      <FailingTile {...figures} />
      <ErrorsTile {...figures} />
    </section>
  );
}

function HealthTile({ day, hours, usual }: Figures) {
  const hasRequests = (day?.totalRequests ?? 0) > 0;
  const isComparable = hasRequests && day !== undefined && usual?.healthScore != null;
  return (
    <Tile
      title="Health score"
      value={day === undefined ? null : hasRequests ? `${day.healthScore}%` : '–'}
      change={isComparable ? toPointChange(day.healthScore, usual.healthScore) : null}
      note={isComparable ? 'against the days before' : hasRequests ? 'of requests did not fail' : 'no requests yet'}
    >
      {hasRequests && hours !== undefined && (
        <HealthStrip scores={toScores(hours)} label="Health by the hour over the last 24 hours" />
      )}
    </Tile>
  );
}

function RequestsTile({ day, hours, usual }: Figures) {
  return (
    <Tile
      title="Requests"
      value={day?.totalRequests ?? null}
      change={usual === null || day === undefined ? null : toChange(day.totalRequests, usual.requestsPerDay, 'neutral')}
      note={usual?.requestsPerDay == null ? 'in the last 24 hours' : 'against a usual day'}
    >
      {hours !== undefined && (
        <Sparkline
          values={hours.total}
          label="Requests by the hour over the last 24 hours"
          height={PICTURE_HEIGHT}
          tone="neutral"
        />
      )}
    </Tile>
  );
}

function FailingTile({ day, hours, usual }: Figures) {
  const share = day === undefined || day.totalRequests === 0 ? null : day.errorRequests / day.totalRequests;
  return (
    <Tile
      title="Failing requests"
      value={day?.errorRequests ?? null}
      change={usual === null || day === undefined ? null : toChange(day.errorRequests, usual.failingPerDay, 'worse')}
      {...(share !== null && { share: toPercent(share) })}
      note={usual?.failingPerDay == null ? 'in the last 24 hours' : 'against a usual day'}
    >
      {hours !== undefined && (
        <Sparkline
          values={hours.failed}
          label="Failing requests by the hour over the last 24 hours"
          height={PICTURE_HEIGHT}
        />
      )}
    </Tile>
  );
}

function ErrorsTile({ day, usual }: Figures) {
  return (
    <Tile
      title="Errors"
      value={day?.errorsLast24h ?? null}
      change={usual === null || day === undefined ? null : toChange(day.errorsLast24h, usual.errorsDayBefore, 'worse')}
      note={usual?.errorsDayBefore == null ? 'in the last 24 hours' : 'against the day before'}
    >
      {day !== undefined && (
        <Sparkline
          values={day.errorsOverTime.map(({ count }) => count)}
          label="Errors by the hour over the last 24 hours"
          height={PICTURE_HEIGHT}
        />
      )}
    </Tile>
  );
}

function toScores({ total, failed }: Trends['requests']): readonly (number | null)[] {
  return total.map((count, index) => (count === 0 ? null : (1 - (failed[index] ?? 0) / count) * 100));
}

function toPercent(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
}
