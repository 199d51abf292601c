import { useCallback, useEffect, useRef, useState } from 'react';
import { SEARCH_TOTAL_MAX } from '../../../schemas/limits.ts';
import { feedState } from '../feed/feed.ts';
import { useStore } from '../store.ts';
import { toCount } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { useLogView } from './filters.ts';
import { LiveButton } from './live-button.tsx';
import { LogBody } from './log-body.tsx';
import { LogFilters } from './log-filters.tsx';
import type { LogListHandle } from './log-list.tsx';
import './logs.css';
import { useLogKeys } from './use-log-keys.ts';
import { useLogTail } from './use-log-tail.ts';
import { useRows } from './use-rows.ts';

/** The log as it is written, newest at the end, and everything that was written before. */
export function LogsPage() {
  const view = useLogView();
  const { tail, state, spot, isStale } = useLogTail(view);
  const { logs, hasNewer } = state.window;
  const rows = useRows(logs, view);
  const { cursorId, point, toggle } = rows;
  const [isPaused, setIsPaused] = useState(false);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const isConnected = useStore(feedState).kind === 'live';
  const searchField = useRef<HTMLInputElement>(null);
  const list = useRef<LogListHandle>(null);
  const isHeld = isPaused || cursorId !== null || (!isAtEnd && logs.length > 0);
  const isFollowing = !isHeld && !hasNewer;
  useEffect(() => tail.hold(isHeld), [tail, isHeld]);

  const resume = (): void => {
    setIsPaused(false);
    point(null);
    tail.toNewest();
  };
  const switchLive = (): void => (isFollowing ? setIsPaused(true) : resume());
  const step = (by: number): void => {
    const index = rows.move(by);
    if (index !== null) list.current?.reveal(index);
  };
  const toggleAndPoint = useCallback(
    (id: string) => {
      point(id);
      toggle(id);
    },
    [point, toggle],
  );
  useLogKeys({
    step,
    open: () => cursorId !== null && toggle(cursorId),
    switchLive,
    toNewest: resume,
    toOldest: tail.toOldest,
    search: () => searchField.current?.focus(),
    stepMatch: (by) => view.filters.search !== null && step(by),
    release: () => point(null),
  });

  return (
    <Page
      title="Logs"
      fills
      aside={
        <>
          <Total count={state.total} isSearch={view.filters.search !== null} />
          <LiveButton isConnected={isConnected} isFollowing={isFollowing} onSwitch={switchLive} />
        </>
      }
    >
      <LogFilters view={view} searchField={searchField} onStep={step} />
      <LogBody
        view={view}
        tail={tail}
        state={state}
        spot={spot}
        isStale={isStale}
        isFollowing={isFollowing}
        isAtEnd={isAtEnd}
        rows={rows}
        list={list}
        onAtEnd={setIsAtEnd}
        onToggle={toggleAndPoint}
        onResume={resume}
      />
    </Page>
  );
}

function Total({ count, isSearch }: { readonly count: number | null; readonly isSearch: boolean }) {
  if (count === null) return null;
  const isMore = isSearch && count >= SEARCH_TOTAL_MAX;
  return (
    <span className="record-total num">
      {toCount(isMore ? SEARCH_TOTAL_MAX : count)}
      {isMore && '+'} {count === 1 ? 'entry' : 'entries'}
    </span>
  );
}
