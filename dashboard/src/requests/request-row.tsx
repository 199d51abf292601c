import type { RequestSummary } from '../../../schemas/request.ts';
import { RecordRow } from '../lists/record-row.tsx';
import { Link } from '../router/link.tsx';
import { currentPlace, toHref } from '../router/location.ts';
import { toPage } from '../router/project.ts';
import { toHeadline, toOneLine, toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Duration, StatusCode, UrlText } from './request-words.tsx';
import { useRequestErrors } from './use-request-errors.ts';
import './request-row.css';

interface RequestRowProps {
  readonly request: RequestSummary;
  readonly isCursor: boolean;
  readonly isFresh: boolean;
  readonly onFocus: (id: string) => void;
}

/** The address of a request, with the filters of the list that it is read from. */
export function toRequestHref(id: string): string {
  return toHref(`/requests/${encodeURIComponent(id)}`, currentPlace().search);
}

/** One request in the list. */
export function RequestRow({ request, isCursor, isFresh, onFocus }: RequestRowProps) {
  const { id, method, url, statusCode, duration, timestamp, projectId } = request;
  return (
    <RecordRow className="request-row" isCursor={isCursor} isFresh={isFresh}>
      <Link to={toRequestHref(id)} className="request-link" onFocus={() => onFocus(id)}>
        <span className="request-status">
          <StatusCode statusCode={statusCode} />
        </span>
        <span className="request-method mono">{toOneLine(method, 12)}</span>
        <span className="request-url mono" title={toOneLine(url, 2000)}>
          <UrlText url={url} />
        </span>
        <span className="request-project">{projectId !== undefined && toVisible(projectId)}</span>
        <Duration durationMs={duration} />
        <span className="request-time">
          <RelativeTime at={timestamp} />
        </span>
      </Link>
      <ErrorLink request={request} />
    </RecordRow>
  );
}

function ErrorLink({ request }: { readonly request: RequestSummary }) {
  const errors = useRequestErrors(request);
  if (errors === null) return null;
  const { latest, count } = errors;
  const more = count > 1 ? ` +${count - 1}` : '';
  return (
    <Link
      to={toPage(`/errors/${encodeURIComponent(latest.id)}`)}
      className="request-error"
      title={`${toOneLine(latest.type)}: ${toHeadline(latest.message)}`}
    >
      <Icon name="errors" />
      <span className="visually-hidden">Error: {toHeadline(latest.message, 120)}, </span>
      <span className="request-error-type">{toOneLine(latest.type, 60)}</span>
      {more}
    </Link>
  );
}
