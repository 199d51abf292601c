import type { RequestRecord, RequestSummary } from '../../../schemas/request.ts';
import { useLogs, useRequests } from '../api/queries.ts';
import { Link } from '../router/link.tsx';
import { toAmount, toCount, toDuration, toPreciseClock } from '../ui/format.ts';
import { toOneLine } from '../ui/hostile-text.ts';
import { SkeletonRows } from '../ui/states.tsx';
import { type Ticks, toTicks } from './to-ticks.ts';
import { type TimelineItem, type TimelineSubject, toSpanMs, toTimeline } from './to-timeline.ts';
import { ITEMS_MAX, useCorrelatedErrors } from './use-correlated-errors.ts';
import { useCorrelatedSpans } from './use-correlated-spans.ts';
import './timeline.css';

/**
 * The requests with their spans, the logs and the errors that share the subject's correlation id, in the order they happened; of a request
 * without one, its spans.
 */
export function Timeline({ subject }: { readonly subject: TimelineSubject }) {
  const { correlationId } = subject.kind === 'event' ? subject.event : subject.request;
  const parameters = { correlationId: correlationId ?? '', pageSize: ITEMS_MAX };
  const options = { enabled: correlationId !== undefined };
  const requestQuery = useRequests(parameters, options);
  const logQuery = useLogs(parameters, options);
  const alone = correlationId === undefined ? toAlone(subject) : null;
  const [requests, logs] = alone === null ? [toOwn(requestQuery), toOwn(logQuery)] : [alone, NO_LOGS];
  const errors = useCorrelatedErrors(correlationId);
  const records = useCorrelatedSpans(requests?.requests);
  if (correlationId === undefined && alone === null) return null;
  const isRead = requests !== undefined && logs !== undefined && errors !== undefined && records !== undefined;
  const hasFailed = requestQuery.isError || logQuery.isError;
  const items = isRead ? toTimeline(subject, { requests: requests.requests, logs: logs.logs, errors, records }) : [];
  const spanMs = toSpanMs(items);
  const ticks = spanMs === null ? null : toTicks(spanMs);
  return (
    <section className="card timeline" aria-labelledby="timeline-title" data-scaled={spanMs !== null || undefined}>
      <header className="card-head">
        <h2 id="timeline-title">Timeline</h2>
        <span className="card-note">what happened together{spanMs !== null && `, in ${toDuration(spanMs)}`}</span>
      </header>
      {!isRead && !hasFailed && <SkeletonRows count={3} height={32} />}
      {!isRead && hasFailed && <p className="timeline-none">What has the same correlation id could not be read.</p>}
      {ticks !== null && <Axis ticks={ticks} />}
      <ol>
        {items.map((item) => (
          <li
            key={item.key}
            className="timeline-item"
            data-here={item.offset === 'here' || undefined}
            data-tone={item.tone}
          >
            <TimelineLine item={item} stepPercent={ticks?.stepPercent ?? null} />
          </li>
        ))}
      </ol>
      {isRead && <Left requests={requests.total} logs={logs.total} spans={toSpansLeft(requests.requests, records)} />}
      {isRead && items.length === 1 && <p className="timeline-none">Nothing else has the same correlation id.</p>}
    </section>
  );
}

const NO_LOGS = { logs: [], total: 0 };

/** A request that nobody can say what it belongs to, with spans of its own. */
function toAlone(subject: TimelineSubject) {
  if (subject.kind !== 'request' || subject.request.spanCount === undefined) return null;
  return { requests: [subject.request], total: 1 };
}

/** What was read for this subject; not what another one left standing. */
function toOwn<T>({ data, isPlaceholderData }: { readonly data: T | undefined; readonly isPlaceholderData: boolean }) {
  return isPlaceholderData ? undefined : data;
}

/** A label behind this stands in front of its mark. */
const END_PERCENT = 90;
/** Two labels side by side; with less between the marks the last has none. */
const END_ROOM_PERCENT = 35;

/** From the first moment to the last: what the bars and points below are measured by. */
function Axis({ ticks: { ticksMs, stepMs, stepPercent } }: { readonly ticks: Ticks }) {
  return (
    <div className="timeline-line" data-axis aria-hidden="true">
      <div className="timeline-axis num">
        {ticksMs.map((tickMs) => {
          const left = (tickMs / stepMs) * stepPercent;
          if (left > END_PERCENT && stepPercent < END_ROOM_PERCENT) return null;
          return (
            <span key={tickMs} data-end={left > END_PERCENT || undefined} style={{ left: `${left}%` }}>
              {tickMs === 0 ? '0' : toDuration(tickMs)}
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** What a timeline has no room for. */
function Left({ spans, ...totals }: { readonly requests: number; readonly logs: number; readonly spans: number }) {
  const left = (['requests', 'logs'] as const).filter((kind) => totals[kind] > ITEMS_MAX);
  const words = left.map((kind) => `${toCount(totals[kind])} ${kind}`).join(' and ');
  if (left.length === 0 && spans === 0) return null;
  return (
    <p className="timeline-none">
      {left.length > 0 && `The newest ${ITEMS_MAX} of ${words} are shown. `}
      {spans > 0 &&
        `${toAmount(spans, 'span')} inside of requests ${spans === 1 ? 'is' : 'are'} not shown; of each the longest are kept.`}
    </p>
  );
}

/** Spans that were sent and are not drawn: those that were not kept, and those of requests past the first few. */
function toSpansLeft(requests: readonly RequestSummary[], records: readonly RequestRecord[]): number {
  const sent = requests.reduce((sum, { spanCount = 0 }) => sum + spanCount, 0);
  return sent - records.reduce((sum, { spans = [] }) => sum + spans.length, 0);
}

interface TimelineLineProps {
  readonly item: TimelineItem;
  /** Between two marks of the axis; null where nothing is drawn to scale. What is drawn is beside its text, which says it in words. */
  readonly stepPercent: number | null;
}

function TimelineLine({ item, stepPercent }: TimelineLineProps) {
  const { kind, label, tone, atMs, offset, durationMs, to } = item;
  const shown = toOneLine(item.text, 240);
  const content = (
    <>
      <span className="timeline-offset num" title={toPreciseClock(atMs)}>
        {offset}
      </span>
      <span className="timeline-dot" data-kind={kind} />
      <span className="timeline-label" data-tone={tone} title={label}>
        {label}
      </span>
      <span
        className="timeline-text"
        dir="auto"
        title={shown}
        style={{ paddingInlineStart: `${item.depth * 0.75}rem` }}
      >
        {shown}
      </span>
      {durationMs !== null && <span className="timeline-length num">{toDuration(durationMs)}</span>}
      {stepPercent !== null && (
        <span className="timeline-track" aria-hidden="true" style={{ backgroundSize: `${stepPercent}% 100%` }}>
          <span
            className="timeline-bar"
            data-tone={tone}
            data-kind={durationMs === null || kind === 'span' ? kind : undefined}
            style={{ left: `${item.startPercent}%`, width: `${item.lengthPercent}%` }}
          />
        </span>
      )}
    </>
  );
  if (to === null) return <span className="timeline-line">{content}</span>;
  return (
    <Link to={to} className="timeline-line">
      {content}
    </Link>
  );
}
