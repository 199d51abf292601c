import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { EventRecord } from '../../../schemas/event.ts';
import { Fact } from '../ui/fact.tsx';
import { toCount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { OriginFacts } from './origin-facts.tsx';

interface FactsProps {
  readonly group: ErrorGroup;
  readonly event: EventRecord | null;
}

/** How often, since when, in what. */
export function Facts({ group, event }: FactsProps) {
  return (
    <section className="card facts" aria-label="Facts">
      <dl>
        <Fact name="Events">{toCount(group.count)}</Fact>
        {group.users !== undefined && group.users > 0 && (
          <Fact name="Users">
            {group.usersApproximate === true && 'about '}
            {toCount(group.users)}
          </Fact>
        )}
        <Fact name="First seen">
          <RelativeTime at={group.firstSeen} />
        </Fact>
        <Fact name="Last seen">
          <RelativeTime at={group.lastSeen} />
        </Fact>
        {group.reopenedAt !== undefined && (
          <Fact name="Came back">
            <RelativeTime at={group.reopenedAt} />
          </Fact>
        )}
        {group.firstRelease !== undefined && group.firstRelease !== event?.release && (
          <Fact name="First release">{toVisible(group.firstRelease)}</Fact>
        )}
        {group.lastRelease !== undefined && group.lastRelease !== event?.release && (
          <Fact name="Last release">{toVisible(group.lastRelease)}</Fact>
        )}
        {event?.release !== undefined && <Fact name="Release">{toVisible(event.release)}</Fact>}
        {event !== null && <OriginFacts event={event} />}
        {event?.componentName !== undefined && <Fact name="Component">{toVisible(event.componentName)}</Fact>}
        {event?.correlationId !== undefined && (
          <Fact name="Correlation">
            <span className="mono">{toVisible(event.correlationId)}</span>
          </Fact>
        )}
      </dl>
    </section>
  );
}
