import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { EventRecord } from '../../../schemas/event.ts';
import { GROUPING_CONDITION_CHARS_MAX } from '../../../schemas/limits.ts';
import type { Split } from '../../../schemas/split.ts';
import { ApiError } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { toAmount, toCount } from '../ui/format.ts';
import { toHeadline } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { previewSplit, splitGroup } from './split.ts';
import './split-dialog.css';
import { type Conditions, hasCondition, SPLIT_FIELDS, toOffers, withCondition } from './split-fields.ts';

const TITLE_CHARS = 120;

/** Typing is over when nothing was typed for so long. */
const SETTLE_MS = 180;

interface SplitDialogProps {
  readonly groupId: string;
  /** The one that is shown: what it has is offered. Null while it is being read. */
  readonly event: EventRecord | null;
  /** Also when it is done. */
  readonly onClose: () => void;
}

/** Asks which events are taken out of an error, and says what would come of it before. */
export function SplitDialog({ groupId, event, onClose }: SplitDialogProps) {
  const [typed, setTyped] = useState<Conditions>({});
  const [fault, setFault] = useState<string | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const settled = useSettled(typed);
  const preview = useQuery({
    queryKey: queryKeys.splitPreview(groupId, settled),
    queryFn: ({ signal }) => previewSplit(groupId, settled, signal),
    staleTime: 0,
    retry: false,
    // Once it is split, a preview is refused; and a feed that opens anew reads all on screen again.
    enabled: !isRunning && hasCondition(settled),
  });
  // A preview of what was typed before says nothing of what is typed now.
  const isCurrent = settled === typed && hasCondition(typed);
  const told = isCurrent && preview.isSuccess ? preview.data : undefined;
  const refusal = isCurrent ? (preview.error?.message ?? null) : null;
  const split = async (): Promise<void> => {
    setIsRunning(true);
    try {
      await splitGroup(groupId, typed);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
      setIsRunning(false);
    }
  };
  const offers = event === null ? null : toOffers(event);
  return (
    <Dialog label="Split this error" onClose={onClose}>
      <DialogForm
        send="Split"
        isHeld={isRunning || told === undefined}
        fault={fault}
        onSend={() => void split()}
        onClose={onClose}
      >
        <p className="dialog-note">
          All that you fill in must hold, of the whole value, case and all; * stands for any characters. Such events
          become an error of their own, and so do those that come later. It can be taken back.
        </p>
        {SPLIT_FIELDS.map(({ name, label, placeholder }) => (
          <ConditionInput
            key={name}
            label={label}
            placeholder={placeholder}
            text={typed[name] ?? ''}
            offers={offers?.[name] ?? []}
            onType={(text) => {
              setFault(null);
              setTyped(withCondition(typed, name, text));
            }}
          />
        ))}
        <div className="split-preview" aria-live="polite">
          {told !== undefined && <WhatWouldBe preview={told} />}
          {refusal !== null && (
            <p className="dialog-fault" role="alert">
              {refusal}
            </p>
          )}
          {!hasCondition(typed) && <p className="dialog-note">Fill in one of them to see what would be taken out.</p>}
        </div>
      </DialogForm>
    </Dialog>
  );
}

/** What was typed, once that is over. */
function useSettled(typed: Conditions): Conditions {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(typed), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, [typed]);
  return settled;
}

interface ConditionInputProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly offers: readonly string[];
  readonly onType: (text: string) => void;
}

/** One condition, and what the event on the screen has to fill in there. */
function ConditionInput({ label, placeholder, text, offers, onType }: ConditionInputProps) {
  const id = useId();
  return (
    <div className="dialog-field">
      <div className="split-field-head">
        <label htmlFor={id}>{label}</label>
        {offers.length > 0 && (
          <div className="split-offers" role="group" aria-label={`${label} of this event`}>
            <span>this event:</span>
            {offers.map((offer) => (
              <Button key={offer} kind="quiet" title={`Fill in: ${offer}`} onClick={() => onType(offer)}>
                <span className="clip mono" dir="auto">
                  {offer}
                </span>
              </Button>
            ))}
          </div>
        )}
      </div>
      <input
        id={id}
        className="field"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={GROUPING_CONDITION_CHARS_MAX}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
    </div>
  );
}

function WhatWouldBe({ preview: { made, error, looked } }: { readonly preview: Split }) {
  return (
    <p className="split-told">
      “<bdi>{toHeadline(made.message, TITLE_CHARS)}</bdi>” would be an error of its own with{' '}
      {toAmount(made.count, 'event')}, first seen <RelativeTime at={made.firstSeen} />, last seen{' '}
      <RelativeTime at={made.lastSeen} />; {toCount(error.count)} {error.count === 1 ? 'stays' : 'stay'}.
      {looked?.isWhole === false && ` Counted in the newest ${toAmount(looked.events, 'event')}.`}
    </p>
  );
}
