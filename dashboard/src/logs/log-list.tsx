import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { toDay, toPreciseClock } from '../ui/format.ts';
import type { TailState } from './log-tail.ts';
import type { LogWindow } from './log-window.ts';
import { noteSpot, type Spot } from './spots.ts';

export interface LogListHandle {
  /** Brings a row into view, moving as little as it takes. */
  reveal(index: number): void;
}

interface LogListProps {
  readonly state: TailState;
  /** Where the log was left, and is opened at. */
  readonly spot: Spot | null;
  readonly rowHeight: number;
  /** The list keeps to its end as it grows. */
  readonly isFollowing: boolean;
  /** The moment to mark, or null. */
  readonly atMs: number | null;
  readonly isExpanded: (id: string) => boolean;
  readonly renderRow: (index: number) => ReactNode;
  readonly onAtEnd: (isAtEnd: boolean) => void;
  /** The first row or the last one has come near: more may be wanted there. */
  readonly onNearStart: () => void;
  readonly onNearEnd: () => void;
  /** What stands before the first row and after the last one. */
  readonly head: ReactNode;
  readonly foot: ReactNode;
  readonly ref?: Ref<LogListHandle>;
}

const ROWS_AHEAD = 20;
/** So near to an edge the next page is read, so that it is there before it is seen. */
const EDGE_NEAR = 2000;
/** Room for what stands before the first row and after the last one. */
const EDGE_HEIGHT = 44;
/** So near to the end counts as being there. */
const END_NEAR = 16;

/** The rows of the window, oldest first, of which only those in view are in the document. What is read stays in place. */
export function LogList(props: LogListProps) {
  const { state, rowHeight, atMs, head, foot, ref } = props;
  const { logs } = state.window;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: logs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: ROWS_AHEAD,
    getItemKey: useCallback((index: number) => logs[index]?.id ?? index, [logs]),
    paddingStart: EDGE_HEIGHT,
    paddingEnd: EDGE_HEIGHT,
    // The first row in view stays where it is when rows come or go before it; keeping to the end is done below.
    anchorTo: 'end',
    scrollEndThreshold: -1,
  });
  useImperativeHandle(ref, () => ({ reveal: (index) => reveal(virtualizer, index, rowHeight) }), [
    virtualizer,
    rowHeight,
  ]);
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const markedIndex = findMoment(state.window, atMs);
  const noteScroll = usePosition(virtualizer, { ...props, markedIndex });
  const inView = logs[virtualizer.range?.startIndex ?? 0];
  // A jump that is still on its way must not fight with the hand that scrolls.
  const yieldToHand = (): void => virtualizer.cancelScroll();
  return (
    <>
      <div className="log-head" aria-hidden="true">
        <span className="log-day num">{inView !== undefined && toDay(Date.parse(inView.timestamp))}</span>
        <span>Message</span>
      </div>
      <div
        ref={scroller}
        className="log-scroller"
        onScroll={noteScroll}
        onWheel={yieldToHand}
        onTouchMove={yieldToHand}
        onPointerDown={yieldToHand}
      >
        <div className="log-edge">{head}</div>
        <Rows {...props} virtualizer={virtualizer} markedIndex={markedIndex} />
        <div className="log-edge" data-end>
          {markedIndex === logs.length && atMs !== null ? <Moment atMs={atMs} /> : foot}
        </div>
      </div>
    </>
  );
}

type RowVirtualizer = Virtualizer<HTMLDivElement, Element>;

interface RowsProps extends LogListProps {
  readonly virtualizer: RowVirtualizer;
  readonly markedIndex: number;
}

function Rows({ virtualizer, markedIndex, atMs, isExpanded, renderRow }: RowsProps) {
  return (
    <ul aria-label="Logs" className="log-list" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const isMarked = index === markedIndex;
        // Only of these the height is not known beforehand.
        const isMeasured = isMarked || isExpanded(String(key));
        return (
          <li
            key={key}
            ref={isMeasured ? virtualizer.measureElement : undefined}
            data-index={index}
            className="log-item"
            style={{ transform: `translateY(${start}px)` }}
          >
            {isMarked && atMs !== null && <Moment atMs={atMs} />}
            {renderRow(index)}
          </li>
        );
      })}
    </ul>
  );
}

interface Position extends LogListProps {
  readonly markedIndex: number;
}

/**
 * Scrolls to the end as long as that is followed, and to wherever a jump has to land; asks for more where the list ends.
 * What it gives back is to be called when the list was scrolled.
 */
function usePosition(virtualizer: RowVirtualizer, position: Position): () => void {
  const { state, spot, isFollowing, markedIndex, onAtEnd, onNearStart, onNearEnd } = position;
  const { landing, window } = state;
  const landed = useRef<TailState['landing'] | null>(null);
  // Known before the page has rendered what follows from it.
  const isAtEnd = useRef(true);
  // Unknown until the list has been measured for the first time.
  const height = virtualizer.scrollRect?.height ?? 0;
  useLayoutEffect(() => {
    // Not on the way to a place from which nothing is followed, nor when somebody has just scrolled away.
    if (isFollowing && landed.current === landing && isAtEnd.current) virtualizer.scrollToEnd();
  }, [virtualizer, isFollowing, landing, window.logs, height]);
  const noteScroll = (): void => {
    const { scrollElement } = virtualizer;
    if (scrollElement === null || landed.current !== landing) return;
    const { scrollTop, scrollHeight, clientHeight } = scrollElement;
    const below = scrollHeight - scrollTop - clientHeight;
    isAtEnd.current = below < END_NEAR;
    onAtEnd(isAtEnd.current);
    noteSpot(isAtEnd.current && !window.hasNewer ? null : toSpot(virtualizer, window));
    if (window.older !== null && scrollTop < EDGE_NEAR) onNearStart();
    else if (window.hasNewer && below < EDGE_NEAR) onNearEnd();
  };
  useLayoutEffect(() => {
    // Once for each jump: what comes in afterwards must not move the list again.
    if (height === 0 || landed.current === landing) return;
    landed.current = landing;
    if (landing.place === 'end') virtualizer.scrollToEnd();
    else if (landing.place === 'start') virtualizer.scrollToOffset(0);
    else if (landing.place === 'moment') virtualizer.scrollToOffset(toMiddle(virtualizer, markedIndex));
    else virtualizer.scrollToOffset(toTop(virtualizer, window, spot));
  }, [virtualizer, landing, height, markedIndex, window, spot]);
  // A page can be less than what is wanted, so that each window is looked at anew.
  useEffect(noteScroll);
  return noteScroll;
}

function toMiddle({ scrollElement, measurementsCache }: RowVirtualizer, index: number): number {
  return (measurementsCache[index]?.start ?? Number.MAX_SAFE_INTEGER) - (scrollElement?.clientHeight ?? 0) / 2;
}

function toSpot(virtualizer: RowVirtualizer, { logs }: LogWindow): Spot | null {
  const scrollTop = virtualizer.scrollElement?.scrollTop ?? 0;
  const item = virtualizer.getVirtualItemForOffset(scrollTop);
  const log = item === undefined ? undefined : logs[item.index];
  if (item === undefined || log === undefined) return null;
  return { id: log.id, atMs: Date.parse(log.timestamp), offsetPx: scrollTop - item.start };
}

/** The place of a spot: of its entry or, if that is gone, of the first one after its moment. */
function toTop({ measurementsCache }: RowVirtualizer, { logs }: LogWindow, spot: Spot | null): number {
  if (spot === null) return 0;
  const known = logs.findIndex(({ id }) => id === spot.id);
  const index = known === -1 ? logs.findIndex(({ timestamp }) => Date.parse(timestamp) >= spot.atMs) : known;
  return (measurementsCache[index]?.start ?? 0) + spot.offsetPx;
}

/** Brings the line of a row into view, moving as little as it takes. */
function reveal(virtualizer: RowVirtualizer, index: number, lineHeight: number): void {
  // A jump that is still on its way would go on to its end when the row is opened and so changes its height.
  virtualizer.cancelScroll();
  const { scrollElement, measurementsCache } = virtualizer;
  const start = measurementsCache[index]?.start;
  if (scrollElement === null || start === undefined) return;
  const { scrollTop, clientHeight } = scrollElement;
  const top = Math.max(Math.min(scrollTop, start), start + lineHeight - clientHeight);
  if (top !== scrollTop) scrollElement.scrollTo({ top });
}

/** The row that a moment is in front of; as many as there are rows when it is after them; -1 when it is elsewhere. */
function findMoment({ logs, older, hasNewer }: LogWindow, atMs: number | null): number {
  if (atMs === null) return -1;
  const index = logs.findIndex(({ timestamp }) => Date.parse(timestamp) >= atMs);
  if (index === -1) return hasNewer ? -1 : logs.length;
  return index === 0 && older !== null ? -1 : index;
}

/** The line between what was before a moment and what came after it. */
function Moment({ atMs }: { readonly atMs: number }) {
  return (
    <p className="log-moment">
      <span className="num">{toPreciseClock(atMs)}</span> the moment you came for
    </p>
  );
}
