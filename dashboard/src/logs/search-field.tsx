import { type RefObject, useEffect, useState } from 'react';
import { patchSearch } from '../router/location.ts';
import { Icon } from '../ui/icon.tsx';
import { SEARCH_CHARS_MAX } from './filters.ts';

/** Typing is over when nothing was typed for so long. */
const SETTLE_MS = 180;

interface SearchFieldProps {
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Goes to the next match, or to the one before. */
  readonly onStep: (step: 1 | -1) => void;
}

/** What is searched for in messages, and the way from match to match. */
export function SearchField({ text, field, onStep }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return;
    const timer = window.setTimeout(() => patchSearch({ q: typed }, { replace: true }), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [typed, text]);
  return (
    <div className="search log-search">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        className="field"
        aria-label="Search in messages"
        placeholder="Search messages"
        maxLength={SEARCH_CHARS_MAX}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape' || key === 'Enter') currentTarget.blur();
        }}
      />
      {text === '' ? (
        <kbd className="key">/</kbd>
      ) : (
        <span className="log-steps">
          <button type="button" aria-label="Previous match" title="Previous match (N)" onClick={() => onStep(-1)}>
            <Icon name="chevronUp" />
          </button>
          <button type="button" aria-label="Next match" title="Next match (n)" onClick={() => onStep(1)}>
            <Icon name="chevronDown" />
          </button>
        </span>
      )}
    </div>
  );
}
