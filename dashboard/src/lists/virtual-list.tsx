import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { openMemory } from '../router/memory.ts';
import { useRowHeight } from '../ui/density.ts';
import './virtual-list.css';

export interface VirtualListHandle {
  /** Brings a row into view, moving as little as it takes. */
  reveal(index: number): void;
  toTop(): void;
  toEnd(): void;
  isAtTop(): boolean;
  /** The index of the topmost row that is in view. */
  firstInView(): number;
}

interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  /** Of a row, in pixels, when there is room; the chosen density may make it less. */
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string;
  readonly renderRow: (index: number) => ReactNode;
  /** These rows are in view, or nearly. */
  readonly onRange?: (first: number, last: number) => void;
  /** What scrolls with the rows, under the last one. */
  readonly footer?: ReactNode;
  /** Under this name the list comes back to where it was left. */
  readonly memory?: string;
  readonly ref?: Ref<VirtualListHandle>;
}

const ROWS_AHEAD = 12;
const offsets = openMemory<number>();

/** A list of any length with only what is in view in the document. It scrolls by itself and fills its parent. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, keyOf, renderRow, onRange, footer, memory, ref } = props;
  const rowHeight = useRowHeight(props.rowHeight);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: ROWS_AHEAD,
    getItemKey: keyOf,
    initialOffset: memory === undefined ? 0 : (offsets.get(memory) ?? 0),
  });
  useImperativeHandle(ref, () => toHandle(virtualizer, scroller.current, rowHeight), [virtualizer, rowHeight]);
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  const firstIndex = items[0]?.index ?? 0;
  useEffect(() => onRange?.(firstIndex, lastIndex), [firstIndex, lastIndex, onRange]);
  const remember = (): void => {
    if (memory !== undefined && scroller.current !== null) offsets.set(memory, scroller.current.scrollTop);
  };
  return (
    <div ref={scroller} className="virtual-list" onScroll={remember}>
      <ul aria-label={label} className="virtual-rows" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => (
          <li
            key={item.key}
            className="virtual-row"
            aria-setsize={count}
            aria-posinset={item.index + 1}
            style={{ height: item.size, transform: `translateY(${item.start}px)` }}
          >
            {renderRow(item.index)}
          </li>
        ))}
      </ul>
      {footer}
    </div>
  );
}

function toHandle(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  scroller: HTMLDivElement | null,
  rowHeight: number,
): VirtualListHandle {
  return {
    reveal: (index) => {
      if (scroller === null) return;
      // What stands over the end of the list covers as much as this; no number while nothing does.
      const covered = Number.parseFloat(getComputedStyle(scroller).scrollPaddingBottom) || 0;
      const [start, end] = [index * rowHeight, (index + 1) * rowHeight];
      const inView = scroller.clientHeight - covered;
      if (start < scroller.scrollTop) virtualizer.scrollToOffset(start);
      else if (end > scroller.scrollTop + inView) virtualizer.scrollToOffset(end - inView);
    },
    toTop: () => scroller?.scrollTo({ top: 0 }),
    toEnd: () => scroller?.scrollTo({ top: scroller.scrollHeight }),
    isAtTop: () => (scroller?.scrollTop ?? 0) < 4,
    firstInView: () => virtualizer.getVirtualItemForOffset(scroller?.scrollTop ?? 0)?.index ?? 0,
  };
}
