import { type MouseEvent, memo, useEffect, useMemo, useRef } from 'react';
import type { LogRecord } from '../../../schemas/log.ts';
import { sliceText } from '../../../src/slice-text.ts';
import { toCount, toExactTime, toPreciseClock } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { toSegments } from './ansi.ts';
import { LogDetail } from './log-detail.tsx';
import { countLines, toPieces, toPreview } from './pieces.ts';
import { StyledText } from './styled-text.tsx';
import './log-row.css';

/** A row shows less than this of a message; the rest is not looked at before somebody opens it or searches. */
const LOOKED_AT_CHARS = 2000;

interface LogRowProps {
  readonly log: LogRecord;
  readonly search: string | null;
  readonly isCursor: boolean;
  readonly isExpanded: boolean;
  /** The one row that the Tab key comes to. */
  readonly isTabStop: boolean;
  readonly showsProject: boolean;
  readonly onToggle: (id: string) => void;
}

/** One entry: a line, and under it all the rest when it is open. */
export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { log, search, isCursor, isExpanded, isTabStop, showsProject, onToggle } = props;
  const row = useRef<HTMLDivElement>(null);
  const isMounting = useRef(true);
  useEffect(() => {
    // A row that only scrolls back into view takes no focus away from where the person has gone meanwhile.
    const isTaken = isMounting.current && document.activeElement !== document.body;
    isMounting.current = false;
    if (!isCursor || isTaken || row.current?.contains(document.activeElement) === true) return;
    row.current?.focus({ preventScroll: true });
  }, [isCursor]);
  const wasExpanded = useRef(isExpanded);
  useEffect(() => {
    if (isExpanded && !wasExpanded.current) showOpened(row.current);
    wasExpanded.current = isExpanded;
  }, [isExpanded]);
  const { level, message, timestamp, source, projectId } = log;
  const atMs = Date.parse(timestamp);
  const pieces = useMemo(() => {
    const segments = toSegments(search === null ? sliceText(message, LOOKED_AT_CHARS) : message);
    return toPieces(toPreview(segments, search), search);
  }, [message, search]);
  const lineCount = useMemo(() => countLines(message), [message]);
  const toggle = (event: MouseEvent): void => {
    onToggle(log.id);
    // With the pointer the row has been pointed at, not the button in it: Space goes on to mean pause.
    if (event.detail > 0) row.current?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={row}
      className="log-row"
      tabIndex={-1}
      data-level={level}
      data-cursor={isCursor || undefined}
      data-open={isExpanded || undefined}
    >
      <button
        type="button"
        className="log-line"
        aria-expanded={isExpanded}
        tabIndex={isTabStop ? 0 : -1}
        onClick={toggle}
      >
        <Icon name={isExpanded ? 'chevronDown' : 'chevronRight'} />
        <time className="log-time num" dateTime={timestamp} title={toExactTime(atMs)}>
          {toPreciseClock(atMs)}
        </time>
        <span className="log-level">{level}</span>
        <span className="log-text">
          {message === '' ? <span className="log-nothing">(no message)</span> : <StyledText pieces={pieces} />}
        </span>
        {lineCount > 1 && <span className="log-lines num">+{toCount(lineCount - 1)} lines</span>}
        <span className="log-from">{showsProject && projectId !== undefined ? toVisible(projectId) : source}</span>
      </button>
      {isExpanded && <LogDetail log={log} search={search} />}
    </div>
  );
});

/** Rows that stay in view above one that was opened. */
const ROWS_ABOVE = 2;

/** Scrolls by as much as shows what has been opened, without taking the row itself out of view. */
function showOpened(row: HTMLElement | null): void {
  const scroller = row?.closest('.log-scroller');
  const line = row?.firstElementChild;
  if (row === null || scroller === null || scroller === undefined || line === null || line === undefined) return;
  const [view, own] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  const room = own.top - view.top - ROWS_ABOVE * line.clientHeight;
  scroller.scrollTop += Math.max(0, Math.min(own.bottom - view.bottom, room));
}
