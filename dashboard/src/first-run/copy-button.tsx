import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { tryCopy } from '../ui/copy-text.ts';
import { Icon } from '../ui/icon.tsx';

const CONFIRMED_MS = 2000;

/** Copies a text, and says for a moment that it did. */
export function CopyButton({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = window.setTimeout(() => setCopied(null), CONFIRMED_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    if (await tryCopy(text)) setCopied(text);
  };
  // Of this text: what was copied before another was shown is nothing to confirm.
  const isCopied = copied === text;
  return (
    <>
      <Button className="copy-button" data-copied={isCopied || undefined} onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? 'The snippet is in the clipboard' : ''}
      </span>
    </>
  );
}
