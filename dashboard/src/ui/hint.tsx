import { type ReactNode, useId } from 'react';
import './hint.css';
import { Icon } from './icon.tsx';

interface HintProps {
  /** What the hint is about. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A question mark that explains itself when it is pointed at or focused; Escape closes it. */
export function Hint({ label, children }: HintProps) {
  const id = useId();
  return (
    <span className="hint">
      <button
        type="button"
        className="hint-sign"
        aria-label={label}
        aria-describedby={id}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      >
        <Icon name="help" />
      </button>
      <span role="tooltip" id={id} className="hint-text">
        {children}
      </span>
    </span>
  );
}
