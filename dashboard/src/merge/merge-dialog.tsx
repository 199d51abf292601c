import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { ApiError } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { toAmount, toCount } from '../ui/format.ts';
import { toHeadline } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import './merge-dialog.css';
import { mergeGroups, previewMerge } from './merge.ts';

const TITLE_CHARS = 120;

interface MergeDialogProps {
  readonly groups: readonly ErrorGroup[];
  readonly onClose: () => void;
  /** When they are one. */
  readonly onMerged: () => void;
}

/** Says what becomes one, and which of them stays. */
export function MergeDialog({ groups, onClose, onMerged }: MergeDialogProps) {
  const [firstId, setFirstId] = useState(toOldest(groups));
  const [fault, setFault] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const ids = [firstId, ...groups.map(({ id }) => id).filter((id) => id !== firstId)];
  const preview = useQuery({
    queryKey: queryKeys.mergePreview(ids),
    queryFn: ({ signal }) => previewMerge(ids, signal),
    staleTime: 0,
    retry: false,
    // Once they are merged, a preview is refused; and a feed that opens anew reads all on screen again.
    enabled: !isRunning,
  });
  const merge = async (): Promise<void> => {
    setIsRunning(true);
    try {
      await mergeGroups(ids);
      onMerged();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
      setIsRunning(false);
    }
  };
  return (
    <Dialog label={`Merge ${toAmount(groups.length, 'error')}`} onClose={onClose}>
      <DialogForm
        send="Merge"
        isHeld={isRunning || preview.data === undefined}
        fault={fault ?? preview.error?.message ?? null}
        onSend={() => void merge()}
        onClose={onClose}
      >
        <p>
          New events of each come into the one that stays. Its status and who has it stay too. It can be taken back.
        </p>
        <fieldset className="merge-choice">
          <legend>Which one stays</legend>
          {groups.map(({ id, message, count }) => (
            <label key={id}>
              <input type="radio" name="merge-first" checked={id === firstId} onChange={() => setFirstId(id)} />
              <span className="clip" dir="auto">
                {toHeadline(message, TITLE_CHARS)}
              </span>
              <span className="num">{toCount(count)}</span>
            </label>
          ))}
        </fieldset>
        {preview.data !== undefined && (
          <p className="merge-whole" aria-live="polite">
            One error with {toAmount(preview.data.error.count, 'event')}, first seen{' '}
            <RelativeTime at={preview.data.error.firstSeen} />, last seen{' '}
            <RelativeTime at={preview.data.error.lastSeen} />.
          </p>
        )}
      </DialogForm>
    </Dialog>
  );
}

function toOldest(groups: readonly ErrorGroup[]): string {
  const oldest = groups.toSorted((one, other) => Date.parse(one.firstSeen) - Date.parse(other.firstSeen))[0];
  return oldest?.id ?? '';
}
