import type { ReactNode, SyntheticEvent } from 'react';
import { Button } from './button.tsx';
import './dialog-form.css';

interface DialogFormProps {
  /** What the button is called that sends it. */
  readonly send: string;
  /** `danger` for what cannot be taken back. */
  readonly kind?: 'primary' | 'danger';
  /** It cannot be sent now. */
  readonly isHeld?: boolean;
  /** What is wrong is told by `fault` alone, not by the browser. */
  readonly noValidate?: boolean;
  /** Why it could not be sent. */
  readonly fault: string | null;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of a dialog: what is typed, what is wrong with it, and the two ways out. */
export function DialogForm({ send, kind = 'primary', isHeld = false, noValidate = false, ...props }: DialogFormProps) {
  const { fault, onSend, onClose, children } = props;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className="dialog-form" onSubmit={submit} noValidate={noValidate}>
      {children}
      {fault !== null && (
        <p className="dialog-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="dialog-form-end">
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind={kind} type="submit" disabled={isHeld}>
          {send}
        </Button>
      </div>
    </form>
  );
}
