import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import './states.css';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

/** What stands where a list would be, and what to do about it. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="state">
      <span className="state-icon">
        <Icon name={icon} />
      </span>
      <p className="state-title">{title}</p>
      {children !== undefined && <div className="state-text">{children}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** Why nothing is shown, in the daemon's words, and a way to try again. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const isUnreachable = error instanceof ApiError && error.status === 0;
  return (
    <div className="state" role="alert">
      <span className="state-icon" data-tone="bad">
        <Icon name="alert" />
      </span>
      <p className="state-title">{isUnreachable ? 'The daemon does not answer' : 'This could not be read'}</p>
      <div className="state-text">
        {isUnreachable ? 'It may be restarting. This page comes back by itself once it is there.' : error.message}
      </div>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

/** A place held for what is being read, in about its size, so that nothing jumps when it comes. */
export function Skeleton({ width = '100%', height = '0.8rem' }: { readonly width?: string; readonly height?: string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}

/** Lines of text that are being read. */
export function SkeletonLines({ count, height }: { readonly count: number; readonly height: number }) {
  return (
    <div aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="skeleton-line" style={{ height }}>
          <Skeleton width={`${44 + ((index * 23) % 47)}%`} height="0.7rem" />
        </div>
      ))}
    </div>
  );
}

/** Rows of a list that is being read: a title each, and what is said of it. */
export function SkeletonRows({ count, height }: { readonly count: number; readonly height: number }) {
  return (
    <div aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="skeleton-row" style={{ height }}>
          <Skeleton width={`${38 + ((index * 17) % 34)}%`} />
          <Skeleton width={`${18 + ((index * 11) % 22)}%`} height="0.6rem" />
        </div>
      ))}
    </div>
  );
}
