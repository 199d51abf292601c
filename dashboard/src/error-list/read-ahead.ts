import { queryClient } from '../api/query-client.ts';
import { toPageQuery } from '../lists/paged-list.ts';
import { ERRORS } from './error-list.ts';
import { currentErrorFilters } from './filters.ts';

/** Reads the first rows of the list that the address describes, for a page whose code is on its way. Rejects where they cannot be read. */
export async function readErrorsAhead(): Promise<void> {
  await queryClient.query(toPageQuery(ERRORS, currentErrorFilters(), 1));
}
