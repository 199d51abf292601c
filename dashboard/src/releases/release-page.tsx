import type { ReleaseDetail } from '../../../schemas/releases.ts';
import { useRelease } from '../api/queries.ts';
import { Link } from '../router/link.tsx';
import { toPage, useProject } from '../router/project.ts';
import { SeverityDot } from '../ui/badge.tsx';
import { CulpritText } from '../ui/culprit-text.tsx';
import { toAmount, toShortCount } from '../ui/format.ts';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { Page } from '../ui/page.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import './releases.css';

/** What a release has changed: new errors, those that came back, and those that are gone. */
export function ReleasePage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useRelease(id, useProject());
  return (
    <Page title={`Release ${toVisible(id)}`}>
      {data === undefined && error === null && (
        <div className="card">
          <SkeletonRows count={6} height={52} />
        </div>
      )}
      {data === undefined && error !== null && (
        <div className="card">
          <ErrorState error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data !== undefined && (
        <div className="release-parts">
          <Facts release={data} />
          <Part title="New" none="Every error was there before." groups={data.new} />
          <Part title="Came back" none="No resolved error came back." groups={data.regressed} />
          <Part title="Gone" none={toNoneGone(data)} groups={data.gone} />
        </div>
      )}
    </Page>
  );
}

function toNoneGone({ previous }: ReleaseDetail): string {
  return previous === undefined
    ? 'No release before it is known.'
    : 'Everything of the release before it still happens.';
}

function Facts({
  release: { release, count, firstSeen, lastSeen, previous, next },
}: {
  readonly release: ReleaseDetail;
}) {
  return (
    <section className="card release-facts" aria-label="Facts">
      <span className="num">{toAmount(count, 'event')}</span>
      <span className="num">
        first <RelativeTime at={firstSeen} />
      </span>
      <span className="num">
        last <RelativeTime at={lastSeen} />
      </span>
      {previous !== undefined && <Neighbour word="After" name={previous} />}
      {next !== undefined && <Neighbour word="Before" name={next} />}
      <Link to={toPage('/errors', { status: 'all', facet: `release=${release}` })} className="text-link">
        All its errors
      </Link>
    </section>
  );
}

function Neighbour({ word, name }: { readonly word: string; readonly name: string }) {
  return (
    <span>
      {word}{' '}
      <Link to={toPage(`/releases/${encodeURIComponent(name)}`)} className="text-link mono">
        {toVisible(name)}
      </Link>
    </span>
  );
}

interface PartProps {
  readonly title: string;
  readonly none: string;
  readonly groups: ReleaseDetail['new'];
}

function Part({ title, none, groups: { errors, total } }: PartProps) {
  return (
    <section className="card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
        <span className="card-figure num">{toAmount(total, 'error')}</span>
      </header>
      {total === 0 && <p className="release-none">{none}</p>}
      <ol className="release-errors">
        {errors.map(({ id, severity, message, type, culprit, count }) => (
          <li key={id}>
            <Link to={toPage(`/errors/${id}`)} className="release-error">
              <SeverityDot severity={severity} isNamed={false} />
              <span className="clip" dir="auto">
                {toHeadline(message, 200)}
              </span>
              <span className="clip release-type">
                {severity}
                <span className="release-where">
                  {' · '}
                  <span className="mono">{toVisible(type)}</span>
                  {culprit !== undefined && ' · '}
                  {culprit !== undefined && <CulpritText culprit={culprit} />}
                </span>
              </span>
              <span className="num">{toShortCount(count)}</span>
            </Link>
          </li>
        ))}
      </ol>
      {total > errors.length && <p className="release-none">The {errors.length} that were seen last are shown.</p>}
    </section>
  );
}
