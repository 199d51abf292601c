import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectSettings, ProjectSettingsChange } from '../../../schemas/project-settings.ts';
import type { Outcomes } from '../../../schemas/stats.ts';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';

export interface ProjectLimits {
  readonly settings: ProjectSettings;
  /** Items that were refused since the daemon started. */
  readonly refusedCount: number;
  /** When that was. */
  readonly since: string;
}

/** The settings of a project, what it has used of its limits, and what was refused. */
export function useLimits(projectId: string) {
  return useQuery({
    queryKey: queryKeys.projectLimits(projectId),
    queryFn: ({ signal }) => readLimits(projectId, signal),
    // What is used changes with every record, and a minute is soon over.
    staleTime: 5_000,
  });
}

async function readLimits(projectId: string, signal: AbortSignal): Promise<ProjectLimits> {
  const [settings, { total, since }] = await Promise.all([
    callApi<ProjectSettings>(toPath(projectId), { signal }),
    callApi<Outcomes>('/api/outcomes', { parameters: { projectId }, signal }),
  ]);
  return { settings, refusedCount: total.rejected.rate_limited ?? 0, since };
}

function toPath(projectId: string): string {
  return `/api/projects/${encodeURIComponent(projectId)}/settings`;
}

export interface LimitsChange {
  readonly isRunning: boolean;
  /** Why the last attempt changed nothing. */
  readonly fault: string | null;
  /** Resolves with whether it is done. */
  readonly run: (change: ProjectSettingsChange) => Promise<boolean>;
}

/** Changes settings of a project. */
export function useLimitsChange(projectId: string): LimitsChange {
  const client = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  return {
    isRunning,
    fault,
    async run(change) {
      setIsRunning(true);
      setFault(null);
      try {
        await callApi(toPath(projectId), { method: 'PATCH', body: change });
        await client.invalidateQueries({ queryKey: queryKeys.projectLimits(projectId) });
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
