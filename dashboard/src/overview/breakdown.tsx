import { useTimeStats } from '../api/queries.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { type ChosenTime, RANGE_MS, toTimeParameters } from '../router/time-range.ts';
import { toCount, toShortCount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { SkeletonLines } from '../ui/states.tsx';
import './breakdown.css';

const TYPES_SHOWN = 6;

interface BreakdownProps {
  readonly projectId: string | null;
  readonly time: ChosenTime;
}

/** Errors of the chosen time by type and by source; each leads to its list. */
export function Breakdown({ projectId, time }: BreakdownProps) {
  const { data: stats } = useTimeStats(projectId, time);
  const types = toSorted(stats?.errorsByType ?? {});
  const sources = toSorted(stats?.errorsBySource ?? {});
  const toAddress = (name: 'type' | 'source', value: string): string =>
    toPage('/errors', { ...toTimeParameters(time), status: 'all', [name]: value });
  return (
    <section className="card breakdown" aria-labelledby="breakdown-title">
      <header className="card-head">
        <h2 id="breakdown-title">By type</h2>
        {isByHour(time) && <span className="card-note">by whole hours</span>}
      </header>
      {stats === undefined && <SkeletonLines count={TYPES_SHOWN} height={30} />}
      {stats !== undefined && types.length === 0 && <p className="breakdown-none">No errors in this time</p>}
      <Bars entries={types.slice(0, TYPES_SHOWN)} toAddress={(type) => toAddress('type', type)} />
      {types.length > TYPES_SHOWN && <p className="breakdown-rest">and {types.length - TYPES_SHOWN} more types</p>}
      {sources.length > 0 && (
        <>
          <header className="card-head">
            <h2>By source</h2>
          </header>
          <Bars entries={sources} toAddress={(source) => toAddress('source', source)} />
        </>
      )}
    </section>
  );
}

/** Longer ago than a day the daemon counts by the hour. */
function isByHour({ span }: ChosenTime): boolean {
  return span !== null && span.fromMs < Date.now() - RANGE_MS['24h'];
}

type Entry = readonly [name: string, count: number];

interface BarsProps {
  readonly entries: readonly Entry[];
  readonly toAddress: (name: string) => string;
}

function Bars({ entries, toAddress }: BarsProps) {
  const max = entries[0]?.[1] ?? 1;
  return (
    <ul className="bars">
      {entries.map(([name, count]) => (
        <li key={name}>
          <Link to={toAddress(name)} className="bar">
            <span className="bar-fill" style={{ width: `${Math.max(1.5, (count / max) * 100)}%` }} />
            <span className="bar-name">{toVisible(name)}</span>
            <span className="bar-count num" title={toCount(count)}>
              {toShortCount(count)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function toSorted(counts: Readonly<Record<string, number>>): readonly Entry[] {
  return Object.entries(counts).sort((a, b) => b[1] - a[1]);
}
