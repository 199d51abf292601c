import type { EventRecord } from '../../../schemas/event.ts';
import type { RequestSummary } from '../../../schemas/request.ts';
import { useRequests } from '../api/queries.ts';
import { ITEMS_MAX } from '../correlation/use-correlated-errors.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { toOneLine } from '../ui/hostile-text.ts';

/** The one request with the event's correlation id that failed; nothing where none or several did. */
export function FailedRequest({ event }: { readonly event: EventRecord }) {
  const { correlationId } = event;
  // As the timeline asks, so that it is asked once.
  const { data, isPlaceholderData } = useRequests(
    { correlationId: correlationId ?? '', pageSize: ITEMS_MAX },
    { enabled: correlationId !== undefined },
  );
  if (correlationId === undefined || data === undefined || isPlaceholderData) return null;
  const request = toFailed(data.requests, event.eventId);
  if (request === undefined) return null;
  return (
    <p>
      The request that failed:{' '}
      <Link to={toPage(`/requests/${encodeURIComponent(request.id)}`)} className="text-link">
        {toOneLine(`${request.method} ${request.url}`, 120)} → {request.statusCode}
      </Link>
    </p>
  );
}

const FAILED_STATUS_MIN = 400;

function toFailed(requests: readonly RequestSummary[], eventId: string): RequestSummary | undefined {
  const failed = requests.filter(({ statusCode }) => (statusCode ?? 0) >= FAILED_STATUS_MIN);
  return failed.find(({ errorEventId }) => errorEventId === eventId) ?? (failed.length === 1 ? failed[0] : undefined);
}
