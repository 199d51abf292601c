import { useMemo } from 'react';
import type { RequestRecord } from '../../../../schemas/request.ts';
import { Button } from '../../ui/button.tsx';
import { toVisible } from '../../ui/hostile-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { copyCurl } from './request-head.tsx';
import { toCurl } from './to-curl.ts';

/** The request as a command, to be read before it is run. */
export function ReplayCard({ request }: { readonly request: RequestRecord }) {
  const { command, notes } = useMemo(() => toCurl(request), [request]);
  return (
    <section className="card replay" aria-labelledby="replay-title">
      <header className="card-head">
        <h2 id="replay-title">As a command</h2>
        <Button kind="quiet" onClick={() => copyCurl(request)}>
          <Icon name="copy" />
          Copy
        </Button>
      </header>
      {notes.length > 0 && (
        <ul className="replay-notes">
          {notes.map((note) => (
            <li key={note}>{toVisible(note)}</li>
          ))}
        </ul>
      )}
      <pre className="body-text" tabIndex={0} role="region" aria-label="Command">
        <MarkedText text={command} />
      </pre>
    </section>
  );
}
