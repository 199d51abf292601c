import { useState } from 'react';
import type { Project } from '../../../schemas/stats.ts';
import { useProjects } from '../api/queries.ts';
import { chooseProject, useProject } from '../router/project.ts';
import { Button } from '../ui/button.tsx';
import { toAmount, toCount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';
import { ProjectRow } from './project-row.tsx';
import './projects.css';
import { useProjectSummaries } from './use-project-summaries.ts';

/** Each row costs some calls; the others are found by their name. */
const SHOWN_MAX = 40;
/** From so many on, looking for a name is worth a field. */
const SEARCHED_MIN = 8;

/** Every project that has sent something, and how it is. Choosing one narrows everything to it. */
export function ProjectsPage() {
  const { data, error, refetch } = useProjects();
  const chosen = useProject();
  return (
    <Page
      title="Projects"
      aside={chosen !== null && <Button onClick={() => chooseProject(null)}>Show all projects</Button>}
    >
      {data === undefined ? (
        <div className="card">
          {error === null ? (
            <SkeletonRows count={4} height={60} />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )}
        </div>
      ) : (
        <ProjectTable projects={data.projects} chosen={chosen} />
      )}
    </Page>
  );
}

interface ProjectTableProps {
  readonly projects: readonly Project[];
  readonly chosen: string | null;
}

function ProjectTable({ projects, chosen }: ProjectTableProps) {
  const [text, setText] = useState('');
  const found = projects
    .filter(({ name }) => toVisible(name).toLowerCase().includes(text.trim().toLowerCase()))
    .sort((a, b) => a.name.localeCompare(b.name));
  const shown = found.slice(0, SHOWN_MAX);
  const summaries = useProjectSummaries(shown.map(({ name }) => name));
  const errorsMax = Math.max(
    0,
    ...summaries.map((summary) => (summary === null || summary === 'failed' ? 0 : summary.stats.errorsLast24h)),
  );
  return (
    <>
      {projects.length >= SEARCHED_MIN && (
        <input
          type="search"
          className="field project-search"
          aria-label="Search projects"
          placeholder="Search projects"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <div className="card projects">
        {shown.length === 0 ? (
          <NoProjects hasOthers={projects.length > 0} />
        ) : (
          <>
            <div className="project-head" aria-hidden="true">
              <span>Project</span>
              <span>Health</span>
              <span>Errors, last 24 h</span>
              <span className="project-trend" />
              <span className="project-count">Open</span>
              <span className="project-count">Requests</span>
              <span className="project-count">Logs</span>
              <span className="project-last">Last seen</span>
            </div>
            <ul aria-label="Projects">
              {shown.map((project, index) => (
                <ProjectRow
                  key={project.id}
                  project={project}
                  summary={summaries[index] ?? null}
                  errorsMax={errorsMax}
                  isChosen={project.name === chosen}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      {found.length > shown.length && (
        <p className="project-more">
          {toCount(shown.length)} of {toAmount(found.length, 'project')}. Search for the others by their names.
        </p>
      )}
    </>
  );
}

function NoProjects({ hasOthers }: { readonly hasOthers: boolean }) {
  if (hasOthers) return <EmptyState icon="search" title="No project is called that" />;
  return (
    <EmptyState icon="projects" title="No projects yet">
      A project appears as soon as an event, request or log names it as its projectId.
    </EmptyState>
  );
}
