import type { Stats } from '../../../schemas/stats.ts';
import { useSpanStats, useTimeStats } from '../api/queries.ts';
import { type ChosenTime, toTimeBefore, toTimeWords } from '../router/time-range.ts';
import { toTitle } from '../ui/format.ts';
import { HealthStrip } from '../ui/gauges.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Tile } from './tile.tsx';
import { toChange, toPointChange } from './to-change.ts';
import { type Figures, toComparison, toFigures } from './to-comparison.ts';
import './tiles.css';

const PICTURE_HEIGHT = 28;

interface TileFacts {
  readonly time: ChosenTime;
  /** Undefined while it is being read. */
  readonly stats: Stats | undefined;
  readonly before: Figures | null;
}

interface TilesProps {
  readonly projectId: string | null;
  readonly time: ChosenTime;
}

/** The four figures of the chosen time, drawn over it and against the time before. */
export function Tiles({ projectId, time }: TilesProps) {
  const { data: stats } = useTimeStats(projectId, time);
  const earlier = toTimeBefore(time, Date.now());
  const { data: statsBefore } = useSpanStats(projectId, earlier);
  const facts = { time, stats, before: earlier === null ? null : toComparison(statsBefore) };
  return (
    <section className="tiles" aria-label={toTimeTitle(time)}>
      <HealthTile {...facts} />
      <RequestsTile {...facts} />
      <FailingTile {...facts} />
      <ErrorsTile {...facts} />
    </section>
  );
}

const AGAINST = 'against the time before';

function HealthTile({ time, stats, before }: TileFacts) {
  const score = stats === undefined ? undefined : toFigures(stats).healthScore;
  const earlier = before?.healthScore ?? null;
  return (
    <Tile
      title="Health score"
      time={toTimeLabel(time)}
      value={score === undefined ? null : score === null ? '–' : `${score}%`}
      change={score == null || earlier === null ? null : toPointChange(score, earlier)}
      note={
        score == null ? `no requests in ${toTimeWords(time)}` : earlier === null ? 'of requests did not fail' : AGAINST
      }
    >
      {score != null && (
        <HealthStrip scores={toScores(stats?.requestsOverTime ?? [])} label={`Health over ${toTimeWords(time)}`} />
      )}
    </Tile>
  );
}

function RequestsTile({ time, stats, before }: TileFacts) {
  return (
    <Tile
      title="Requests"
      time={toTimeLabel(time)}
      value={stats?.totalRequests ?? null}
      change={stats === undefined ? null : toChange(stats.totalRequests, before?.requests ?? null, 'neutral')}
      note={before === null ? `in ${toTimeWords(time)}` : AGAINST}
    >
      {stats !== undefined && (
        <Sparkline
          values={(stats.requestsOverTime ?? []).map(({ total }) => total)}
          label={`Requests over ${toTimeWords(time)}`}
          height={PICTURE_HEIGHT}
          tone="neutral"
        />
      )}
    </Tile>
  );
}

function FailingTile({ time, stats, before }: TileFacts) {
  const share = stats === undefined || stats.totalRequests === 0 ? null : stats.errorRequests / stats.totalRequests;
  return (
    <Tile
      title="Failing requests"
      time={toTimeLabel(time)}
      value={stats?.errorRequests ?? null}
      change={stats === undefined ? null : toChange(stats.errorRequests, before?.failing ?? null, 'worse')}
      {...(share !== null && { share: toPercent(share) })}
      note={before === null ? `in ${toTimeWords(time)}` : AGAINST}
    >
      {stats !== undefined && (
        <Sparkline
          values={(stats.requestsOverTime ?? []).map(({ failed }) => failed)}
          label={`Failing requests over ${toTimeWords(time)}`}
          height={PICTURE_HEIGHT}
        />
      )}
    </Tile>
  );
}

function ErrorsTile({ time, stats, before }: TileFacts) {
  const errors = stats === undefined ? null : toFigures(stats).errors;
  return (
    <Tile
      title="Errors"
      time={toTimeLabel(time)}
      value={errors}
      change={errors === null ? null : toChange(errors, before?.errors ?? null, 'worse')}
      note={before === null ? `in ${toTimeWords(time)}` : AGAINST}
    >
      {stats !== undefined && (
        <Sparkline
          values={stats.errorsOverTime.map(({ count }) => count)}
          label={`Errors over ${toTimeWords(time)}`}
          height={PICTURE_HEIGHT}
        />
      )}
    </Tile>
  );
}

/** As a heading: "Last 24 hours". */
function toTimeTitle(time: ChosenTime): string {
  return time.span === null ? toTitle(toTimeWords(time).replace('the ', '')) : 'The chosen time';
}

function toTimeLabel({ preset, span }: ChosenTime): string {
  return span === null ? preset.replace(/(\d+)/, '$1 ') : 'chosen';
}

function toScores(buckets: NonNullable<Stats['requestsOverTime']>): readonly (number | null)[] {
  return buckets.map(({ total, failed }) => (total === 0 ? null : (1 - failed / total) * 100));
}

function toPercent(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`;
}
