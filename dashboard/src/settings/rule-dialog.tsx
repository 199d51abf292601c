import { useState } from 'react';
import type { GroupingRule } from '../../../schemas/project-settings.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { DEFAULT_FINGERPRINT, GROUPING_RULE_FIELDS, hasCondition, toGroupingRule } from './rule-fields.ts';
import { type FieldFault, type Typed, TypedFields } from './typed-fields.tsx';

interface RuleDialogProps {
  /** Null for a new one. */
  readonly rule: GroupingRule | null;
  readonly fault: FieldFault | null;
  readonly onDone: (rule: GroupingRule) => void;
  readonly onClose: () => void;
}

/** One rule as it is typed; what becomes of it is decided where the others are. */
export function RuleDialog({ rule, fault, onDone, onClose }: RuleDialogProps) {
  const { ignore: isIgnoring = false, ...texts } = rule ?? {};
  const [typed, setTyped] = useState<Typed>(texts);
  const [ignore, setIgnore] = useState(isIgnoring);
  const [problem, setProblem] = useState<string | null>(null);
  const finish = (): void => {
    const next = toGroupingRule(typed, ignore);
    if (next === null) setProblem('Say what the events are grouped by, or have them ignored.');
    else if (hasCondition(next)) onDone(next);
    else setProblem('Say at least one of type, message, file and package: a rule without any would take every event.');
  };
  return (
    <Dialog label={rule === null ? 'Add a rule' : 'Edit a rule'} onClose={onClose}>
      <DialogForm send={rule === null ? 'Add' : 'Change'} fault={problem} onSend={finish} onClose={onClose}>
        <p className="dialog-note">
          All that is said must hold, of the whole value, case and all. * stands for any characters, {'{type}'} in the
          fingerprint for the type of the event. Alone, {DEFAULT_FINGERPRINT} leaves the event what it would be grouped
          by without the rule.
        </p>
        <TypedFields fields={GROUPING_RULE_FIELDS} typed={typed} fault={fault} onType={setTyped} />
        <label className="alert-choice">
          <input type="checkbox" checked={ignore} onChange={() => setIgnore(!ignore)} /> Ignore the error where it is
          new, or would come back
        </label>
      </DialogForm>
    </Dialog>
  );
}
