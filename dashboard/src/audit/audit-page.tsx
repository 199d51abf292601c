import type { AuditEntry } from '../../../schemas/audit.ts';
import { ApiError } from '../api/client.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { Button } from '../ui/button.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { Page } from '../ui/page.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';
import './audit.css';
import { toActorWords, toOnlyErrorId, toWords } from './to-words.ts';
import { useAudit } from './use-audit.ts';

/** Who changed what, when, and from where. */
export function AuditPage() {
  const { data, error, refetch, isFetching } = useAudit();
  const isForbidden = error instanceof ApiError && error.code === 'forbidden';
  return (
    <Page
      title="Audit"
      aside={
        data !== undefined && (
          <Button disabled={isFetching} onClick={() => void refetch()}>
            Look again
          </Button>
        )
      }
    >
      <div className="card">
        {data === undefined && error === null && <SkeletonRows count={8} height={52} />}
        {data === undefined && isForbidden && (
          <EmptyState icon="ignore" title="The audit is for admins">
            This browser is logged in with a key that reads. Log in with an admin’s to see who changed what.
          </EmptyState>
        )}
        {data === undefined && error !== null && !isForbidden && (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
        {data !== undefined && <AuditList />}
      </div>
    </Page>
  );
}

function AuditList() {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useAudit();
  const entries = (data?.pages ?? []).flatMap((page) => page.entries);
  if (entries.length === 0) {
    return (
      <EmptyState icon="clock" title="Nothing has been changed yet">
        What is cleared, deleted, dealt with, added and revoked is written down here, and every login.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="audit-head" aria-hidden="true">
        <span>What</span>
        <span>Who</span>
        <span>From</span>
        <span>Project</span>
        <span className="audit-when">When</span>
      </div>
      <ol aria-label="Audit, newest first">
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </ol>
      <div className="audit-end">
        {hasNextPage ? (
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Reading …' : 'Show older'}
          </Button>
        ) : (
          <p>Nothing older is kept.</p>
        )}
        {error !== null && (
          <p className="audit-fault" role="alert">
            {error.message}
          </p>
        )}
      </div>
    </>
  );
}

function AuditRow({ entry }: { readonly entry: AuditEntry }) {
  const { action, actor, address, project, at } = entry;
  const errorId = toOnlyErrorId(entry);
  const words = toWords(entry);
  return (
    <li className="audit-row" data-bad={action === 'login_refused' || undefined}>
      <span className="audit-what" dir="auto">
        {errorId === null ? (
          words
        ) : (
          <Link to={toPage(`/errors/${encodeURIComponent(errorId)}`)} className="text-link">
            {words}
          </Link>
        )}
      </span>
      <span className="audit-who" data-nobody={actor === null || undefined}>
        <span className="visually-hidden">by </span>
        {toActorWords(entry)}
      </span>
      <span className="audit-from mono">
        {address !== null && <span className="visually-hidden">from </span>}
        {address !== null && toVisible(address)}
      </span>
      <span className="audit-project">
        {project !== null && <span className="visually-hidden">in the project </span>}
        {project !== null && toVisible(project)}
      </span>
      <span className="audit-when">
        <RelativeTime at={at} />
      </span>
    </li>
  );
}
