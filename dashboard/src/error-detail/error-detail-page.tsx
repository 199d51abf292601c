import { useEffect } from 'react';
import type { ErrorGroupDetail } from '../../../schemas/error-group.ts';
import { ApiError } from '../api/client.ts';
import { useErrorDetail, useErrorFacets } from '../api/queries.ts';
import { useMayChange } from '../api/session.ts';
import { toErrorHref, toErrorListHref } from '../error-list/error-list.ts';
import { useErrorNeighbours } from '../error-list/use-error-neighbours.ts';
import { FacetsCard } from '../facets/facets-card.tsx';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import { useReading } from '../lists/last-read.ts';
import type { Neighbours } from '../lists/neighbours.ts';
import { Link } from '../router/link.tsx';
import { goBack, navigate } from '../router/location.ts';
import { toPage } from '../router/project.ts';
import { STATUS_ACTIONS, type StatusAction } from '../status/set-status.ts';
import { DetailSkeleton } from '../ui/detail-skeleton.tsx';
import { toHeadline } from '../ui/hostile-text.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { useTitleOf } from '../ui/title.ts';
import { DetailHead } from './detail-head.tsx';
import '../ui/detail.css';
import { Timeline } from '../correlation/timeline.tsx';
import { CausesCard } from './causes-card.tsx';
import { EventBar } from './event-bar.tsx';
import { EventContext } from './event-context.tsx';
import { type EventQuery, useEventQuery } from './event-query.ts';
import { Explanation } from './explanation.tsx';
import { Facts } from './facts.tsx';
import { GroupingCard } from './grouping-card.tsx';
import { Occurrences } from './occurrences.tsx';
import { StackCard } from './stack-card.tsx';
import { TriageCard } from './triage-card.tsx';
import { toStep, useDecide, useDetailAct } from './use-detail-act.ts';
import { type EventPlace, useEvent } from './use-event.ts';

/** One error group: what it means, where it is in the code, and each of its events. */
export function ErrorDetailPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useErrorDetail(id, 1);
  const query = useEventQuery();
  const place = useEvent(id, query.text);
  const neighbours = useErrorNeighbours(id);
  const act = useDetailAct(data?.error ?? null, neighbours);
  const decide = useDecide(data?.error ?? null, neighbours);
  useReading('errors', id);
  useDetailKeys(act, { place, neighbours });
  useMovedAddress(data);
  useTitleOf(data === undefined ? null : toHeadline(data.error.message, 80));
  if (data === undefined && error !== null) {
    const isGone = error instanceof ApiError && error.status === 404;
    return (
      <Page title="Error">
        <div className="card">{isGone ? <Gone /> : <ErrorState error={error} onRetry={() => void refetch()} />}</div>
      </Page>
    );
  }
  if (data === undefined) return <DetailSkeleton />;
  const { error: group } = data;
  const { event } = place;
  return (
    <article className="detail">
      <DetailHead group={group} event={event} neighbours={neighbours} onAct={act} />
      <div className="detail-columns">
        <div className="detail-main">
          <Explanation group={group} event={event} />
          <EventBar place={place} query={query} />
          {event !== null && (
            <>
              <StackCard key={event.eventId} event={event} />
              <CausesCard key={`causes of ${event.eventId}`} causes={event.causes ?? []} />
              <Timeline subject={{ kind: 'event', event, groupId: group.id }} />
              <EventContext event={event} />
            </>
          )}
        </div>
        <aside className="detail-side" aria-label="About this error">
          <Occurrences group={group} />
          <Facts group={group} event={event} />
          <AffectedCard id={group.id} query={query} />
          <TriageCard key={`triage of ${group.id}`} group={group} onDecide={decide} />
          <GroupingCard group={group} byHand={data} event={event} />
        </aside>
      </div>
    </article>
  );
}

function AffectedCard({ id, query }: { readonly id: string; readonly query: EventQuery }) {
  const { data, error } = useErrorFacets(id);
  return data === undefined && error !== null ? null : <FacetsCard title="Affected" facets={data} own={query} />;
}

/** An error whose events are in another one now has the address of that one. */
function useMovedAddress(data: ErrorGroupDetail | undefined): void {
  const movedTo = data?.movedFrom === undefined ? null : data.error.id;
  useEffect(() => {
    if (movedTo !== null) navigate(toErrorHref(movedTo), { replace: true });
  }, [movedTo]);
}

function Gone() {
  return (
    <EmptyState icon="search" title="This error is not here any more">
      It never was, or it was cleared, or its events were older than what is kept.{' '}
      <Link to={toPage('/errors')} className="text-link">
        All errors
      </Link>
    </EmptyState>
  );
}

interface Places {
  readonly place: EventPlace;
  readonly neighbours: Neighbours;
}

function useDetailKeys(act: (action: StatusAction) => void, { place, neighbours }: Places): void {
  const group = 'This error';
  const { older, newer } = place;
  const [toPrevious, toNext] = [toStep(neighbours.newerId), toStep(neighbours.olderId)];
  const actions = useMayChange() ? STATUS_ACTIONS : [];
  useShortcuts([
    { keys: 'j', label: 'Older event', group, run: () => older?.() },
    { keys: 'ArrowLeft', label: 'Older event', group, run: () => older?.() },
    { keys: 'k', label: 'Newer event', group, run: () => newer?.() },
    { keys: 'ArrowRight', label: 'Newer event', group, run: () => newer?.() },
    { keys: 'n', label: 'Next error of the list', group, run: () => toNext?.() },
    { keys: 'p', label: 'Previous error of the list', group, run: () => toPrevious?.() },
    { keys: 'Escape', label: 'Back to the list', group, run: () => goBack(toErrorListHref()) },
    ...actions.map((action) => ({ keys: action.key, label: action.label, group, run: () => act(action) })),
  ]);
}
