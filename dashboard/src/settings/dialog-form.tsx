import type { ReactNode, SyntheticEvent } from 'react';
import { Button } from '../ui/button.tsx';
import './keys.css';

interface DialogFormProps {
  /** What the button is called that sends it. */
  readonly send: string;
  /** It cannot be sent now. */
  readonly isHeld?: boolean;
  /** Why it could not be sent. */
  readonly fault: string | null;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of a dialog: what is typed, what is wrong with it, and the two ways out. */
export function DialogForm({ send, isHeld = false, fault, onSend, onClose, children }: DialogFormProps) {
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className="key-form" onSubmit={submit}>
      {children}
      {fault !== null && (
        <p className="key-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="key-form-end">
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" disabled={isHeld}>
          {send}
        </Button>
      </div>
    </form>
  );
}
