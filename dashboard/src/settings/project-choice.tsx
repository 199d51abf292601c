import { useId, useState } from 'react';
import { useProjects } from '../api/queries.ts';
import { useProject } from '../router/project.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Setting } from './section.tsx';

interface ProjectChoiceProps {
  /** What is set for it, of many. */
  readonly what: string;
  readonly children: (name: string) => React.ReactNode;
}

/** Settings of one project at a time: the one that is looked at, until another is chosen. */
export function ProjectChoice({ what, children }: ProjectChoiceProps) {
  const id = useId();
  const looked = useProject();
  const { data } = useProjects();
  const [chosen, setChosen] = useState<string | null>(null);
  const names = (data?.projects ?? []).map(({ name }) => name).sort((a, b) => a.localeCompare(b));
  const name = [chosen, looked].find((one) => one !== null && names.includes(one)) ?? names[0];
  return (
    <>
      <Setting
        title="Project"
        text={name === undefined ? 'No project has sent anything yet.' : `Whose ${what} these settings are.`}
      >
        {name !== undefined && (
          <>
            <label htmlFor={id} className="visually-hidden">
              {`Project whose ${what} ${what.endsWith('s') ? 'are' : 'is'} shown`}
            </label>
            <select
              id={id}
              className="field limits-project"
              value={name}
              onChange={({ target }) => setChosen(target.value)}
            >
              {names.map((one) => (
                <option key={one} value={one}>
                  {toVisible(one)}
                </option>
              ))}
            </select>
          </>
        )}
      </Setting>
      {name !== undefined && children(name)}
    </>
  );
}
