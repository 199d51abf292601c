import { STATUS_ACTIONS, type StatusAction } from '../status/set-status.ts';
import { Button } from '../ui/button.tsx';
import { toCount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import './bulk-bar.css';

interface BulkBarProps {
  readonly count: number;
  /** How many the filters leave; null when that is not counted to the end. */
  readonly total: number | null;
  /** Whether there are rows that have not been read. */
  readonly hasMore: boolean;
  readonly isAll: boolean;
  readonly onAct: (action: StatusAction) => void;
  readonly onSelectLoaded: () => void;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  /** Null where what is selected cannot be one. */
  readonly onMerge: (() => void) | null;
}

/** What can be done with the selected groups. */
export function BulkBar(props: BulkBarProps) {
  const { count, total, hasMore, isAll, onAct, onSelectLoaded, onSelectAll, onClear, onMerge } = props;
  const all = total === null ? 'All that match' : `All ${toCount(total)} that match`;
  return (
    <div className="bulk-bar" role="toolbar" aria-label="Selected errors">
      <span className="bulk-count num" aria-live="polite">
        {isAll ? `${all}: selected` : `${toCount(count)} selected`}
      </span>
      {!isAll && (
        <Button kind="quiet" onClick={onSelectLoaded}>
          All loaded
        </Button>
      )}
      {!isAll && hasMore && (
        <Button kind="quiet" onClick={onSelectAll}>
          {all}
        </Button>
      )}
      <span className="bulk-rule" />
      <div className="bulk-actions">
        {STATUS_ACTIONS.map((action) => (
          <Button key={action.key} kind="quiet" onClick={() => onAct(action)}>
            <Icon name={action.icon} />
            <span>{action.label}</span>
            <kbd className="key">{action.key}</kbd>
          </Button>
        ))}
        {onMerge !== null && (
          <Button kind="quiet" onClick={onMerge}>
            <Icon name="merge" />
            <span>Merge</span>
          </Button>
        )}
      </div>
      <Button kind="quiet" square className="bulk-clear" aria-label="Clear the selection" onClick={onClear}>
        <Icon name="close" />
      </Button>
    </div>
  );
}
