import type { RequestRecord } from '../../../../schemas/request.ts';
import { Fact } from '../../error-detail/facts.tsx';
import { Link } from '../../router/link.tsx';
import { toPage } from '../../router/project.ts';
import { toDuration, toExactTime } from '../../ui/format.ts';
import { toVisible } from '../../ui/hostile-text.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatusCode } from '../request-words.tsx';

/** What is known of the request beside what was said. */
export function RequestFacts({ request }: { readonly request: RequestRecord }) {
  const { id, statusCode, duration, timestamp, projectId, source, correlationId, errorEventId } = request;
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
            <span className="mono">{toVisible(errorEventId)}</span>
          </Fact>
        )}
        <Fact name="Id">
          <span className="mono">{id}</span>
        </Fact>
      </dl>
    </section>
  );
}
