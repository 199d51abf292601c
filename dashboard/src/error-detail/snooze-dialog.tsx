import { useId, useState } from 'react';
import { SNOOZE_EVENTS_MAX } from '../../../schemas/limits.ts';
import type { Snooze } from '../../../schemas/triage.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';

interface SnoozeDialogProps {
  readonly onSnooze: (snooze: Snooze) => void;
  readonly onClose: () => void;
}

/** A time, a number of events, a number of users: the first that comes ends the snooze. */
export function SnoozeDialog({ onSnooze, onClose }: SnoozeDialogProps) {
  const [until, setUntil] = useState('');
  const [events, setEvents] = useState('');
  const [users, setUsers] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const send = (): void => {
    const found = toFault(until, [events, users]);
    setFault(found);
    if (found !== null) return;
    onSnooze({
      ...(until !== '' && { until: new Date(until).toISOString() }),
      ...(events !== '' && { events: Number(events) }),
      ...(users !== '' && { users: Number(users) }),
    });
    onClose();
  };
  return (
    <Dialog label="Snooze" onClose={onClose}>
      <DialogForm send="Snooze" fault={fault} noValidate onSend={send} onClose={onClose}>
        <p className="dialog-note">It is ignored until one of these, and then it has come back.</p>
        <SnoozeField label="Until" type="datetime-local" text={until} onType={setUntil} />
        <SnoozeField label="Or for so many more events" type="number" text={events} onType={setEvents} />
        <SnoozeField label="Or for so many more users" type="number" text={users} onType={setUsers} />
      </DialogForm>
    </Dialog>
  );
}

interface SnoozeFieldProps {
  readonly label: string;
  readonly type: 'datetime-local' | 'number';
  readonly text: string;
  readonly onType: (text: string) => void;
}

function SnoozeField({ label, type, text, onType }: SnoozeFieldProps) {
  const id = useId();
  return (
    <div className="dialog-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} className="field" type={type} value={text} onChange={({ target }) => onType(target.value)} />
    </div>
  );
}

function toFault(until: string, counts: readonly string[]): string | null {
  if (until === '' && counts.every((text) => text === '')) return 'Give a time, or how many more events or users.';
  if (until !== '' && !(Date.parse(until) > Date.now())) return 'The time must be one that is still to come.';
  const isCount = (text: string): boolean =>
    text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= SNOOZE_EVENTS_MAX);
  return counts.every(isCount) ? null : `A number of events or users is a whole one, up to ${SNOOZE_EVENTS_MAX}.`;
}
