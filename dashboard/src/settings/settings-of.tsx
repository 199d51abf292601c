import type { ReactNode } from 'react';
import type { ProjectSettings } from '../../../schemas/project-settings.ts';
import { useGrouping } from '../api/grouping.ts';
import { ErrorState, Skeleton } from '../ui/states.tsx';

interface SettingsOfProps {
  /** Of the project. */
  readonly name: string;
  readonly children: (settings: ProjectSettings) => ReactNode;
}

/** What is set for a project, once that is known. */
export function SettingsOf({ name, children }: SettingsOfProps) {
  const { data, error, refetch } = useGrouping(name);
  return (
    <div className="setting" data-stacked>
      {data === undefined && error === null && <Skeleton height="4rem" />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && children(data)}
    </div>
  );
}
