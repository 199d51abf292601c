import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ErrorGroupList } from '../../../schemas/error-group.ts';
import type { LogList } from '../../../schemas/log.ts';
import type { DaemonStatus, Stats } from '../../../schemas/stats.ts';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { useDaemonStatus } from '../api/queries.ts';
import { reloadAll } from '../feed/apply.ts';
import { clearArrivals } from '../feed/arrivals.ts';

/** What is cleared: of one project or, when that is null, of all; everything or only logs. */
export interface Clearing {
  readonly projectId: string | null;
  readonly kind: 'everything' | 'logs';
}

/** How much there is of each kind. */
export type Counts = Pick<DaemonStatus['database'], 'errors' | 'events' | 'requests' | 'logs'>;

/** What a project holds, or all of them; undefined while it is being read. */
export function useCounts(projectId: string | null): Counts | undefined {
  const { data: status } = useDaemonStatus();
  const { data: ofProject } = useQuery({
    queryKey: queryKeys.projectCounts(projectId ?? ''),
    queryFn: ({ signal }) => readCounts(projectId ?? '', signal),
    enabled: projectId !== null,
  });
  return projectId === null ? status?.database : ofProject;
}

async function readCounts(projectId: string, signal: AbortSignal): Promise<Counts> {
  const parameters = { projectId, pageSize: 1 };
  const [errors, stats, logs] = await Promise.all([
    callApi<ErrorGroupList>('/api/errors', { parameters, signal }),
    // Without a time range they are of all time.
    callApi<Stats>('/api/stats', { parameters: { projectId }, signal }),
    callApi<LogList>('/api/logs', { parameters, signal }),
  ]);
  const events = Object.values(stats.errorsByType).reduce((sum, count) => sum + count, 0);
  return { errors: errors.total, events, requests: stats.totalRequests, logs: logs.total };
}

export interface Clear {
  readonly isRunning: boolean;
  /** Why the last attempt cleared nothing. */
  readonly fault: string | null;
  /** Resolves with whether it is done. */
  readonly run: (clearing: Clearing) => Promise<boolean>;
}

/** Deletes for good. Everything on screen is read anew afterwards. */
export function useClear(): Clear {
  const [isRunning, setIsRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  return {
    isRunning,
    fault,
    async run({ projectId, kind }) {
      setIsRunning(true);
      setFault(null);
      try {
        const path = kind === 'logs' ? '/api/logs/clear' : '/api/clear';
        await callApi(path, { method: 'POST', body: projectId === null ? {} : { projectId } });
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setFault(error.message);
        return false;
      } finally {
        setIsRunning(false);
        clearArrivals();
        reloadAll();
      }
    },
  };
}
