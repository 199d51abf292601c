import { useRequests } from '../api/queries.ts';
import { useProject } from '../router/project.ts';
import { toDuration } from '../ui/format.ts';
import { toOneLine, toVisible } from '../ui/hostile-text.ts';
import { Page } from '../ui/page.tsx';
import '../ui/record-list.css';
import { RelativeTime } from '../ui/relative-time.tsx';
import { toRequestTone } from '../ui/request-tone.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';

/** The newest request records. */
export function RequestsPage() {
  const { data, error, refetch } = useRequests({ projectId: useProject(), pageSize: 100 });
  return (
    <Page title="Requests">
      <div className="card record-list">
        {data === undefined && error === null && <SkeletonRows count={10} height={40} />}
        {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.requests.length === 0 && (
          <EmptyState icon="requests" title="No requests yet">
            Records sent to POST /api/events/request show up here.
          </EmptyState>
        )}
        <ul>
          {data?.requests.map((request) => (
            <li key={request.id} className="record">
              <span className="mono">{toVisible(request.method)}</span>
              <span className="record-main mono">{toOneLine(request.url)}</span>
              <RequestOutcome statusCode={request.statusCode} />
              <span className="record-side num">
                {request.duration !== undefined && `${toDuration(request.duration)} · `}
                <RelativeTime at={request.timestamp} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  );
}

function RequestOutcome({ statusCode }: { readonly statusCode: number | undefined }) {
  if (statusCode === undefined) return <span className="badge">pending</span>;
  return (
    <span className="badge num" data-tone={toRequestTone(statusCode)}>
      {statusCode}
    </span>
  );
}
