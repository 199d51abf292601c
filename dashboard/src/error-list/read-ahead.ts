import { queryClient } from '../api/query-client.ts';
import { toPageQuery } from '../lists/paged-list.ts';
import { ERRORS } from './error-list.ts';
import { currentErrorFilters } from './filters.ts';

/** Reads the first rows of the list that the address describes, for a page whose code is on its way. */
export function readErrorsAhead(): Promise<void> {
  return queryClient.prefetchQuery(toPageQuery(ERRORS, currentErrorFilters(), 1));
}
