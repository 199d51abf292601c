import { useMemo } from 'react';
import { useReleases } from '../api/queries.ts';
import type { Mark } from '../charts/time-chart.tsx';

/** The first sight of each release of a project, or of all, as charts mark it. */
export function useReleaseMarks(projectId: string | null): readonly Mark[] {
  const { data } = useReleases(projectId);
  return useMemo(
    () => (data?.releases ?? []).map(({ release, firstSeen }) => ({ name: release, atMs: Date.parse(firstSeen) })),
    [data],
  );
}
