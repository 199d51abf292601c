import { useLatest } from '../api/queries.ts';
import { arrivals } from '../feed/arrivals.ts';
import { useProject } from '../router/project.ts';
import { useStore } from '../store.ts';

/** Whether nothing is stored of the chosen project, or of any; false as long as that is not known. */
export function useIsFirstRun(isAsked: boolean): boolean {
  const hasArrived = useStore(arrivals).length > 0;
  const latest = useLatest(useProject(), { enabled: isAsked });
  // What is still shown of another project says nothing about this one.
  const isEmpty = latest.every(({ data, isPlaceholderData }) => data?.total === 0 && !isPlaceholderData);
  return isAsked && !hasArrived && isEmpty;
}
