import { useId, useState } from 'react';
import type { Span } from '../router/time-range.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';

interface TimeDialogProps {
  /** What the fields begin with. */
  readonly span: Span;
  /** Nothing is known of before. */
  readonly earliestMs?: number;
  readonly onChoose: (span: Span) => void;
  readonly onClose: () => void;
}

/** A time to the minute, in the clock of this browser. */
export function TimeDialog({ span, earliestMs, onChoose, onClose }: TimeDialogProps) {
  const [from, setFrom] = useState(() => toFieldText(span.fromMs));
  const [to, setTo] = useState(() => toFieldText(span.toMs));
  const [fault, setFault] = useState<string | null>(null);
  const send = (): void => {
    const chosen = { fromMs: Date.parse(from), toMs: Date.parse(to) };
    const found = toFault(chosen, earliestMs);
    setFault(found);
    if (found !== null) return;
    onChoose(chosen);
    onClose();
  };
  return (
    <Dialog label="Time" onClose={onClose}>
      <DialogForm send="Show" fault={fault} onSend={send} onClose={onClose}>
        <TimeField label="From" text={from} onType={setFrom} />
        <TimeField label="To" text={to} onType={setTo} />
      </DialogForm>
    </Dialog>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onType: (text: string) => void;
}

function TimeField({ label, text, onType }: TimeFieldProps) {
  const id = useId();
  return (
    <div className="dialog-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        type="datetime-local"
        step={60}
        required
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
    </div>
  );
}

function toFault({ fromMs, toMs }: Span, earliestMs: number | undefined): string | null {
  if (Number.isNaN(fromMs) || Number.isNaN(toMs)) return 'Give both times.';
  if (toMs > Date.now() + MINUTE_MS) return 'Nothing has happened yet after now: choose times that are over.';
  if (fromMs >= toMs) return 'The end must be after the beginning.';
  if (earliestMs !== undefined && fromMs < earliestMs) {
    return `Counters go back to ${toFieldText(earliestMs).replace('T', ', ')}: begin after that.`;
  }
  return null;
}

/** The field has whole minutes, and the one that is running is chosen with its end. */
const MINUTE_MS = 60_000;

/** As the field of the platform has it: local time, to the minute. */
function toFieldText(timeMs: number): string {
  const local = new Date(timeMs - new Date(timeMs).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
