import { useId } from 'react';
import { Button } from '../ui/button.tsx';
import '../ui/dialog-form.css';
import { CopyButton } from '../ui/copy-button.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import type { NewKey } from './use-keys.ts';

interface NewKeyViewProps {
  readonly newKey: NewKey;
  readonly onDone: () => void;
}

/** The text of a key, for the only time, and the lines that it is mostly put into. */
export function NewKeyView({ newKey: { added, fault }, onDone }: NewKeyViewProps) {
  const { name, role, key } = added;
  return (
    <div className="dialog-form">
      <p>
        This is the key <strong className="key-new-name">{toVisible(name)}</strong>. It is shown now and never again:
        errord keeps only a hash of it.
      </p>
      {fault !== null && (
        <p className="dialog-fault" role="alert">
          errord is closed now, but this browser could not be logged in: {fault} Copy the key, and log in with it.
        </p>
      )}
      <Line label="Key" text={key} />
      <Line label="Header" text={`Authorization: Bearer ${key}`} />
      {role === 'ingest' ? (
        <Line label="DSN" text={toDsn(key)} />
      ) : (
        <Line label="Shell" text={`export ERRORD_KEY=${key}`} />
      )}
      <div className="dialog-form-end">
        <Button kind="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

/** For SDKs of Sentry. Some of them take nothing but a number for the project. */
function toDsn(key: string): string {
  const { protocol, host } = window.location;
  return `${protocol}//${key}@${host}/1`;
}

function Line({ label, text }: { readonly label: string; readonly text: string }) {
  const id = useId();
  return (
    <div className="key-line">
      <span id={id} className="key-label">
        {label}
      </span>
      <code className="key-text" role="textbox" aria-readonly="true" aria-labelledby={id} tabIndex={0}>
        {text}
      </code>
      <CopyButton text={text} what={`The ${label.toLowerCase()}`} label={`Copy the ${label.toLowerCase()}`} />
    </div>
  );
}
