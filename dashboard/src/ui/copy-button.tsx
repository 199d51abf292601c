import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import './copy-button.css';
import { tryCopy } from './copy-text.ts';
import { Icon } from './icon.tsx';

const CONFIRMED_MS = 2000;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as a sentence begins: "The snippet". */
  readonly what: string;
  /** Names the button where there are several. */
  readonly label?: string;
}

/** Copies a text, and says for a moment that it did. */
export function CopyButton({ text, what, label }: CopyButtonProps) {
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
      <Button
        className="copy-button"
        aria-label={isCopied ? undefined : label}
        data-copied={isCopied || undefined}
        onClick={() => void copy()}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? `${what} is in the clipboard` : ''}
      </span>
    </>
  );
}
