import { useState } from 'react';
import type { TimeRange } from '../../../schemas/words.ts';
import { useErrorGroups } from '../api/queries.ts';
import { toRangeStart } from '../filters/address.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { RANGE_MS, type Span, toTimeParameters } from '../router/time-range.ts';
import type { Trend } from '../trends/read-trend.ts';
import { TrendSparkline } from '../trends/trend-sparkline.tsx';
import { useTrends } from '../trends/use-trend.ts';
import { LouderBadge, RegressedBadge, SeverityBadge, SeverityDot } from '../ui/badge.tsx';
import { CulpritText } from '../ui/culprit-text.tsx';
import { toCount, toShortCount } from '../ui/format.ts';
import { Hint } from '../ui/hint.tsx';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { EmptyState, SkeletonRows } from '../ui/states.tsx';
import { type Attention, type Reason, toAttention } from './to-attention.ts';
import './attention.css';

/** Of all that nobody has dealt with and that was seen in the chosen time, those that the daemon ranks highest. */
const SHOWN = 8;

interface AttentionListProps {
  readonly projectId: string | null;
  readonly preset: TimeRange;
  readonly span: Span | null;
}

/** The open groups that need somebody most. It stands still while it is pointed at. */
export function AttentionList(props: AttentionListProps) {
  const { preset, span } = props;
  const { items: latest, trends } = useAttention(props);
  const [pointedAt, setPointedAt] = useState<readonly Attention[] | null>(null);
  const items = pointedAt ?? latest;
  return (
    <section className="card attention" aria-labelledby="attention-title">
      <header className="card-head">
        <h2 id="attention-title">Needs attention</h2>
        <Hint label="How errors are ranked">
          Of all unresolved errors of this time: what came back after it was resolved, how severe it is, how much louder
          than usual, how many users it affects, and how lately it was seen each give points. Those with the most come
          first.
        </Hint>
        <Link
          to={toPage('/errors', { sort: 'attention', ...toTimeParameters({ preset, span }) })}
          className="text-link more-link"
        >
          All errors
          <Icon name="arrowRight" />
        </Link>
      </header>
      {items === null && <SkeletonRows count={5} height={60} />}
      {items?.length === 0 && (
        <EmptyState icon="check" title="Nothing is broken">
          No error is waiting to be dealt with in this time.
        </EmptyState>
      )}
      <ul onPointerEnter={() => setPointedAt(latest)} onPointerLeave={() => setPointedAt(null)}>
        {items?.map(({ group, reasons }) => (
          <AttentionRow key={group.id} group={group} reasons={reasons} trend={trends.get(group.id)} />
        ))}
      </ul>
    </section>
  );
}

function useAttention({ projectId, preset, span }: AttentionListProps) {
  const time = span === null ? { from: toRangeStart(preset) } : toTimeParameters({ preset, span });
  const { data } = useErrorGroups({ projectId, status: 'unresolved', sort: 'attention', pageSize: SHOWN, ...time });
  const { trends } = useTrends(data?.errors ?? []);
  const nowMs = Date.now();
  const newSinceMs = span?.fromMs ?? nowMs - RANGE_MS[preset];
  return { items: data === undefined ? null : toAttention(data.errors, { newSinceMs, nowMs }), trends };
}

interface AttentionRowProps extends Attention {
  readonly trend: Trend | undefined;
}

function AttentionRow({ group, reasons, trend }: AttentionRowProps) {
  return (
    <li>
      <Link to={toPage(`/errors/${group.id}`)} className="attention-row">
        <SeverityDot severity={group.severity} isNamed={false} />
        <span className="attention-main">
          <span className="attention-message" dir="auto">
            {toHeadline(group.message, 200)}
          </span>
          <span className="attention-facts">
            <SeverityBadge severity={group.severity} />
            {reasons.map((reason) => (
              <ReasonBadge key={reason} group={group} reason={reason} />
            ))}
            <span className="attention-type mono clip">{toVisible(group.type)}</span>
            {group.culprit !== undefined && <CulpritText culprit={group.culprit} />}
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

function ReasonBadge({ group, reason }: { readonly group: Attention['group']; readonly reason: Reason }) {
  if (reason === 'regressed') return <RegressedBadge />;
  if (reason === 'louder') return <LouderBadge group={group} />;
  return (
    <span className="badge" data-tone="info">
      new
    </span>
  );
}
