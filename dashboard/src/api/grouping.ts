import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GroupingPreview } from '../../../schemas/grouping.ts';
import type { ProjectSettings } from '../../../schemas/project-settings.ts';
import { ApiError, callApi } from './client.ts';
import { queryKeys } from './keys.ts';

const REGROUP_LOOK_MS = 1000;

const toPath = (projectId: string): string => `/api/projects/${encodeURIComponent(projectId)}`;

/** How a project is grouped; looked at again while what is stored is grouped anew. */
export function useGrouping(projectId: string) {
  return useQuery({
    queryKey: queryKeys.projectGrouping(projectId),
    queryFn: ({ signal }) => callApi<ProjectSettings>(`${toPath(projectId)}/settings`, { signal }),
    refetchInterval: ({ state }) => (isRegrouping(state.data) ? REGROUP_LOOK_MS : false),
  });
}

export function isRegrouping(settings: ProjectSettings | undefined): boolean {
  return settings?.regroup != null && settings.regroup.finishedAt === undefined;
}

export interface PreviewOf {
  readonly projectId: string;
  readonly version: number;
  /** Only what concerns this error group. */
  readonly errorId?: string;
}

/** What another version would make of what is stored. Nothing is asked while it is null. */
export function usePreview(of: PreviewOf | null) {
  const { projectId, version, errorId } = of ?? { projectId: '', version: 1 };
  return useQuery({
    queryKey: queryKeys.groupingPreview(projectId, version, errorId ?? ''),
    queryFn: ({ signal }) =>
      callApi<GroupingPreview>(`${toPath(projectId)}/grouping/preview`, {
        parameters: { version: String(version), ...(errorId !== undefined && { errorId }) },
        signal,
      }),
    enabled: of !== null,
    // Of many groups it takes seconds; who wants it anew asks for it.
    staleTime: 60_000,
    retry: false,
  });
}

export interface GroupingChange {
  readonly isRunning: boolean;
  /** Why the last attempt changed nothing. */
  readonly fault: string | null;
  /** Resolves with whether the version is chosen. */
  readonly run: (version: number) => Promise<boolean>;
}

/** Chooses the version of a project; what is stored is grouped anew in the background. */
export function useGroupingChange(projectId: string): GroupingChange {
  const client = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  return {
    isRunning,
    fault,
    async run(version) {
      setIsRunning(true);
      setFault(null);
      try {
        await callApi(`${toPath(projectId)}/settings`, { method: 'PATCH', body: { grouping: version } });
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
