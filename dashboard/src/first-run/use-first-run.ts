import { useQuery } from '@tanstack/react-query';
import type { DaemonStatus } from '../../../schemas/stats.ts';
import { daemonStatusQuery } from '../api/queries.ts';
import { arrivals } from '../feed/arrivals.ts';
import { useProject } from '../router/project.ts';
import { useStore } from '../store.ts';

/** Whether nothing has ever been stored, as far as the daemon can tell. Not asked again once there is something. */
export function useIsFirstRun(): boolean {
  const hasArrived = useStore(arrivals).length > 0;
  const { data } = useQuery({
    ...daemonStatusQuery,
    enabled: ({ state }) => state.data === undefined || isEmpty(state.data),
  });
  // Who looks at one project has one.
  return useProject() === null && !hasArrived && data !== undefined && isEmpty(data);
}

/** Projects outlive what was stored of them: where there is one, somebody knows how to send. */
function isEmpty({ database: { errors, events, requests, logs, projects } }: DaemonStatus): boolean {
  return errors + events + requests + logs + projects === 0;
}
