import { useReleases } from '../api/queries.ts';
import { Link } from '../router/link.tsx';
import { toPage, useProject } from '../router/project.ts';
import { toAmount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Page } from '../ui/page.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';
import './releases.css';

/** Every release, the newest first. */
export function ReleasesPage() {
  const { data, error, refetch } = useReleases(useProject());
  return (
    <Page title="Releases">
      <div className="card">
        {data === undefined && error === null && <SkeletonRows count={6} height={52} />}
        {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.releases.length === 0 && (
          <EmptyState icon="releases" title="No event says its release">
            Give your client a <code>release</code>: then this page tells what each release has broken and mended.
          </EmptyState>
        )}
        {data !== undefined && data.releases.length > 0 && (
          <ol className="releases" aria-label="Releases, newest first">
            {data.releases.map(({ release, count, firstSeen, lastSeen }) => (
              <li key={release}>
                <Link to={toPage(`/releases/${encodeURIComponent(release)}`)} className="release-row">
                  <span className="mono clip release-name">{toVisible(release)}</span>
                  <span className="num">{toAmount(count, 'event')}</span>
                  <span className="release-time num">
                    first <RelativeTime at={firstSeen} />
                  </span>
                  <span className="release-time num">
                    last <RelativeTime at={lastSeen} />
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Page>
  );
}
