import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ErrorGroup, GroupPart } from '../../../schemas/error-group.ts';
import type { Merged } from '../../../schemas/merge.ts';
import { ApiError } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { toAmount } from '../ui/format.ts';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import './merge-dialog.css';
import { previewUnmerge, unmergeGroup } from './merge.ts';

const TITLE_CHARS = 120;

interface UnmergeDialogProps {
  readonly groupId: string;
  readonly parts: readonly GroupPart[];
  /** The part that is chosen at first. */
  readonly chosenId: string;
  /** Also when they are apart. */
  readonly onClose: () => void;
}

/** Says what each part would be, lets some be chosen, and says what stays. */
export function UnmergeDialog({ groupId, parts, chosenId, onClose }: UnmergeDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>([chosenId]);
  const [fault, setFault] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  // In one order, so that a choice that was looked at before is not asked for again.
  const ids = parts.map(({ id }) => id).filter((id) => id !== groupId);
  const leavingIds = ids.filter((id) => chosen.includes(id));
  const all = usePreview(groupId, ids, !isRunning);
  const some = usePreview(groupId, leavingIds, !isRunning && leavingIds.length > 0);
  const takeApart = async (): Promise<void> => {
    setIsRunning(true);
    try {
      await unmergeGroup(groupId, leavingIds);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
      setIsRunning(false);
    }
  };
  const toggle = (id: string): void =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const isTold = some.isSuccess && !some.isPlaceholderData && leavingIds.length > 0;
  return (
    <Dialog label="Take apart" onClose={onClose}>
      <DialogForm
        send="Take apart"
        isHeld={isRunning || !isTold}
        fault={fault ?? all.error?.message ?? some.error?.message ?? null}
        onSend={() => void takeApart()}
        onClose={onClose}
      >
        <p>Each is what it was, with the events that came since. It can be taken back.</p>
        <fieldset className="merge-choice">
          <legend>What is taken out</legend>
          {parts
            .filter(({ id }) => id !== groupId)
            .map((part) => (
              <PartChoice
                key={part.id}
                part={part}
                group={all.data?.groups.find(({ id }) => id === part.id)}
                isChosen={leavingIds.includes(part.id)}
                onToggle={() => toggle(part.id)}
              />
            ))}
        </fieldset>
        {some.data !== undefined && leavingIds.length > 0 && <WhatStays preview={some.data} />}
      </DialogForm>
    </Dialog>
  );
}

/** Once they are apart a preview is refused; and a feed that opens anew reads all on screen again. */
function usePreview(groupId: string, ids: readonly string[], enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.unmergePreview(groupId, ids),
    queryFn: ({ signal }) => previewUnmerge(groupId, ids, signal),
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    enabled,
  });
}

interface PartChoiceProps {
  readonly part: GroupPart;
  /** As it would be; undefined while that is asked for. */
  readonly group: ErrorGroup | undefined;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function PartChoice({ part, group, isChosen, onToggle }: PartChoiceProps) {
  return (
    <label>
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span className="clip" dir="auto">
        {toHeadline(part.message, TITLE_CHARS)}
      </span>
      {group === undefined ? <span /> : <StatusBadge status={group.status} />}
      <span className="merge-facts mono">{toVisible(toOrigin(group ?? part))}</span>
      {group !== undefined && (
        <span className="merge-facts">
          <EventFacts group={group} />
        </span>
      )}
    </label>
  );
}

/** The type, and where the latest event came from. */
function toOrigin({ type, culprit }: Pick<ErrorGroup, 'type' | 'culprit'>): string {
  const place = [culprit?.file, culprit?.line].filter((part) => part !== undefined).join(':');
  return [type, culprit?.function, place].filter((part) => part !== undefined && part !== '').join(' · ');
}

function WhatStays({ preview: { error, looked } }: { readonly preview: Merged }) {
  return (
    <p className="merge-whole" aria-live="polite">
      “{toHeadline(error.message, TITLE_CHARS)}” stays with <EventFacts group={error} />.
      {looked?.isWhole === false && ` Counted in the newest ${toAmount(looked.events, 'event')}.`}
    </p>
  );
}

function EventFacts({ group: { count, firstSeen, lastSeen } }: { readonly group: ErrorGroup }) {
  return (
    <>
      {toAmount(count, 'event')}, first seen <RelativeTime at={firstSeen} />, last seen <RelativeTime at={lastSeen} />
    </>
  );
}
