import { STATUS_ACTIONS, type StatusAction } from '../status/set-status.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import './bulk-bar.css';

interface BulkBarProps {
  readonly count: number;
  readonly onAct: (action: StatusAction) => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}

/** What can be done with the selected groups. */
export function BulkBar({ count, onAct, onSelectAll, onClear }: BulkBarProps) {
  return (
    <div className="bulk-bar" role="toolbar" aria-label="Selected errors">
      <span className="bulk-count num" aria-live="polite">
        {count} selected
      </span>
      <Button kind="quiet" onClick={onSelectAll}>
        All loaded
      </Button>
      <span className="bulk-rule" />
      {STATUS_ACTIONS.map((action) => (
        <Button key={action.key} kind="quiet" onClick={() => onAct(action)}>
          <Icon name={action.icon} />
          {action.label}
          <kbd className="key">{action.key}</kbd>
        </Button>
      ))}
      <Button kind="quiet" square aria-label="Clear the selection" onClick={onClear}>
        <Icon name="close" />
      </Button>
    </div>
  );
}
