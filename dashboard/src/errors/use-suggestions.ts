import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Suggestions } from '../../../schemas/error-group.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';

const NONE: Suggestions = { from: 0, suggestions: [] };

/** What the text before the cursor may go on with; nothing while it is null. */
export function useSuggestions(projectId: string | null, text: string | null): Suggestions {
  const parameters = { projectId, query: text };
  const { data } = useQuery({
    queryKey: queryKeys.suggestions(parameters),
    queryFn: ({ signal }) => callApi<Suggestions>('/api/errors/suggestions', { parameters, signal }),
    enabled: text !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return text === null || data === undefined ? NONE : data;
}
