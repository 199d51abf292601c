import { useCallback, useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { ErrorList } from './error-list.ts';

export interface Selection {
  /** The row that the keys are about; null before the first of them. */
  readonly cursorId: string | null;
  readonly selectedIds: ReadonlyMap<string, ErrorGroup>;
  /** What an action is about: the selected groups, else the one under the cursor. */
  readonly targets: readonly ErrorGroup[];
  /** Moves the cursor, at first to the row given, and gives the index it is at now; null in an empty list. */
  readonly move: (step: number, first: number) => number | null;
  readonly point: (id: string | null) => void;
  readonly toggle: (group: ErrorGroup) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, ErrorGroup> = new Map();

/** Where the keys are in a list, and what is selected of it, be it in view or not. */
export function useSelection(list: ErrorList): Selection {
  const [cursorId, setCursorId] = useState<string | null>(null);
  const [selectedIds, setSelectedIds] = useState(NONE);
  const at = cursorId === null ? -1 : list.indexOf(cursorId);
  const pointed = list.at(at);
  const selected = [...selectedIds.values()].map((group) => list.at(list.indexOf(group.id)) ?? group);
  return {
    cursorId,
    selectedIds,
    targets: selected.length > 0 ? selected : pointed === undefined ? [] : [pointed],
    move(step, first) {
      if (list.total === 0) return null;
      const index = at === -1 ? first : Math.max(0, Math.min(list.total - 1, at + step));
      const group = list.at(index);
      // A row that is not read yet is brought into view; the cursor follows once it is there.
      if (group !== undefined) setCursorId(group.id);
      return index;
    },
    point: setCursorId,
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
