import type { ReactNode } from 'react';
import { toCount, toShortCount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/states.tsx';
import type { Change } from './to-change.ts';

interface TileProps {
  readonly title: string;
  /** What time it is of, in few characters. */
  readonly time: string;
  /** Says more about the value, in few characters. */
  readonly share?: string;
  /** A count is shown in short and told in full on hover. Null while it is being read. */
  readonly value: string | number | null;
  readonly change: Change | null;
  readonly note: string;
  /** A picture of the figure. */
  readonly children?: ReactNode;
}

const DIRECTIONS = { up: 'more than before', down: 'less than before', same: '' } as const;

/** One figure, how it changed, and a picture of it. */
export function Tile({ title, time, value, share, change, note, children }: TileProps) {
  return (
    <div className="tile card">
      <h2 className="tile-title">
        {title} <span className="tile-time">{time}</span>
      </h2>
      <div className="tile-row">
        <p className="tile-value num" title={typeof value === 'number' ? toCount(value) : undefined}>
          {(typeof value === 'number' ? toShortCount(value) : value) ?? <Skeleton width="4.5rem" height="1.75rem" />}
        </p>
        {share !== undefined && <span className="tile-share num">{share}</span>}
        {children}
      </div>
      <p className="tile-note">
        {change !== null && (
          <span className="tile-change num" data-tone={change.tone} title="Against the time before, of the same length">
            {change.direction !== 'same' && <Icon name={change.direction === 'up' ? 'arrowUp' : 'arrowDown'} />}
            {change.text}
            <span className="visually-hidden"> {DIRECTIONS[change.direction]}</span>
          </span>
        )}
        <span>{value === null ? '\u00a0' : note}</span>
      </p>
    </div>
  );
}
