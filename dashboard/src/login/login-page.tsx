import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { Session } from '../../../schemas/keys.ts';
import { SECRET_CHARS_MAX } from '../../../schemas/limits.ts';
import { openSession } from '../api/session.ts';
import { navigate } from '../router/location.ts';
import { toPage } from '../router/project.ts';
import { Button } from '../ui/button.tsx';
import './login-page.css';
import { toFault } from './to-fault.ts';
import { useCodeLogin } from './use-code-login.ts';

interface LoginPageProps {
  /** Undefined when the daemon could not be asked. */
  readonly session: Session | undefined;
  /** It is the address that was gone to; else it stands in place of the page that was. */
  readonly isAsked: boolean;
}

/** Asks for a key, or redeems the code that the address carries. Nothing of either is kept here. */
export function LoginPage({ session, isAsked }: LoginPageProps) {
  const [key, setKey] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What had the focus is not there any more where a page was locked while somebody was at work in it.
    field.current?.focus();
  }, []);
  const codeLogin = useCodeLogin(session);
  const isIn = session !== undefined && session.role !== null;
  const isOver = isAsked && isIn && codeLogin.kind !== 'running';
  useEffect(() => {
    if (isOver) navigate(toPage('/'), { replace: true });
  }, [isOver]);
  if (isOver || codeLogin.kind === 'running') return <Waiting />;
  const logIn = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (isRunning) return;
    setIsRunning(true);
    setFault(null);
    try {
      await openSession({ key: key.trim() });
    } catch (error) {
      setFault(toFault(error, 'No key has this text, or it was revoked.'));
      // The button that was pressed has lost the focus with its use.
      field.current?.focus();
      field.current?.select();
    } finally {
      setIsRunning(false);
    }
  };
  const shownFault = fault ?? (codeLogin.kind === 'failed' ? codeLogin.fault : null);
  return (
    <main className="login">
      <form className="login-card card" onSubmit={(event) => void logIn(event)}>
        <h1>Log in to errord</h1>
        <p>This daemon wants a key: one that reads, one of an admin, or the token that it was started with.</p>
        <label htmlFor="key" className="visually-hidden">
          Key
        </label>
        <input
          ref={field}
          id="key"
          className="field"
          type="password"
          autoComplete="off"
          autoFocus
          spellCheck={false}
          placeholder="Key"
          maxLength={SECRET_CHARS_MAX}
          aria-invalid={shownFault !== null}
          aria-describedby={shownFault === null ? undefined : 'login-fault'}
          value={key}
          onChange={({ target }) => setKey(target.value)}
        />
        {shownFault !== null && (
          <p id="login-fault" className="login-fault" role="alert">
            {shownFault}
          </p>
        )}
        <Button kind="primary" type="submit" disabled={key.trim() === '' || isRunning}>
          {isRunning ? 'Logging in …' : 'Log in'}
        </Button>
        <p className="login-hint">
          Where the daemon runs, <code>errord open</code> logs a browser in without one being typed.
        </p>
      </form>
    </main>
  );
}

function Waiting() {
  return (
    <main className="login">
      <h1 className="login-waiting" role="status">
        Logging in …
      </h1>
    </main>
  );
}
