import { currentPlace, toHref } from '../router/location.ts';
import { openMemory } from '../router/memory.ts';

/** Where a log was left: the first entry in view, and how much of it was out of view already. */
export interface Spot {
  readonly id: string;
  readonly atMs: number;
  readonly offsetPx: number;
}

const spots = openMemory<Spot>();

/** Where the log at this address was left; null when it was left at its end, or has not been seen. */
export function findSpot(): Spot | null {
  return spots.get(toAddress()) ?? null;
}

/** Notes where the log at this address is read; null for its end. */
export function noteSpot(spot: Spot | null): void {
  spots.set(toAddress(), spot);
}

function toAddress(): string {
  const { path, search } = currentPlace();
  return toHref(path, search);
}
