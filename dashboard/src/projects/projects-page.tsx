import { useProjects } from '../api/queries.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Page } from '../ui/page.tsx';
import '../ui/record-list.css';
import { RelativeTime } from '../ui/relative-time.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';

/** The projects that have sent something. */
export function ProjectsPage() {
  const { data, error, refetch } = useProjects();
  return (
    <Page title="Projects">
      <div className="card record-list">
        {data === undefined && error === null && <SkeletonRows count={4} height={40} />}
        {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.projects.length === 0 && (
          <EmptyState icon="projects" title="No projects yet">
            A project appears as soon as an event, request or log names it as its projectId.
          </EmptyState>
        )}
        <ul>
          {data?.projects.map(({ id, name, createdAt }) => (
            <li key={id} className="record">
              <span />
              <Link to={toPage('/', { project: name })} className="record-main text-link">
                {toVisible(name)}
              </Link>
              <span />
              <span className="record-side">
                first seen <RelativeTime at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}
