import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import './dialog.css';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Leaves out the title bar: the content has a heading or field of its own. */
  readonly bare?: boolean;
  /** A click beside it does not close it: what it shows is not shown again. */
  readonly isHeld?: boolean;
}

/** A dialog of the platform: the focus stays inside and returns, Escape closes, the page behind is inert. */
export function Dialog({ label, onClose, children, bare = false, isHeld = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  // A layout effect ends before the element is gone: only a dialog that is there gives the focus back when it closes.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const closeFromBackdrop = (event: MouseEvent<HTMLDialogElement>): void => {
    if (event.target === element.current && !isHeld) onClose();
  };
  return (
    // The keyboard's way to do what the click on the backdrop does is Escape, which is `onCancel`.
    <dialog ref={element} className="dialog" aria-label={label} onCancel={onClose} onClick={closeFromBackdrop}>
      <div className="dialog-body">
        {!bare && (
          <header className="dialog-head">
            <h2>{label}</h2>
            <Button kind="quiet" square aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </Button>
          </header>
        )}
        {children}
      </div>
    </dialog>
  );
}
