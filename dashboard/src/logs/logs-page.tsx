import { useLogs } from '../api/queries.ts';
import { useProject } from '../router/project.ts';
import { toOneLine } from '../ui/hostile-text.ts';
import { Page } from '../ui/page.tsx';
import '../ui/record-list.css';
import { RelativeTime } from '../ui/relative-time.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';

/** The newest log entries. */
export function LogsPage() {
  const { data, error, refetch } = useLogs({ projectId: useProject(), pageSize: 100 });
  return (
    <Page title="Logs">
      <div className="card record-list">
        {data === undefined && error === null && <SkeletonRows count={10} height={40} />}
        {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.logs.length === 0 && (
          <EmptyState icon="logs" title="No logs yet">
            Entries sent to POST /api/logs show up here.
          </EmptyState>
        )}
        <ul>
          {data?.logs.map((log) => (
            <li key={log.id} className="record">
              <span className="record-side">{log.level}</span>
              <span className="record-main mono">{toOneLine(log.message)}</span>
              <span className="record-side">{log.projectId}</span>
              <span className="record-side">
                <RelativeTime at={log.timestamp} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}
