import { useState } from 'react';
import type { AlertChannel } from '../../../schemas/alerts.ts';
import type { AlertReason, ChannelKind } from '../../../schemas/words.ts';
import { ApiError } from '../api/client.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { Segments } from '../ui/segments.tsx';
import { CHANNEL_FIELDS, CHANNEL_KIND_OPTIONS, RULE_FIELDS, toChannel, toRule, WHEN_OPTIONS } from './alert-fields.ts';
import { type Typed, TypedFields } from './typed-fields.tsx';
import { setChannel, setRule } from './use-alerts.ts';

interface AlertDialogProps {
  readonly adding: 'channel' | 'rule';
  readonly channels: readonly AlertChannel[];
  readonly onClose: () => void;
}

/** Adds a channel or a rule, or takes the place of the one that has its name. */
export function AlertDialog({ adding, channels, onClose }: AlertDialogProps) {
  return (
    <Dialog label={adding === 'channel' ? 'Add a channel' : 'Add a rule'} onClose={onClose}>
      {adding === 'channel' ? (
        <ChannelForm onClose={onClose} />
      ) : (
        <RuleForm channels={channels.map(({ name }) => name)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ChannelForm({ onClose }: Pick<AlertDialogProps, 'onClose'>) {
  const [kind, setKind] = useState<ChannelKind>('webhook');
  const [typed, setTyped] = useState<Typed>({});
  return (
    <Form onSend={() => setChannel(toChannel(kind, typed))} onClose={onClose}>
      <Segments label="Kind" value={kind} options={CHANNEL_KIND_OPTIONS} onChange={setKind} />
      <TypedFields fields={CHANNEL_FIELDS[kind]} typed={typed} onType={setTyped} />
    </Form>
  );
}

function RuleForm({ channels, onClose }: { readonly channels: readonly string[]; readonly onClose: () => void }) {
  const [when, setWhen] = useState<AlertReason>('new');
  const [typed, setTyped] = useState<Typed>({});
  const [chosen, setChosen] = useState<readonly string[]>(channels.slice(0, 1));
  const toggle = (name: string): void =>
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <Form onSend={() => setRule(toRule(when, typed, chosen))} onClose={onClose}>
      <Segments label="When an error" value={when} options={WHEN_OPTIONS} onChange={setWhen} />
      <TypedFields
        fields={RULE_FIELDS.filter(({ name }) => name !== 'perMinute' || when === 'rate')}
        typed={typed}
        onType={setTyped}
      />
      <fieldset>
        <legend className="key-label">Tell</legend>
        {channels.map((name) => (
          <label key={name} className="alert-choice">
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {toVisible(name)}
          </label>
        ))}
      </fieldset>
    </Form>
  );
}

interface FormProps {
  readonly onSend: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: React.ReactNode;
}

function Form({ onSend, onClose, children }: FormProps) {
  const [isRunning, setIsRunning] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setIsRunning(true);
    setFault(null);
    try {
      await onSend();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
      setIsRunning(false);
    }
  };
  return (
    <DialogForm send="Save" isHeld={isRunning} fault={fault} onSend={() => void send()} onClose={onClose}>
      {children}
    </DialogForm>
  );
}
