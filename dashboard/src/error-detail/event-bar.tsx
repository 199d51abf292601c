import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { Button } from '../ui/button.tsx';
import { toAmount, toCount, toExactTime } from '../ui/format.ts';
import { toOneLine } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/states.tsx';
import '../filters/filter-bar.css';
import type { EventQuery } from './event-query.ts';
import type { EventPlace } from './use-event.ts';
import './event-bar.css';

interface EventBarProps {
  readonly place: EventPlace;
  readonly query: EventQuery;
}

/** Which event is shown, of which of them, and the way through the others. */
export function EventBar({ place, query }: EventBarProps) {
  const { event, seq, total, older, newer, newest } = place;
  return (
    <div className="event-bar">
      {query.text !== null && <Narrowed query={query} searchedFrom={place.searchedFrom} />}
      <div className="event-which">
        <h2 className="num" aria-live="polite">
          {toWhich(place, query)}
        </h2>
        {event !== null && (
          <span className="event-when num">
            {toExactTime(Date.parse(event.timestamp))} · <RelativeTime at={event.timestamp} />
          </span>
        )}
        {event === null && total !== 0 && <Skeleton width="12rem" />}
      </div>
      {event !== null && (
        <Link to={toPage('/logs', { at: event.timestamp })} className="button" data-kind="quiet">
          <Icon name="logs" />
          Logs at this moment
        </Link>
      )}
      {newest !== null && (
        <Button kind="quiet" onClick={newest}>
          {toAmount((total ?? 0) - seq, 'newer event')}
        </Button>
      )}
      <div className="event-steps">
        <Button square aria-label="Older event" title="Older (j)" disabled={older === null} onClick={() => older?.()}>
          <Icon name="chevronLeft" />
        </Button>
        <Button square aria-label="Newer event" title="Newer (k)" disabled={newer === null} onClick={() => newer?.()}>
          <Icon name="chevronRight" />
        </Button>
      </div>
    </div>
  );
}

function toWhich({ seq, total }: EventPlace, { text }: EventQuery): string {
  if (total === null) return 'Looking for events …';
  if (total === 0 && text !== null) return 'No event of this error';
  return `Event ${toCount(seq)} of ${toCount(total)}`;
}

interface NarrowedProps {
  readonly query: EventQuery;
  readonly searchedFrom: string | null;
}

/** What the events have in common, each of it with the way to be rid of it. */
function Narrowed({ query, searchedFrom }: NarrowedProps) {
  return (
    <div className="event-query">
      <ul aria-label="Only events with">
        {query.terms.map(({ text, hrefWithout }) => (
          <li key={text}>
            <Link to={hrefWithout} className="filter" data-active aria-label={`Without ${toOneLine(text)}`}>
              <span className="filter-text" dir="auto">
                {toOneLine(text)}
              </span>
              <Icon name="close" />
            </Link>
          </li>
        ))}
      </ul>
      {searchedFrom !== null && (
        <p className="event-searched">
          Looked at the newest events, back to <RelativeTime at={searchedFrom} />. Older ones were not looked at.
        </p>
      )}
    </div>
  );
}
