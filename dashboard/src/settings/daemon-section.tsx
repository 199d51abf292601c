import { type ReactNode, useEffect } from 'react';
import type { DaemonStatus } from '../../../schemas/stats.ts';
import { useDaemonStatus } from '../api/queries.ts';
import { toAddress } from '../base-path.ts';
import { feedState } from '../feed/feed.ts';
import { useStore } from '../store.ts';
import { toAmount, toByteSize, toCount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { Section } from './section.tsx';

/** What the daemon says of itself. */
export function DaemonSection() {
  const { data, error, refetch } = useDaemonStatus();
  const { kind } = useStore(feedState);
  // What was read before the page had its connection does not count the page itself.
  useEffect(() => {
    if (kind === 'live') void refetch();
  }, [kind, refetch]);
  return (
    <Section title="Daemon">
      {data === undefined && error === null && <SkeletonRows count={6} height={40} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <dl className="daemon-facts">
          {toFacts(data).map(([name, value]) => (
            <div key={name} className="daemon-fact">
              <dt>{name}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

function toFacts(status: DaemonStatus): readonly (readonly [string, ReactNode])[] {
  const { version, startedAt, pid, database, retention, feedClients } = status;
  const { retentionDays, maxDbSizeMb } = retention;
  return [
    ['Version', `errord ${version}`],
    ['Running for', <RelativeTime key="started" at={startedAt} suffix="" />],
    ['Process', String(pid)],
    ...toDatabaseFacts(database),
    [
      'Holds',
      `${toAmount(database.errors, 'error')} with ${toAmount(database.events, 'event')}, ` +
        `${toAmount(database.requests, 'request')}, ${toAmount(database.logs, 'log')} of ${toAmount(database.projects, 'project')}`,
    ],
    ['Kept for', retentionDays === 0 ? 'ever' : toAmount(retentionDays, 'day')],
    ['Kept under', maxDbSizeMb === 0 ? 'no bound' : `${toCount(maxDbSizeMb)} MB, by deleting the oldest first`],
    ['Feed', `${toAmount(feedClients, 'client')} connected`],
    ['API', <ApiAddress key="api" />],
  ];
}

function ApiAddress() {
  const path = toAddress('/api/openapi.json');
  return (
    <a className="text-link" href={path}>
      {path}
    </a>
  );
}

/** A store need not be a file, nor have a log beside it. */
function toDatabaseFacts({ path, bytes, walBytes }: DaemonStatus['database']): [string, ReactNode][] {
  const size = toByteSize(bytes);
  return [
    ...(path === undefined
      ? []
      : [['Database', <code key="path">{toVisible(path)}</code>] satisfies [string, ReactNode]]),
    ['Size', walBytes === undefined ? size : `${size}, and ${toByteSize(walBytes)} in the write-ahead log`],
  ];
}
