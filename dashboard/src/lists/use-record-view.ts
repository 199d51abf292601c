import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Shortcut, useShortcuts } from '../keyboard/shortcuts.ts';
import type { Cursor } from './use-cursor.ts';
import { type ListState, type NewRows, useNewRows } from './use-new-rows.ts';
import type { VirtualListHandle } from './virtual-list.tsx';

interface RecordViewOptions extends Omit<ListState, 'isBeingRead'> {
  readonly cursor: Cursor;
  /** Somebody is at work in the list, besides looking at it: nothing in it may move. */
  readonly isHeld: boolean;
}

/** How a long list is looked at: where the keys are in it, what waits above it, and the way to scroll it. */
export interface RecordView {
  readonly cursor: Cursor;
  readonly newRows: NewRows;
  readonly handle: RefObject<VirtualListHandle | null>;
  /** The pointer has come over the rows or left them. */
  readonly onPointed: (isPointedAt: boolean) => void;
}

/** Follows the feed for a list, which moves only while nobody reads it. With other filters the cursor is nowhere. */
export function useRecordView({ cursor, isHeld, ...state }: RecordViewOptions): RecordView {
  const handle = useRef<VirtualListHandle>(null);
  const [isPointedAt, onPointed] = useState(false);
  const newRows = useNewRows({
    ...state,
    isBeingRead: () => isPointedAt || isHeld || handle.current?.isAtTop() === false,
  });
  const { filters } = state;
  const lastFilters = useRef(filters);
  useEffect(() => {
    if (lastFilters.current !== filters) cursor.point(null);
    lastFilters.current = filters;
  }, [filters, cursor]);
  return { cursor, newRows, handle, onPointed };
}

interface RecordKeys {
  /** The heading of the keys in the help dialog. */
  readonly group: string;
  readonly view: RecordView;
  readonly searchField: RefObject<HTMLInputElement | null>;
  /** Opens the row under the cursor, if there is one. */
  readonly open: () => void;
  /** What else the list has keys for. */
  readonly more: readonly Omit<Shortcut, 'group'>[];
}

/** The keys of a long list: through its rows, to its ends, into one of them, and to its search. */
export function useRecordKeys({ group, view, searchField, open, more }: RecordKeys): void {
  const { cursor, handle } = view;
  const step = (by: number): void => {
    const index = cursor.move(by, handle.current?.firstInView() ?? 0);
    if (index !== null) handle.current?.reveal(index);
  };
  const keys: readonly Omit<Shortcut, 'group'>[] = [
    { keys: 'j', label: 'Next', run: () => step(1) },
    { keys: 'ArrowDown', label: 'Next', run: () => step(1) },
    { keys: 'k', label: 'Previous', run: () => step(-1) },
    { keys: 'ArrowUp', label: 'Previous', run: () => step(-1) },
    { keys: 'Home', label: 'To the first', run: () => handle.current?.toTop() },
    { keys: 'End', label: 'To the last', run: () => handle.current?.toEnd() },
    { keys: 'Enter', label: 'Open', run: open },
    ...more,
    { keys: '/', label: 'Search', run: () => searchField.current?.focus() },
  ];
  useShortcuts(keys.map((shortcut) => ({ ...shortcut, group })));
}
