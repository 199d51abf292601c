import { useProjects } from '../api/queries.ts';
import { chooseProject, useProject } from '../router/project.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { ChoiceMenu } from '../ui/menu.tsx';

/** No project has an empty name. */
const ALL = '';

/** Which project is looked at. */
export function ProjectMenu() {
  const project = useProject();
  const { data } = useProjects();
  const names = (data?.projects ?? []).map(({ name }) => name).sort((a, b) => a.localeCompare(b));
  // A project in the address that nobody has sent to yet is still what is looked at.
  if (project !== null && !names.includes(project)) names.push(project);
  return (
    <ChoiceMenu
      label="Project"
      value={project ?? ALL}
      options={[
        { value: ALL, label: 'All projects' },
        ...names.map((name) => ({ value: name, label: toVisible(name) })),
      ]}
      onChange={(name) => chooseProject(name === ALL ? null : name)}
      trigger={
        <button type="button" className="project-button">
          <Icon name="projects" />
          <span className="project-name">{project === null ? 'All projects' : toVisible(project)}</span>
          <Icon name="chevronDown" />
        </button>
      }
    />
  );
}
