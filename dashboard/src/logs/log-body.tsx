import type { ReactNode, RefObject } from 'react';
import { useRowHeight } from '../ui/density.ts';
import { toCount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import '../ui/new-pill.css';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { NARROW, useMedia } from '../ui/use-media.ts';
import type { LogView } from './filters.ts';
import { LogList, type LogListHandle } from './log-list.tsx';
import { LogRow } from './log-row.tsx';
import { LogSkeleton } from './log-skeleton.tsx';
import type { LogTail, TailState } from './log-tail.ts';
import type { Spot } from './spots.ts';
import type { Rows } from './use-rows.ts';

const ROW_HEIGHT = 28;
/** On a narrow page the message has a line of its own. */
const NARROW_ROW_HEIGHT = 50;

interface LogBodyProps {
  readonly view: LogView;
  readonly tail: LogTail;
  readonly state: TailState;
  /** Where the log was left, and is opened at. */
  readonly spot: Spot | null;
  readonly isStale: boolean;
  readonly isFollowing: boolean;
  readonly isAtEnd: boolean;
  readonly rows: Rows;
  readonly list: RefObject<LogListHandle | null>;
  readonly onAtEnd: (isAtEnd: boolean) => void;
  readonly onToggle: (id: string) => void;
  readonly onResume: () => void;
}

/** The list itself, what waits after it, and what stands there instead of it. */
export function LogBody(props: LogBodyProps) {
  const { view, tail, state, spot, isStale, isFollowing, isAtEnd, rows, list, onAtEnd, onToggle, onResume } = props;
  const { logs, older, hasNewer } = state.window;
  const { isRead, error, waitingCount } = state;
  const rowHeight = useRowHeight(useMedia(NARROW) ? NARROW_ROW_HEIGHT : ROW_HEIGHT);
  const isEmpty = logs.length === 0;
  const tabStopId = rows.cursorId ?? logs.at(-1)?.id;
  const failure = error !== null && <Failure onRetry={tail.retry} />;
  return (
    <div className="log-body" data-busy={isStale || undefined}>
      {isEmpty && error === null && !isRead && <LogSkeleton rowHeight={rowHeight} />}
      {isEmpty && error !== null && <ErrorState error={error} onRetry={tail.retry} />}
      {isEmpty && error === null && isRead && <NoLogs view={view} />}
      {!isEmpty && (
        <LogList
          ref={list}
          state={state}
          spot={spot}
          rowHeight={rowHeight}
          isFollowing={isFollowing}
          atMs={view.atMs}
          isExpanded={(id) => rows.expandedIds.has(id)}
          onAtEnd={onAtEnd}
          onNearStart={tail.readOlder}
          onNearEnd={tail.readNewer}
          head={failure || (older === null ? 'Nothing was logged before this' : 'Reading older entries …')}
          foot={failure || <Foot isFollowing={isFollowing} hasNewer={hasNewer} />}
          renderRow={(index) => {
            const log = logs[index];
            if (log === undefined) return null;
            return (
              <LogRow
                log={log}
                search={view.filters.search}
                isCursor={log.id === rows.cursorId}
                isExpanded={rows.expandedIds.has(log.id)}
                isTabStop={log.id === tabStopId}
                showsProject={view.filters.projectId === null}
                onToggle={onToggle}
              />
            );
          }}
        />
      )}
      <div className="log-pill">
        {(waitingCount > 0 || ((hasNewer || !isAtEnd) && !isEmpty)) && !isFollowing && (
          <button type="button" className="new-pill" data-quiet={waitingCount === 0 || undefined} onClick={onResume}>
            <Icon name="arrowDown" />
            {waitingCount > 0 ? `${toCount(waitingCount)} new` : 'Newest'}
          </button>
        )}
      </div>
    </div>
  );
}

function Failure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <span role="alert">
      More could not be read.{' '}
      <button type="button" className="text-link" onClick={onRetry}>
        Try again
      </button>
    </span>
  );
}

function Foot({ isFollowing, hasNewer }: { readonly isFollowing: boolean; readonly hasNewer: boolean }): ReactNode {
  if (hasNewer) return 'Reading newer entries …';
  return isFollowing ? 'Waiting for the next entry' : null;
}

function NoLogs({ view: { filters, atMs } }: { readonly view: LogView }) {
  const { level, minLevel, source, correlationId, search, exclude, query, from, to } = filters;
  const narrowing = [level, minLevel, source, correlationId, search, exclude, query, from, to];
  if (atMs !== null || narrowing.some((value) => value !== null)) {
    return (
      <EmptyState icon="search" title="Nothing matches">
        No entry passes all of these filters. One that does shows up here the moment it arrives.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="logs" title="No logs yet">
      Entries sent to <code>POST /api/logs</code> show up here the moment they arrive.
    </EmptyState>
  );
}
