import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { ErrorList } from '../error-list/error-list.ts';
import { ROWS_BETWEEN_MAX } from '../lists/paged-list.ts';
import { type Cursor, useCursor } from '../lists/use-cursor.ts';
import { toAmount } from '../ui/format.ts';
import { showToast } from '../ui/toasts.ts';

export interface Selection {
  readonly cursor: Cursor;
  readonly selectedIds: ReadonlyMap<string, ErrorGroup>;
  /** Everything that the filters leave is selected, be it read or not. */
  readonly isAll: boolean;
  /** How many are selected. */
  readonly count: number;
  /** What an action is about, unless it is about all: the selected groups, else the one under the cursor. */
  readonly targets: readonly ErrorGroup[];
  /** Selects or leaves one; with `isRange` selects everything between the last one that was chosen and it. */
  readonly toggle: (group: ErrorGroup, isRange: boolean) => void;
  /** Selects what is between the last one that was chosen and a row. */
  readonly selectTo: (index: number) => void;
  readonly selectLoaded: () => void;
  readonly selectAll: () => void;
  /** Selects what was selected before. */
  readonly restore: (groups: readonly ErrorGroup[]) => void;
  readonly clear: () => void;
}

interface Chosen {
  readonly ids: ReadonlyMap<string, ErrorGroup>;
  readonly isAll: boolean;
}

const NONE: Chosen = { ids: new Map(), isAll: false };

/** Where a range begins; the index is of when it was chosen. */
interface Anchor {
  readonly id: string;
  readonly index: number;
}

/** Where the keys are in a list, and what is selected of it, be it in view or not. */
export function useSelection(list: ErrorList, firstId: string | null): Selection {
  const cursor = useCursor(list, firstId);
  const [chosen, setChosen] = useState(NONE);
  const anchor = useRef<Anchor | null>(null);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  const pointed = list.at(cursor.index);
  const selected = [...chosen.ids.values()].map((group) => list.at(list.indexOf(group.id)) ?? group);

  const selectTo = useCallback((index: number) => {
    const now = latest.current;
    const row = now.at(index);
    if (row === undefined) return;
    const from = anchor.current === null ? index : toIndex(anchor.current, now);
    anchor.current ??= { id: row.id, index };
    const [first, last] = [Math.min(from, index), Math.max(from, index)];
    if (last - first >= ROWS_BETWEEN_MAX) {
      const text = `No more than ${toAmount(ROWS_BETWEEN_MAX, 'error')} are selected as a range; select all that match instead.`;
      showToast({ key: 'range', tone: 'bad', text });
      return;
    }
    now.readBetween(first, last).then(
      (rows) => setChosen((before) => ({ ids: toJoined(before.ids, rows), isAll: false })),
      () => showToast({ key: 'range', tone: 'bad', text: 'What is between the two could not be read.' }),
    );
  }, []);

  const toggle = useCallback(
    (group: ErrorGroup, isRange: boolean) => {
      const index = latest.current.indexOf(group.id);
      if (isRange && anchor.current !== null) selectTo(index);
      else {
        anchor.current = { id: group.id, index };
        const { loaded } = latest.current;
        setChosen((before) => ({ ids: toToggled(before.isAll ? toIds(loaded) : before.ids, group), isAll: false }));
      }
    },
    [selectTo],
  );

  return {
    cursor,
    selectedIds: chosen.ids,
    isAll: chosen.isAll,
    count: chosen.isAll ? list.total : chosen.ids.size,
    targets: selected.length > 0 ? selected : pointed === undefined ? [] : [pointed],
    toggle,
    selectTo,
    selectLoaded: () => setChosen({ ids: toIds(list.loaded), isAll: false }),
    selectAll: () => setChosen({ ids: toIds(list.loaded), isAll: true }),
    restore: (groups) => setChosen({ ids: toIds(groups), isAll: false }),
    clear: () => {
      anchor.current = null;
      setChosen(NONE);
    },
  };
}

function toIndex({ id, index }: Anchor, list: ErrorList): number {
  const now = list.indexOf(id);
  return now === -1 ? index : now;
}

function toIds(groups: readonly ErrorGroup[]): ReadonlyMap<string, ErrorGroup> {
  return new Map(groups.map((group) => [group.id, group]));
}

function toJoined(
  selected: ReadonlyMap<string, ErrorGroup>,
  groups: readonly ErrorGroup[],
): ReadonlyMap<string, ErrorGroup> {
  return new Map([...selected, ...toIds(groups)]);
}

function toToggled(selected: ReadonlyMap<string, ErrorGroup>, group: ErrorGroup): ReadonlyMap<string, ErrorGroup> {
  const next = new Map(selected);
  if (!next.delete(group.id)) next.set(group.id, group);
  return next;
}
