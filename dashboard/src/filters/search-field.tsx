import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { SEARCH_CHARS_MAX } from '../../../schemas/limits.ts';
import { patchSearch } from '../router/location.ts';
import { Icon } from '../ui/icon.tsx';
import './search-field.css';

/** Typing is over when nothing was typed for so long. */
const SETTLE_MS = 180;

interface SearchFieldProps {
  /** What it searches, for screen readers. */
  readonly label: string;
  /** What stands in it while it is empty. */
  readonly words: string;
  readonly text: string;
  /** Of the parameter in the address. */
  readonly name?: string;
  /** Absent for one that has no key. */
  readonly field?: RefObject<HTMLInputElement | null>;
  readonly className?: string;
  /** What the API takes. */
  readonly charsMax?: number;
  /** Stands at the end while something is searched for, in place of the key. */
  readonly steps?: ReactNode;
}

/** What a list is searched for, kept in the address: as `q`, unless it is told otherwise. */
export function SearchField(props: SearchFieldProps) {
  const { label, words, text, name = 'q', field, className = '', charsMax = SEARCH_CHARS_MAX, steps } = props;
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return;
    const timer = window.setTimeout(() => patchSearch({ [name]: typed }, { replace: true }), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [name, typed, text]);
  return (
    <div className={`search ${className}`}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        className="field"
        aria-label={label}
        placeholder={words}
        maxLength={charsMax}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape' || key === 'Enter') currentTarget.blur();
        }}
      />
      {text !== '' && steps !== undefined ? steps : field !== undefined && <kbd className="key">/</kbd>}
    </div>
  );
}
