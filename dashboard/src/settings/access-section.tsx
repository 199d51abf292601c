import { useState } from 'react';
import type { Session } from '../../../schemas/keys.ts';
import { ApiError } from '../api/client.ts';
import { closeSession, useSession } from '../api/session.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { Button } from '../ui/button.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { showToast } from '../ui/toasts.ts';
import { Section, Setting } from './section.tsx';

/** Whether errord is open to everybody, and as whom this browser is logged in. */
export function AccessSection() {
  const { data: session } = useSession();
  if (session === undefined) return null;
  return (
    <Section title="Access">
      {session.isClosed ? <LoggedIn session={session} /> : <Open />}
      {session.role === 'admin' && (
        <Setting title="Audit" text="Who cleared, deleted, changed, added and logged in, when, and from where.">
          <Link to={toPage('/audit')} className="button">
            Open the audit
          </Link>
        </Setting>
      )}
    </Section>
  );
}

function Open() {
  return (
    <div className="setting" data-stacked>
      <div className="setting-words">
        <h3>Open to everybody</h3>
        <p>
          Whoever reaches this address may send, read, change and delete. The first admin key closes errord: from then
          on it wants a key for everything, also from the programs that send to it now without one.
        </p>
      </div>
    </div>
  );
}

function LoggedIn({ session }: { readonly session: Session }) {
  const [isRunning, setIsRunning] = useState(false);
  const logOut = async (): Promise<void> => {
    setIsRunning(true);
    try {
      await closeSession();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showToast({ key: 'logout', tone: 'bad', text: error.message });
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Setting title="This browser" text={toWords(session)}>
      <Button disabled={isRunning} onClick={() => void logOut()}>
        Log out
      </Button>
    </Setting>
  );
}

function toWords({ name, role }: Session) {
  if (name === 'token') return 'It is logged in with the token that errord was started with, and may do everything.';
  return (
    <>
      It is logged in with the key <strong>{toVisible(name ?? '')}</strong>, and{' '}
      {role === 'admin' ? 'may do everything.' : 'reads everything, but changes nothing: that is for an admin’s key.'}
    </>
  );
}
