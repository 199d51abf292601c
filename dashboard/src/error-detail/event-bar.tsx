import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { Button } from '../ui/button.tsx';
import { toAmount, toCount, toExactTime } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/states.tsx';
import type { EventPlace } from './use-event.ts';
import './event-bar.css';

/** Which event is shown, and the way through the others. */
export function EventBar({ place: { event, seq, total, older, newer, newest } }: { readonly place: EventPlace }) {
  return (
    <div className="event-bar">
      <div className="event-which">
        <h2 className="num">
          Event {toCount(seq)} of {toCount(total)}
        </h2>
        {event === null ? (
          <Skeleton width="12rem" />
        ) : (
          <span className="event-when num">
            {toExactTime(Date.parse(event.timestamp))} · <RelativeTime at={event.timestamp} />
          </span>
        )}
      </div>
      {event !== null && (
        <Link to={toPage('/logs', { at: event.timestamp })} className="button" data-kind="quiet">
          <Icon name="logs" />
          Logs at this moment
        </Link>
      )}
      {newest !== null && (
        <Button kind="quiet" onClick={newest}>
          {toAmount(total - seq, 'newer event')}
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
