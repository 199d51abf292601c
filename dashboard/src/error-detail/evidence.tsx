import { type PointerEvent, useId, useState } from 'react';
import type { ExplanationEvidence } from '../../../schemas/error-group.ts';
import { toVisible } from '../ui/hostile-text.ts';
import './evidence.css';

const SHOWN_BY: Readonly<Record<ExplanationEvidence['shownBy'], string>> = {
  message: 'In the message',
  sourceLine: 'In the source line',
  frame: 'In the stack',
  code: 'The code of the error',
  cause: 'In the cause',
};

/** Words that an explanation has from the event; the place where the event says them shows on hover, focus and touch. */
export function Evidence({ words, evidence }: { readonly words: string; readonly evidence: ExplanationEvidence }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const open = (): void => setOpen(true);
  const close = (): void => setOpen(false);
  const leave = ({ currentTarget }: PointerEvent<HTMLElement>): void => {
    if (!currentTarget.contains(document.activeElement)) close();
  };
  return (
    // The tip is inside, so that the pointer may go there and stay.
    <span className="evidence" onPointerEnter={open} onPointerLeave={leave}>
      <button
        type="button"
        className="evidence-words"
        aria-describedby={isOpen ? id : undefined}
        onFocus={open}
        onBlur={close}
        onClick={({ currentTarget }) => {
          // Safari does not do it by itself, and without it nothing closes the tip.
          currentTarget.focus();
          open();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return;
          // Else it would leave the page as well.
          event.stopPropagation();
          close();
        }}
      >
        <code>{words}</code>
      </button>
      {isOpen && <Tip id={id} evidence={evidence} />}
    </span>
  );
}

function Tip({ id, evidence }: { readonly id: string; readonly evidence: ExplanationEvidence }) {
  return (
    <span id={id} role="tooltip" className="evidence-tip">
      <span className="evidence-place">{SHOWN_BY[evidence.shownBy]}</span>
      <code>{toVisible(evidence.text)}</code>
    </span>
  );
}
