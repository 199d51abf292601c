import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { TimeRange } from '../../../schemas/query.ts';
import { useErrorGroups } from '../api/queries.ts';
import { regressedIds } from '../feed/regressions.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { RANGE_MS, type Span } from '../router/time-range.ts';
import { useStore } from '../store.ts';
import type { Trend } from '../trends/to-trend.ts';
import { TrendSparkline } from '../trends/trend-sparkline.tsx';
import { useTrends } from '../trends/use-trend.ts';
import { SeverityDot } from '../ui/badge.tsx';
import { toCount, toShortCount } from '../ui/format.ts';
import { toOneLine, toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { EmptyState, SkeletonRows } from '../ui/states.tsx';
import { type Reason, toAttention } from './to-attention.ts';

/** Groups looked at: the latest seen of those that nobody has dealt with. */
const CANDIDATES = 16;
const SHOWN = 8;

interface AttentionListProps {
  readonly projectId: string | null;
  readonly preset: TimeRange;
  readonly span: Span | null;
}

/** The groups that are new, came back, or come more often than they did. */
export function AttentionList({ projectId, preset, span }: AttentionListProps) {
  const time =
    span === null ? {} : { from: new Date(span.fromMs).toISOString(), to: new Date(span.toMs).toISOString() };
  const { data } = useErrorGroups({ projectId, status: 'unresolved', pageSize: CANDIDATES, ...time });
  const { trends, isSettled } = useTrends(data?.errors ?? []);
  const regressed = useStore(regressedIds);
  const sinceMs = span?.fromMs ?? Date.now() - RANGE_MS[preset];
  // Rows that are rising are known late; shown one after the other they would push the page about.
  const isRead = data !== undefined && isSettled;
  const items = isRead ? toAttention(data.errors, { sinceMs, trends, regressed }).slice(0, SHOWN) : [];
  return (
    <section className="card attention" aria-labelledby="attention-title">
      <header className="card-head">
        <h2 id="attention-title">Needs attention</h2>
        <Link to={toPage('/errors')} className="text-link more-link">
          All errors
          <Icon name="arrowRight" />
        </Link>
      </header>
      {!isRead && <SkeletonRows count={5} height={60} />}
      {isRead && items.length === 0 && (
        <EmptyState icon="check" title={data.total === 0 ? 'Nothing is broken' : 'Nothing new'}>
          {data.total === 0
            ? 'No error is waiting to be dealt with in this time.'
            : 'What is open is neither new nor rising, and nothing that was resolved came back.'}
        </EmptyState>
      )}
      <ul>
        {items.map(({ group, reason }) => (
          <AttentionRow key={group.id} group={group} reason={reason} trend={trends.get(group.id)} />
        ))}
      </ul>
    </section>
  );
}

const TONES: Record<Reason, string> = { new: 'info', regressed: 'bad', rising: 'warn' };

interface AttentionRowProps {
  readonly group: ErrorGroup;
  readonly reason: Reason;
  readonly trend: Trend | undefined;
}

function AttentionRow({ group, reason, trend }: AttentionRowProps) {
  return (
    <li>
      <Link to={toPage(`/errors/${group.id}`)} className="attention-row">
        <SeverityDot severity={group.severity} />
        <span className="attention-main">
          <span className="attention-message">{toOneLine(group.message, 200)}</span>
          <span className="attention-facts">
            <span className="badge" data-tone={TONES[reason]}>
              {reason}
            </span>
            <span className="mono">{toVisible(group.type)}</span>
            {group.projectId !== undefined && <span>{toVisible(group.projectId)}</span>}
          </span>
        </span>
        <TrendSparkline trend={trend} width={88} />
        <span className="attention-figures num">
          <strong title={toCount(group.count)}>{toShortCount(group.count)}</strong>
          <RelativeTime at={group.lastSeen} />
        </span>
      </Link>
    </li>
  );
}
