import { useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';

export interface Selection {
  /** The row that the keys are about; null before the first of them. */
  readonly cursorId: string | null;
  readonly selectedIds: ReadonlySet<string>;
  /** What an action is about: the selected groups, else the one under the cursor. */
  readonly targets: readonly ErrorGroup[];
  /** Moves the cursor and gives the index it is at now; null in an empty list. */
  readonly move: (step: number) => number | null;
  readonly point: (id: string | null) => void;
  readonly toggle: (id: string) => void;
  readonly selectAll: () => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Where the keys are in a list, and what is selected of it. */
export function useSelection(groups: readonly ErrorGroup[]): Selection {
  const [cursorId, setCursorId] = useState<string | null>(null);
  const [selectedIds, setSelectedIds] = useState(NONE);
  const selected = groups.filter(({ id }) => selectedIds.has(id));
  return {
    cursorId,
    selectedIds,
    targets: selected.length > 0 ? selected : groups.filter(({ id }) => id === cursorId),
    move(step) {
      const at = groups.findIndex(({ id }) => id === cursorId);
      const index = Math.max(0, Math.min(groups.length - 1, at === -1 ? 0 : at + step));
      const group = groups[index];
      if (group === undefined) return null;
      setCursorId(group.id);
      return index;
    },
    point: setCursorId,
    toggle(id) {
      const next = new Set(selectedIds);
      if (!next.delete(id)) next.add(id);
      setSelectedIds(next);
    },
    selectAll: () => setSelectedIds(new Set(groups.map(({ id }) => id))),
    clear: () => setSelectedIds(NONE),
  };
}
