import type { RequestRecord } from '../../../../schemas/request.ts';
import type { CorrelatedError } from '../../correlation/use-correlated-errors.ts';
import { Link } from '../../router/link.tsx';
import { toPage } from '../../router/project.ts';
import { Fact } from '../../ui/fact.tsx';
import { toDuration, toExactTime } from '../../ui/format.ts';
import { toVisible } from '../../ui/hostile-text.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusCode } from '../request-words.tsx';
import { toErrorHref } from './error-banner.tsx';

interface RequestFactsProps {
  readonly request: RequestRecord;
  readonly cause: CorrelatedError | null;
}

/** What is known of the request beside what was said. */
export function RequestFacts({ request, cause }: RequestFactsProps) {
  const { id, route, statusCode, duration, timestamp, projectId, source, correlationId, errorEventId } = request;
  return (
    <section className="card facts" aria-label="Facts">
      <dl>
        <Fact name="Status">
          <StatusCode statusCode={statusCode} />
        </Fact>
        {duration !== undefined && <Fact name="Duration">{toDuration(duration)}</Fact>}
        <Fact name="When">
          <RelativeTime at={timestamp} />
          <span className="fact-note">{toExactTime(Date.parse(timestamp))}</span>
        </Fact>
        {route !== undefined && (
          <Fact name="Route">
            <span className="mono">{toVisible(route)}</span>
          </Fact>
        )}
        {projectId !== undefined && <Fact name="Project">{toVisible(projectId)}</Fact>}
        {source !== undefined && <Fact name="Source">{source}</Fact>}
        {correlationId !== undefined && (
          <Fact name="Correlation">
            <Link to={toPage('/requests', { correlationId })} className="text-link mono" title="Requests with this id">
              {toVisible(correlationId)}
            </Link>
          </Fact>
        )}
        {errorEventId !== undefined && (
          <Fact name="Error event">
            {cause !== null && cause.event?.eventId === errorEventId ? (
              <Link to={toErrorHref(cause)} className="text-link mono">
                {toVisible(errorEventId)}
              </Link>
            ) : (
              <span className="mono">{toVisible(errorEventId)}</span>
            )}
          </Fact>
        )}
        <Fact name="Id">
          <span className="mono">{id}</span>
        </Fact>
      </dl>
    </section>
  );
}
