import { useEffect } from 'react';
import type { ErrorGroup, ErrorGroupDetail } from '../../../schemas/error-group.ts';
import { ApiError } from '../api/client.ts';
import { useErrorDetail, useErrorFacets } from '../api/queries.ts';
import { useMayChange } from '../api/session.ts';
import { FacetsCard } from '../facets/facets-card.tsx';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import { Link } from '../router/link.tsx';
import { goBack, navigate } from '../router/location.ts';
import { toPage } from '../router/project.ts';
import { STATUS_ACTIONS, setStatus } from '../status/set-status.ts';
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
import { Explanation } from './explanation.tsx';
import { Facts } from './facts.tsx';
import { GroupingCard } from './grouping-card.tsx';
import { Occurrences } from './occurrences.tsx';
import { StackCard } from './stack-card.tsx';
import { TriageCard } from './triage-card.tsx';
import { type EventPlace, useEvent } from './use-event.ts';

/** One error group: what it means, where it is in the code, and each of its events. */
export function ErrorDetailPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useErrorDetail(id, 1);
  const place = useEvent(id, data?.total ?? null);
  useDetailKeys(data?.error ?? null, place);
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
      <DetailHead group={group} event={event} />
      <div className="detail-columns">
        <div className="detail-main">
          <Explanation group={group} event={event} />
          <EventBar place={place} />
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
          <AffectedCard id={group.id} />
          <TriageCard key={`triage of ${group.id}`} group={group} />
          <GroupingCard group={group} />
        </aside>
      </div>
    </article>
  );
}

function AffectedCard({ id }: { readonly id: string }) {
  const { data, error } = useErrorFacets(id);
  return data === undefined && error !== null ? null : <FacetsCard title="Affected" facets={data} />;
}

/** An error whose events are in another one now has the address of that one. */
function useMovedAddress(data: ErrorGroupDetail | undefined): void {
  const movedTo = data?.movedFrom === undefined ? null : data.error.id;
  useEffect(() => {
    if (movedTo !== null) navigate(toPage(`/errors/${encodeURIComponent(movedTo)}`), { replace: true });
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

function useDetailKeys(error: ErrorGroup | null, { older, newer }: EventPlace): void {
  const group = 'This error';
  const actions = useMayChange() ? STATUS_ACTIONS : [];
  useShortcuts([
    { keys: 'j', label: 'Older event', group, run: () => older?.() },
    { keys: 'ArrowRight', label: 'Older event', group, run: () => older?.() },
    { keys: 'k', label: 'Newer event', group, run: () => newer?.() },
    { keys: 'ArrowLeft', label: 'Newer event', group, run: () => newer?.() },
    { keys: 'Escape', label: 'Back to the list', group, run: () => goBack(toPage('/errors')) },
    ...actions.map((action) => ({
      keys: action.key,
      label: action.label,
      group,
      run: () => void (error !== null && setStatus([error], action)),
    })),
  ]);
}
