import { useState } from 'react';
import type { Key } from '../../../schemas/keys.ts';
import { ApiError } from '../api/client.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
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
      <DialogForm
        send={isLast ? 'Revoke it, and open errord to everybody' : 'Revoke'}
        kind="danger"
        isHeld={isRunning}
        fault={fault}
        onSend={() => void revoke()}
        onClose={onClose}
      >
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
      </DialogForm>
    </Dialog>
  );
}
