import { useState } from 'react';
import type { Key } from '../../../schemas/keys.ts';
import { ApiError } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import '../ui/dialog-form.css';
import { Dialog } from '../ui/dialog.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { showToast } from '../ui/toasts.ts';
import { revokeKey } from './use-keys.ts';

interface RevokeDialogProps {
  readonly doomed: Key;
  /** This browser is logged in with it. */
  readonly isOwn: boolean;
  readonly onClose: () => void;
}

/** Says what ends with the key, and asks a second time for the last one of an admin. */
export function RevokeDialog({ doomed, isOwn, onClose }: RevokeDialogProps) {
  const [isRunning, setIsRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isLast, setIsLast] = useState(false);
  const revoke = async (): Promise<void> => {
    setIsRunning(true);
    setFault(null);
    try {
      await revokeKey(doomed, isLast);
      showToast({ key: 'revoke', tone: 'good', text: `Revoked ${toVisible(doomed.name)}` });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'last_admin_key') setIsLast(true);
      else setFault(error.message);
      setIsRunning(false);
    }
  };
  return (
    <Dialog label="Revoke a key" onClose={onClose}>
      <div className="dialog-form">
        <p>
          <strong className="key-new-name">{toVisible(doomed.name)}</strong> counts for nothing from now on: what is
          sent with it is refused, and who is logged in with it is logged out. It cannot be taken back.
        </p>
        {isOwn && !isLast && <p>This browser is logged in with it.</p>}
        {isLast && (
          <p className="dialog-fault" role="alert">
            It is the last key of an admin. Without it errord is open: whoever reaches this address may send, read,
            change and delete.
          </p>
        )}
        {fault !== null && (
          <p className="dialog-fault" role="alert">
            {fault}
          </p>
        )}
        <div className="dialog-form-end">
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="danger" disabled={isRunning} onClick={() => void revoke()}>
            {isLast ? 'Revoke it, and open errord to everybody' : 'Revoke'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
