import { useCallback, useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { type Cursor, useCursor } from '../lists/use-cursor.ts';
import type { ErrorList } from './error-list.ts';

export interface Selection {
  readonly cursor: Cursor;
  readonly selectedIds: ReadonlyMap<string, ErrorGroup>;
  /** What an action is about: the selected groups, else the one under the cursor. */
  readonly targets: readonly ErrorGroup[];
  readonly toggle: (group: ErrorGroup) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, ErrorGroup> = new Map();

/** Where the keys are in a list, and what is selected of it, be it in view or not. */
export function useSelection(list: ErrorList): Selection {
  const cursor = useCursor(list);
  const [selectedIds, setSelectedIds] = useState(NONE);
  const pointed = list.at(cursor.index);
  const selected = [...selectedIds.values()].map((group) => list.at(list.indexOf(group.id)) ?? group);
  return {
    cursor,
    selectedIds,
    targets: selected.length > 0 ? selected : pointed === undefined ? [] : [pointed],
    toggle: useCallback((group) => setSelectedIds((before) => toToggled(before, group)), []),
    selectAll: () => setSelectedIds(new Map(list.loaded.map((group) => [group.id, group]))),
    clear: () => setSelectedIds(NONE),
  };
}

function toToggled(selected: ReadonlyMap<string, ErrorGroup>, group: ErrorGroup): ReadonlyMap<string, ErrorGroup> {
  const next = new Map(selected);
  if (!next.delete(group.id)) next.set(group.id, group);
  return next;
}
