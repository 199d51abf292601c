import { type RefObject, useEffect, useState } from 'react';
import { patchSearch } from '../router/location.ts';
import { Icon } from './icon.tsx';

/** Typing is over when nothing was typed for so long. */
const SETTLE_MS = 180;

interface SearchFieldProps {
  /** What it searches, for screen readers. */
  readonly label: string;
  /** What stands in it while it is empty. */
  readonly words: string;
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** What a list is searched for, kept as `q` in the address. */
export function SearchField({ label, words, text, field }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return;
    const timer = window.setTimeout(() => patchSearch({ q: typed }, { replace: true }), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [typed, text]);
  return (
    <div className="search">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        className="field"
        aria-label={label}
        placeholder={words}
        maxLength={256}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape' || key === 'Enter') currentTarget.blur();
        }}
      />
      <kbd className="key">/</kbd>
    </div>
  );
}
