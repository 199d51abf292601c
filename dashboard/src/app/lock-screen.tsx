import { type SyntheticEvent, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { keepToken, readToken } from '../api/token.ts';
import { Button } from '../ui/button.tsx';
import './lock-screen.css';

/** Asks for the daemon's token. It is kept for this tab only. */
export function LockScreen() {
  const [token, setToken] = useState('');
  const wasRefused = readToken() !== '';
  const unlock = (event: SyntheticEvent): void => {
    event.preventDefault();
    keepToken(token.trim());
    void queryClient.resetQueries();
  };
  return (
    <main className="lock">
      <form className="lock-card card" onSubmit={unlock}>
        <h1>This daemon wants its token</h1>
        <p>It is the text that errord was started with, in its settings as authToken.</p>
        <label htmlFor="token" className="visually-hidden">
          Token
        </label>
        <input
          id="token"
          className="field"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="Token"
          aria-invalid={wasRefused}
          aria-describedby={wasRefused ? 'token-fault' : undefined}
          value={token}
          onChange={({ target }) => setToken(target.value)}
        />
        {wasRefused && (
          <p id="token-fault" className="lock-fault">
            The token that this tab had was refused.
          </p>
        )}
        <Button kind="primary" type="submit" disabled={token.trim() === ''}>
          Open
        </Button>
      </form>
    </main>
  );
}
