import { useState } from 'react';
import type { Key, Session } from '../../../schemas/keys.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { toAmount } from '../ui/format.ts';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { AddKeyDialog } from './add-key-dialog.tsx';
import { KeyRow } from './key-row.tsx';
import './keys.css';
import { RevokeDialog } from './revoke-dialog.tsx';
import { Section } from './section.tsx';
import { useKeys } from './use-keys.ts';

/** A daemon may hold a thousand; those beyond are shown when they are asked for. */
const SHOWN_MAX = 20;

/** The keys of the daemon: for admins, and for everybody while it is open. */
export function KeysSection() {
  const { data: session } = useSession();
  if (session?.role !== 'admin') return null;
  return <Keys session={session} />;
}

function Keys({ session }: { readonly session: Session }) {
  const { data, error, refetch } = useKeys();
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const live = (data ?? []).filter(({ revokedAt }) => revokedAt === undefined);
  const revoked = (data ?? []).filter(({ revokedAt }) => revokedAt !== undefined);
  return (
    <Section title="Keys" note="What programs send with, and people log in with.">
      {data === undefined && error === null && <SkeletonRows count={3} height={52} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && live.length === 0 && <p className="keys-none">There is no key.</p>}
      <KeyList label="Keys" keys={live} session={session} onRevoke={setRevoking} />
      <div className="keys-end">
        <Button onClick={() => setIsAdding(true)}>{session.isClosed ? 'Add a key …' : 'Add the first key …'}</Button>
      </div>
      {revoked.length > 0 && (
        <details className="keys-revoked">
          <summary>{toAmount(revoked.length, 'revoked key')}</summary>
          <KeyList label="Revoked keys" keys={revoked} session={session} onRevoke={setRevoking} />
        </details>
      )}
      {isAdding && <AddKeyDialog isFirst={!session.isClosed} onClose={() => setIsAdding(false)} />}
      {revoking !== null && (
        <RevokeDialog doomed={revoking} isOwn={isOwn(revoking, session)} onClose={() => setRevoking(null)} />
      )}
    </Section>
  );
}

/** No two live keys have the same name. */
function isOwn({ name, revokedAt }: Key, session: Session): boolean {
  return session.name === name && revokedAt === undefined;
}

interface KeyListProps {
  readonly label: string;
  readonly keys: readonly Key[];
  readonly session: Session;
  readonly onRevoke: (key: Key) => void;
}

function KeyList({ label, keys, session, onRevoke }: KeyListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? keys : keys.slice(0, SHOWN_MAX);
  if (shown.length === 0) return null;
  return (
    <>
      <ul className="key-list" aria-label={label}>
        {shown.map((key) => (
          <KeyRow key={key.id} of={key} isOwn={isOwn(key, session)} onRevoke={onRevoke} />
        ))}
      </ul>
      {shown.length < keys.length && (
        <div className="keys-end">
          <Button kind="quiet" onClick={() => setIsWhole(true)}>
            Show all {toAmount(keys.length, 'key')}
          </Button>
        </div>
      )}
    </>
  );
}
