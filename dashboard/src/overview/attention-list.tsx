import { useState } from 'react';
import type { TimeRange } from '../../../schemas/words.ts';
import { useErrorGroups } from '../api/queries.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { RANGE_MS, type Span } from '../router/time-range.ts';
import type { Trend } from '../trends/read-trend.ts';
import { TrendSparkline } from '../trends/trend-sparkline.tsx';
import { useTrends } from '../trends/use-trend.ts';
import { SeverityDot } from '../ui/badge.tsx';
import { toCount, toShortCount } from '../ui/format.ts';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { EmptyState, SkeletonRows } from '../ui/states.tsx';
import { type Attention, type Reason, toAttention } from './to-attention.ts';
import './attention.css';

/** Groups looked at: the latest seen of those that nobody has dealt with. */
const CANDIDATES = 16;
const SHOWN = 8;

interface AttentionListProps {
  readonly projectId: string | null;
  readonly preset: TimeRange;
  readonly span: Span | null;
}

/** The groups that are new, came back, or come more often than they did. It stands still while it is pointed at. */
export function AttentionList(props: AttentionListProps) {
  const { items: latest, trends, isNothingOpen } = useAttention(props);
  const [pointedAt, setPointedAt] = useState<readonly Attention[] | null>(null);
  const items = pointedAt ?? latest;
  return (
    <section className="card attention" aria-labelledby="attention-title">
      <header className="card-head">
        <h2 id="attention-title">Needs attention</h2>
        <Link to={toPage('/errors')} className="text-link more-link">
          All errors
          <Icon name="arrowRight" />
        </Link>
      </header>
      {items === null && <SkeletonRows count={5} height={60} />}
      {items?.length === 0 && (
        <EmptyState icon="check" title={isNothingOpen ? 'Nothing is broken' : 'Nothing new'}>
          {isNothingOpen
            ? 'No error is waiting to be dealt with in this time.'
            : 'What is open is neither new nor rising, and nothing that was resolved came back.'}
        </EmptyState>
      )}
      <ul onPointerEnter={() => setPointedAt(latest)} onPointerLeave={() => setPointedAt(null)}>
        {items?.map(({ group, reason }) => (
          <AttentionRow key={group.id} group={group} reason={reason} trend={trends.get(group.id)} />
        ))}
      </ul>
    </section>
  );
}

function useAttention({ projectId, preset, span }: AttentionListProps) {
  const time =
    span === null ? {} : { from: new Date(span.fromMs).toISOString(), to: new Date(span.toMs).toISOString() };
  const { data } = useErrorGroups({ projectId, status: 'unresolved', pageSize: CANDIDATES, ...time });
  const { trends, isSettled } = useTrends(data?.errors ?? []);
  const sinceMs = span?.fromMs ?? Date.now() - RANGE_MS[preset];
  // Rows that are rising are known late; at first, shown one after the other, they would push the page about. Later the
  // trends of groups that have just come are waited for by their own rows.
  const [wasSettled, setWasSettled] = useState(false);
  const isRead = data !== undefined && (wasSettled || isSettled);
  if (isRead && !wasSettled) setWasSettled(true);
  return {
    items: isRead ? toAttention(data.errors, { sinceMs, trends }).slice(0, SHOWN) : null,
    trends,
    isNothingOpen: data?.total === 0,
  };
}

const TONES: Record<Reason, string> = { new: 'info', regressed: 'bad', rising: 'warn' };

interface AttentionRowProps extends Attention {
  readonly trend: Trend | undefined;
}

function AttentionRow({ group, reason, trend }: AttentionRowProps) {
  return (
    <li>
      <Link to={toPage(`/errors/${group.id}`)} className="attention-row">
        <SeverityDot severity={group.severity} />
        <span className="attention-main">
          <span className="attention-message" dir="auto">
            {toHeadline(group.message, 200)}
          </span>
          <span className="attention-facts">
            <span className="badge" data-tone={TONES[reason]}>
              {reason}
            </span>
            <span className="mono clip">{toVisible(group.type)}</span>
            {group.projectId !== undefined && <span className="clip">{toVisible(group.projectId)}</span>}
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
