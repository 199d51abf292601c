import { memo, useEffect, useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { toErrorHref } from '../error-list/error-list.ts';
import { RecordRow } from '../lists/record-row.tsx';
import { Link } from '../router/link.tsx';
import { TrendSparkline } from '../trends/trend-sparkline.tsx';
import { useTrend } from '../trends/use-trend.ts';
import { isLouder, isRegressed, LouderBadge, RegressedBadge, SeverityDot, StatusBadge } from '../ui/badge.tsx';
import { CulpritText } from '../ui/culprit-text.tsx';
import { toAmount, toShortCount } from '../ui/format.ts';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/states.tsx';
import './error-row.css';

interface ErrorRowProps {
  readonly group: ErrorGroup;
  readonly isCursor: boolean;
  readonly isSelected: boolean;
  readonly isFresh: boolean;
  /** It was changed by somebody else and does not belong here any more; it stays until the list is read again. */
  readonly isGone: boolean;
  readonly showsStatus: boolean;
  /** Null where nothing can be done with what is selected. */
  readonly onToggle: ((group: ErrorGroup, isRange: boolean) => void) | null;
  readonly onFocus: (id: string) => void;
}

/** One error group in the list. It renders again when something about it has changed, and not with each change of another. */
export const ErrorRow = memo(function ErrorRow(props: ErrorRowProps) {
  const { group, isCursor, isSelected, isFresh, isGone, showsStatus, onToggle, onFocus } = props;
  const message = toHeadline(group.message);
  return (
    <RecordRow className="error-row" isCursor={isCursor} isFresh={isFresh} isSelected={isSelected} isGone={isGone}>
      {onToggle === null ? (
        <span />
      ) : (
        <label className="error-check">
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={`Select: ${message}`}
            onChange={({ nativeEvent }) => onToggle(group, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </label>
      )}
      <Link to={toErrorHref(group.id)} className="error-link" onFocus={() => onFocus(group.id)}>
        <SeverityDot severity={group.severity} isNamed={false} />
        <span className="error-main">
          <span className="error-message" dir="auto">
            {message}
          </span>
          <span className="error-facts">
            <span className="error-severity" data-severity={group.severity}>
              {group.severity}
            </span>
            {(showsStatus || isGone) && <StatusBadge status={group.status} />}
            {isRegressed(group) && <RegressedBadge />}
            {isLouder(group, Date.now()) && <LouderBadge group={group} />}
            <span className="mono clip">{toVisible(group.type)}</span>
            {group.culprit !== undefined && <CulpritText culprit={group.culprit} />}
            <span className="error-source">{group.source}</span>
            {group.users !== undefined && group.users > 1 && (
              <span className="error-users num">
                {group.usersApproximate === true && 'about '}
                {toAmount(group.users, 'user')}
              </span>
            )}
            {group.assignee !== undefined && (
              <span className="clip" title={`Assigned to ${toVisible(group.assignee)}`}>
                @{toVisible(group.assignee)}
              </span>
            )}
            {group.projectId !== undefined && <span className="error-project clip">{toVisible(group.projectId)}</span>}
          </span>
        </span>
        <RowTrend key={group.id} id={group.id} />
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
    </RecordRow>
  );
});

/** A row whose group is still being read. */
export function LoadingRow({ index }: { readonly index: number }) {
  return (
    <div className="error-row" aria-busy="true">
      <span />
      <span className="error-loading">
        <Skeleton width={`${34 + ((index * 17) % 30)}%`} />
        <Skeleton width={`${14 + ((index * 11) % 16)}%`} height="0.6rem" />
      </span>
    </div>
  );
}

/** A row that is scrolled past asks for nothing. */
const SETTLE_MS = 80;

function RowTrend({ id }: { readonly id: string }) {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsSettled(true), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <span className="error-trend">{isSettled ? <SettledTrend id={id} /> : <TrendSparkline trend={undefined} />}</span>
  );
}

function SettledTrend({ id }: { readonly id: string }) {
  return <TrendSparkline trend={useTrend(id)} />;
}
