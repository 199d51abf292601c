import type { RefObject } from 'react';
import { SearchField } from '../filters/search-field.tsx';
import { Icon } from '../ui/icon.tsx';
import './log-search.css';

interface LogSearchFieldProps {
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Goes to the next match, or to the one before. */
  readonly onStep: (step: 1 | -1) => void;
}

/** What is searched for in messages, and the way from match to match. */
export function LogSearchField({ text, field, onStep }: LogSearchFieldProps) {
  const steps = (
    <span className="log-steps">
      <button type="button" aria-label="Previous match" title="Previous match (N)" onClick={() => onStep(-1)}>
        <Icon name="chevronUp" />
      </button>
      <button type="button" aria-label="Next match" title="Next match (n)" onClick={() => onStep(1)}>
        <Icon name="chevronDown" />
      </button>
    </span>
  );
  return (
    <SearchField
      label="Search in messages"
      words="Search for this text"
      text={text}
      field={field}
      className="log-search"
      steps={steps}
    />
  );
}
