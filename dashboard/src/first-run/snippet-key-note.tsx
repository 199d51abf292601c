import { useState } from 'react';
import { KEY_PLACE } from '../../../src/sdk-addresses.ts';
import { useMayChange, useSession } from '../api/session.ts';
import { useStore } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { addSnippetKey, snippetKey } from './snippet-key.ts';

/** What the snippet in view sends with to a daemon that wants a key. */
export function SnippetKeyNote({ isKeyless }: { readonly isKeyless: boolean }) {
  const { data: session } = useSession();
  const mayChange = useMayChange();
  const key = useStore(snippetKey);
  const [isRunning, setIsRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (session?.isClosed !== true) return null;
  if (isKeyless) {
    return (
      <p className="snippet-hint">
        This daemon wants a key, and SDKs in Node send none with such copies: it refuses them.
      </p>
    );
  }
  if (key !== null) {
    return <p className="snippet-hint">The copy holds the key “{key.name}”, which sends and does nothing else.</p>;
  }
  const add = async (): Promise<void> => {
    setIsRunning(true);
    setFault(await addSnippetKey());
    setIsRunning(false);
  };
  return (
    <div className="snippet-hint snippet-key">
      <p>
        This daemon wants a key, which goes where <code>{KEY_PLACE}</code> stands.
        {!mayChange && ' Ask an admin for one that sends.'}
      </p>
      {mayChange && (
        <Button disabled={isRunning} onClick={() => void add()}>
          Add a key for the snippets
        </Button>
      )}
      {fault !== null && <p role="alert">{fault}</p>}
    </div>
  );
}
