import type { ReactNode } from 'react';
import { patchSearch, usePlace } from '../router/location.ts';
import './filter-bar.css';

interface FilterBarProps {
  /** What the filters are called in the address. */
  readonly names: readonly string[];
  readonly children: ReactNode;
}

/** The filters of a list, and the way to be rid of them. All of them are in the address. */
export function FilterBar({ names, children }: FilterBarProps) {
  const { search } = usePlace();
  return (
    <div className="filter-bar">
      {children}
      {names.some((name) => search.has(name)) && (
        <button
          type="button"
          className="text-link filter-clear"
          onClick={() => patchSearch(Object.fromEntries(names.map((name) => [name, null])))}
        >
          Clear filters
        </button>
      )}
    </div>
  );
}
