import { useQuery } from '@tanstack/react-query';
import type { RequestRecord } from '../../../../schemas/request.ts';
import { ApiError } from '../../api/client.ts';
import { toRequestQuery } from '../../api/queries.ts';
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx';
import { useTitleOf } from '../../ui/title.ts';
import '../../ui/detail.css';
import { Timeline } from '../../correlation/timeline.tsx';
import type { CorrelatedError } from '../../correlation/use-correlated-errors.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { useReading } from '../../lists/last-read.ts';
import { Link } from '../../router/link.tsx';
import { goBack, navigate } from '../../router/location.ts';
import { toPage } from '../../router/project.ts';
import { toOneLine } from '../../ui/hostile-text.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { toRequestHref } from '../request-row.tsx';
import './detail.css';
import { ErrorBanner, toErrorHref } from './error-banner.tsx';
import { MessageCard } from './message-card.tsx';
import { ReplayCard } from './replay-card.tsx';
import { RequestFacts } from './request-facts.tsx';
import { copyCurl, RequestHead, toListHref } from './request-head.tsx';
import { useCause } from './use-cause.ts';
import { useRequestNeighbours } from './use-neighbours.ts';

/** One request: what was asked, what came back, and what else happened with it. */
export function RequestDetailPage({ id }: { readonly id: string }) {
  const { data: request, error, refetch } = useQuery(toRequestQuery(id));
  const cause = useCause(request);
  const { newerId, olderId } = useRequestNeighbours(id, request);
  const [newer, older] = [toStep(newerId), toStep(olderId)];
  useReading('requests', id);
  useTitleOf(request === undefined ? null : toOneLine(`${request.method} ${request.url}`, 80));
  useDetailKeys({ request, cause: cause ?? null, newer, older });
  if (request === undefined && error !== null) {
    const isGone = error instanceof ApiError && error.status === 404;
    return (
      <Page title="Request">
        <div className="card">{isGone ? <Gone /> : <ErrorState error={error} onRetry={() => void refetch()} />}</div>
      </Page>
    );
  }
  // The error stands above everything: it is waited for, so that nothing is pushed down while it is being read.
  if (request === undefined || cause === undefined) return <DetailSkeleton />;
  return (
    <article className="detail">
      <RequestHead request={request} newer={newer} older={older} />
      <div className="detail-columns">
        <div className="detail-main">
          {cause !== null && <ErrorBanner error={cause} />}
          <MessageCard
            title="Request"
            headers={request.headers}
            body={request.requestBody}
            isTruncated={request.requestBodyTruncated === true}
          />
          <MessageCard
            title="Response"
            headers={request.responseHeaders}
            body={request.responseBody}
            isTruncated={request.responseBodyTruncated === true}
          />
          <Timeline subject={{ kind: 'request', request }} />
          <ReplayCard request={request} />
        </div>
        <aside className="detail-side" aria-label="About this request">
          <RequestFacts request={request} cause={cause} />
        </aside>
      </div>
    </article>
  );
}

/** The neighbour takes the place of this one, so that the way back leads to the list. */
function toStep(id: string | null): (() => void) | null {
  return id === null ? null : () => navigate(toRequestHref(id), { replace: true });
}

function Gone() {
  return (
    <EmptyState icon="search" title="This request is not here any more">
      It never was, or it was cleared, or it was older than what is kept.{' '}
      <Link to={toPage('/requests')} className="text-link">
        All requests
      </Link>
    </EmptyState>
  );
}

interface DetailKeys {
  readonly request: RequestRecord | undefined;
  readonly cause: CorrelatedError | null;
  readonly newer: (() => void) | null;
  readonly older: (() => void) | null;
}

function useDetailKeys({ request, cause, newer, older }: DetailKeys): void {
  const group = 'This request';
  useShortcuts([
    { keys: 'j', label: 'Older request', group, run: () => older?.() },
    { keys: 'ArrowRight', label: 'Older request', group, run: () => older?.() },
    { keys: 'k', label: 'Newer request', group, run: () => newer?.() },
    { keys: 'ArrowLeft', label: 'Newer request', group, run: () => newer?.() },
    { keys: 'c', label: 'Copy as cURL', group, run: () => request && copyCurl(request) },
    { keys: 'e', label: 'Open its error', group, run: () => cause && navigate(toErrorHref(cause)) },
    { keys: 'Escape', label: 'Back to the list', group, run: () => goBack(toListHref()) },
  ]);
}
