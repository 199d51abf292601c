import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';

export interface SourceMapsChange {
  readonly isRunning: boolean;
  /** Why the last attempt changed nothing. */
  readonly fault: string | null;
  /** Resolves with whether these are listed now. */
  readonly set: (places: readonly string[]) => Promise<boolean>;
}

/** Lists places for the source maps of a project, all of them at once. */
export function useSourceMaps(projectId: string): SourceMapsChange {
  const client = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  return {
    isRunning,
    fault,
    async set(sourceMaps) {
      setIsRunning(true);
      setFault(null);
      try {
        const path = `/api/projects/${encodeURIComponent(projectId)}/settings`;
        await callApi(path, { method: 'PATCH', body: { sourceMaps } });
        await client.invalidateQueries({ queryKey: queryKeys.projectGrouping(projectId) });
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setFault(error.message);
        return false;
      } finally {
        setIsRunning(false);
      }
    },
  };
}
