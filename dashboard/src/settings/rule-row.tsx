import type { GroupingRule } from '../../../schemas/project-settings.ts';
import { Button } from '../ui/button.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { CONDITION_FIELDS } from './rule-fields.ts';

export type Way = 'up' | 'down';

interface RuleRowProps {
  readonly rule: GroupingRule;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** The daemon refused it. */
  readonly isWrong: boolean;
  readonly onMove: (way: Way) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One rule: what it asks of an event, what it groups by, and what can be done to it. */
export function RuleRow({ rule, isFirst, isLast, isWrong, onMove, onEdit, onRemove }: RuleRowProps) {
  const shown = toVisible(rule.name);
  const toMove = (way: Way, isAtEnd: boolean) => (
    <Button
      kind="quiet"
      square
      data-way={way}
      disabled={isAtEnd}
      aria-label={`Move ${shown} ${way}`}
      title={`Move ${way}`}
      onClick={() => onMove(way)}
    >
      <Icon name={way === 'up' ? 'arrowUp' : 'arrowDown'} />
    </Button>
  );
  return (
    <li className="rule-row" data-wrong={isWrong || undefined}>
      <div className="key-main">
        <span className="key-name" dir="auto">
          {shown}
        </span>
        <dl className="rule-facts">
          {CONDITION_FIELDS.map(({ name, label }) => (
            <RuleFact key={name} label={label} text={rule[name]} />
          ))}
          <RuleFact label="Fingerprint" text={rule.fingerprint} />
          {rule.ignore === true && (
            <div>
              <dt>Ignored</dt>
              <dd>where it is new, or would come back</dd>
            </div>
          )}
        </dl>
      </div>
      <span className="rule-ways">
        {toMove('up', isFirst)}
        {toMove('down', isLast)}
        <Button kind="quiet" aria-label={`Edit ${shown} …`} onClick={onEdit}>
          Edit …
        </Button>
        <Button kind="quiet" square aria-label={`Remove ${shown}`} title="Remove" onClick={onRemove}>
          <Icon name="close" />
        </Button>
      </span>
    </li>
  );
}

function RuleFact({ label, text }: { readonly label: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{toVisible(text)}</code>
      </dd>
    </div>
  );
}
