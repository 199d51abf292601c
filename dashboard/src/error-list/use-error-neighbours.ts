import { useState } from 'react';
import { findPlace, type Neighbours, useNeighbours } from '../lists/neighbours.ts';
import { ERRORS } from './error-list.ts';
import { useErrorFilters } from './filters.ts';

export interface ErrorNeighbours extends Neighbours {
  /** Whether the list has been looked at in this tab: somebody works their way through it. */
  readonly isFromList: boolean;
}

/** The neighbours of an error in the list that the address describes; on its first page, where the list was not read. */
export function useErrorNeighbours(id: string): ErrorNeighbours {
  const filters = useErrorFilters();
  const [known, setKnown] = useState<{ readonly id: string; readonly place: number | null } | null>(null);
  const isLookedUp = known?.id === id;
  if (!isLookedUp) setKnown({ id, place: findPlace(ERRORS, filters, id) });
  const place = isLookedUp ? known.place : null;
  const neighbours = useNeighbours(ERRORS, filters, { id, place: place ?? 0 });
  return { ...neighbours, isFromList: place !== null };
}
