import { useEffect, useRef } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { TrendSparkline } from '../trends/trend-sparkline.tsx';
import { useTrend } from '../trends/use-trend.ts';
import { SeverityDot, StatusBadge } from '../ui/badge.tsx';
import { toAmount, toShortCount } from '../ui/format.ts';
import { toOneLine, toVisible } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';

interface ErrorRowProps {
  readonly group: ErrorGroup;
  readonly isCursor: boolean;
  readonly isSelected: boolean;
  readonly isFresh: boolean;
  /** It was changed by somebody else and does not belong here any more; it stays until the list is read again. */
  readonly isGone: boolean;
  readonly showsStatus: boolean;
  readonly onToggle: (id: string) => void;
  readonly onFocus: (id: string) => void;
}

/** One error group in the list. */
export function ErrorRow(props: ErrorRowProps) {
  const { group, isCursor, isSelected, isFresh, isGone, showsStatus, onToggle, onFocus } = props;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCursor) row.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [isCursor]);
  const message = toOneLine(group.message);
  return (
    <div
      ref={row}
      className="error-row"
      data-cursor={isCursor || undefined}
      data-selected={isSelected || undefined}
      data-fresh={isFresh || undefined}
      data-gone={isGone || undefined}
    >
      <label className="error-check">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={`Select: ${message}`}
          onChange={() => onToggle(group.id)}
        />
      </label>
      <Link to={toPage(`/errors/${group.id}`)} className="error-link" onFocus={() => onFocus(group.id)}>
        <SeverityDot severity={group.severity} />
        <span className="error-main">
          <span className="error-message">{message}</span>
          <span className="error-facts">
            {(showsStatus || isGone) && <StatusBadge status={group.status} />}
            <span className="mono">{toVisible(group.type)}</span>
            <span>{group.source}</span>
            {group.projectId !== undefined && <span className="error-project">{toVisible(group.projectId)}</span>}
          </span>
        </span>
        <RowTrend group={group} />
        <span className="error-count num" title={toAmount(group.count, 'event')}>
          {toShortCount(group.count)}
          <span className="visually-hidden"> events</span>
        </span>
        <span className="error-first num">
          <RelativeTime at={group.firstSeen} suffix="" />
        </span>
        <span className="error-last num">
          <RelativeTime at={group.lastSeen} />
        </span>
      </Link>
    </div>
  );
}

function RowTrend({ group }: { readonly group: ErrorGroup }) {
  const trend = useTrend(group);
  return (
    <span className="error-trend">
      <TrendSparkline trend={trend} />
    </span>
  );
}
