import { useDaemonStatus } from '../api/queries.ts';
import { toByteSize, toCount, toSpan } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import '../ui/record-list.css';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';

/** What the daemon says of itself. */
export function SettingsPage() {
  const { data, error, refetch } = useDaemonStatus();
  if (data === undefined) {
    return (
      <Page title="Settings">
        <div className="card">
          {error === null ? (
            <SkeletonRows count={6} height={40} />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )}
        </div>
      </Page>
    );
  }
  const { database, retention } = data;
  const facts: readonly (readonly [string, string])[] = [
    ['Version', data.version],
    ['Running for', toSpan(data.uptime * 1000)],
    ['Database', database.path],
    ['Size', toByteSize(database.bytes + database.walBytes)],
    ['Error groups', toCount(database.errors)],
    ['Events', toCount(database.events)],
    ['Requests', toCount(database.requests)],
    ['Logs', toCount(database.logs)],
    ['Kept for', retention.retentionDays === 0 ? 'ever' : `${retention.retentionDays} days`],
    ['At most', retention.maxDbSizeMb === 0 ? 'no bound' : `${toCount(retention.maxDbSizeMb)} MB`],
  ];
  return (
    <Page title="Settings">
      <dl className="card record-list">
        {facts.map(([name, value]) => (
          <div key={name} className="setting">
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </Page>
  );
}
