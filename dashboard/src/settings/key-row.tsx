import type { Key } from '../../../schemas/keys.ts';
import type { KeyRole } from '../../../schemas/words.ts';
import { Button } from '../ui/button.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';

/** What a key may do, as a word. */
export const ROLE_NAMES: Record<KeyRole, string> = { ingest: 'sends', reader: 'reads', admin: 'admin' };

interface KeyRowProps {
  readonly of: Key;
  /** This browser is logged in with it. */
  readonly isOwn: boolean;
  readonly onRevoke: (key: Key) => void;
}

/** One key, without its text, which nobody can read again. */
export function KeyRow({ of: key, isOwn, onRevoke }: KeyRowProps) {
  const { name, role, project, createdAt, lastUsedAt, revokedAt } = key;
  const shownName = toVisible(name);
  return (
    <li className="key-row" data-revoked={revokedAt !== undefined || undefined}>
      <div className="key-main">
        <span className="key-title">
          <span className="key-name" dir="auto">
            {shownName}
          </span>
          <span className="badge" data-tone={role === 'admin' ? 'info' : undefined}>
            {ROLE_NAMES[role]}
          </span>
          {isOwn && (
            <span className="badge" data-tone="good">
              this browser
            </span>
          )}
        </span>
        <span className="key-facts">
          {role === 'ingest' && (
            <span className="clip">{project === undefined ? 'into any project' : `into ${toVisible(project)}`}</span>
          )}
          <span>
            added <RelativeTime at={createdAt} />
          </span>
          <span>
            {lastUsedAt === undefined ? 'never used' : 'used '}
            {lastUsedAt !== undefined && <RelativeTime at={lastUsedAt} />}
          </span>
          {revokedAt !== undefined && (
            <span>
              revoked <RelativeTime at={revokedAt} />
            </span>
          )}
        </span>
      </div>
      {revokedAt === undefined && (
        <Button kind="quiet" aria-label={`Revoke ${shownName} …`} onClick={() => onRevoke(key)}>
          Revoke …
        </Button>
      )}
    </li>
  );
}
