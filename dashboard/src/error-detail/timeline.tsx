import type { EventRecord } from '../../../schemas/event.ts';
import { useErrorGroups, useLogs, useRequests } from '../api/queries.ts';
import { Link } from '../router/link.tsx';
import { toPreciseClock } from '../ui/format.ts';
import { toOneLine } from '../ui/hostile-text.ts';
import { SkeletonRows } from '../ui/states.tsx';
import { type TimelineItem, toTimeline } from './to-timeline.ts';

/** Of each kind. */
const ITEMS_MAX = 100;

interface TimelineProps {
  readonly event: EventRecord;
  readonly groupId: string;
}

/** The request, the logs and the other errors that share the event's correlation id, in the order they happened. */
export function Timeline({ event, groupId }: TimelineProps) {
  const { correlationId } = event;
  const parameters = { correlationId: correlationId ?? '', pageSize: ITEMS_MAX };
  const options = { enabled: correlationId !== undefined };
  const requests = toOwn(useRequests(parameters, options));
  const logs = toOwn(useLogs(parameters, options));
  const errors = toOwn(useErrorGroups(parameters, options));
  if (correlationId === undefined) return null;
  const isRead = requests !== undefined && logs !== undefined && errors !== undefined;
  const items = isRead
    ? toTimeline(event, {
        requests: requests.requests,
        logs: logs.logs,
        errors: errors.errors.filter(({ id }) => id !== groupId),
      })
    : [];
  return (
    <section className="card timeline" aria-labelledby="timeline-title">
      <header className="card-head">
        <h2 id="timeline-title">Timeline</h2>
        <span className="card-note">what happened together</span>
      </header>
      {!isRead && <SkeletonRows count={3} height={32} />}
      <ol>
        {items.map((item) => (
          <li key={item.key} className="timeline-item" data-here={item.kind === 'event' || undefined}>
            <TimelineLine item={item} />
          </li>
        ))}
      </ol>
      {isRead && items.length === 1 && <p className="timeline-none">No request or log has the same correlation id.</p>}
    </section>
  );
}

/** What was read for this event; not what another one left standing. */
function toOwn<T>({ data, isPlaceholderData }: { readonly data: T | undefined; readonly isPlaceholderData: boolean }) {
  return isPlaceholderData ? undefined : data;
}

function TimelineLine({ item: { kind, label, tone, text, atMs, offset, to } }: { readonly item: TimelineItem }) {
  const content = (
    <>
      <span className="timeline-offset num" title={toPreciseClock(atMs)}>
        {offset}
      </span>
      <span className="timeline-dot" data-kind={kind} />
      <span className="timeline-label" data-tone={tone}>
        {label}
      </span>
      <span className="timeline-text" dir="auto">
        {toOneLine(text, 240)}
      </span>
    </>
  );
  if (to === null) return <span className="timeline-line">{content}</span>;
  return (
    <Link to={to} className="timeline-line">
      {content}
    </Link>
  );
}
