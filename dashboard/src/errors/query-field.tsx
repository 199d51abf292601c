import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import type { Suggestions } from '../../../schemas/error-group.ts';
import { parseGroupQuery } from '../../../schemas/group-query.ts';
import { GROUP_QUERY_CHARS_MAX } from '../../../schemas/limits.ts';
import { patchSearch } from '../router/location.ts';
import { toOneLine } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import '../filters/search-field.css';
import './query-field.css';
import { useSuggestions } from './use-suggestions.ts';

/** Typing is over when nothing was typed for so long. */
const SETTLE_MS = 180;

interface QueryFieldProps {
  readonly projectId: string | null;
  /** As the address has it. */
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** The query of the list, kept as `q` in the address once it can be read, with what it may go on with. */
export function QueryField({ projectId, text, field }: QueryFieldProps) {
  const id = useId();
  const [typed, setTyped] = useTyped(text);
  const [cursor, setCursor] = useState<number | null>(null);
  const [active, setActive] = useState(-1);
  const before = cursor === null ? null : typed.slice(0, cursor);
  const { from, suggestions } = useSuggestions(projectId, before);
  const parsed = parseGroupQuery(typed);
  const isOpen = before !== null && suggestions.length > 0 && from <= before.length;
  const close = (): void => {
    setCursor(null);
    setActive(-1);
  };
  const take = (index: number): void => {
    const suggestion = suggestions[index];
    if (suggestion === undefined || cursor === null) return;
    // A key is followed by its value, a value by the next term.
    const end = suggestion.text.endsWith(':') ? '' : ' ';
    const next = typed.slice(0, from) + suggestion.text + end;
    setTyped((next + typed.slice(cursor).trimStart()).slice(0, GROUP_QUERY_CHARS_MAX));
    setCursor(next.length);
    setActive(-1);
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, currentTarget } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) setCursor(currentTarget.selectionStart ?? typed.length);
      else setActive(step(active, key === 'ArrowDown' ? 1 : -1, suggestions.length));
    } else if (key === 'Enter' && isOpen && active >= 0) {
      event.preventDefault();
      take(active);
    } else if (key === 'Escape' && isOpen) close();
    else if (key === 'Escape' || key === 'Enter') currentTarget.blur();
  };
  return (
    <div className="search query">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        role="combobox"
        className="field"
        aria-label="Search errors"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={parsed.ok ? undefined : `${id}-fault`}
        aria-invalid={!parsed.ok}
        placeholder="Words, or is:regressed release:2.8.1 -timeout"
        autoComplete="off"
        spellCheck={false}
        maxLength={GROUP_QUERY_CHARS_MAX}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setCursor(target.value === '' ? null : (target.selectionStart ?? target.value.length));
          setActive(-1);
        }}
        onBlur={close}
        onKeyDown={onKey}
      />
      <kbd className="key">/</kbd>
      <SuggestionList id={id} suggestions={isOpen ? suggestions : []} active={active} onTake={take} />
      {!parsed.ok && !isOpen && <Fault id={`${id}-fault`} sentence={parsed.fault.sentence} />}
    </div>
  );
}

function Fault({ id, sentence }: { readonly id: string; readonly sentence: string }) {
  return (
    <p id={id} className="query-fault" role="status">
      {toOneLine(sentence)}
    </p>
  );
}

interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: Suggestions['suggestions'];
  readonly active: number;
  readonly onTake: (index: number) => void;
}

/** The keys of the list are those of the field, which keeps the focus. */
function SuggestionList({ id, suggestions, active, onTake }: SuggestionListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Suggestions"
      className="query-list"
      hidden={suggestions.length === 0}
    >
      {suggestions.map(({ text, meaning }, index) => (
        <div
          key={text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="query-option"
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(index);
          }}
        >
          <span className="mono clip">{toOneLine(text)}</span>
          {meaning !== undefined && <span className="query-meaning clip">{meaning}</span>}
        </div>
      ))}
    </div>
  );
}

/** What is typed, and in the address when it has settled and can be read. */
function useTyped(text: string) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text || !parseGroupQuery(typed).ok) return;
    const timer = window.setTimeout(() => patchSearch({ q: typed }, { replace: true }), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [typed, text]);
  return [typed, setTyped] as const;
}

/** The next of a round of places, beginning outside of it. */
function step(from: number, by: 1 | -1, count: number): number {
  if (from === -1) return by === 1 ? 0 : count - 1;
  return (from + by + count) % count;
}
