import { useState } from 'react';
import { useGroupingChange, usePreview } from '../api/grouping.ts';
import { useMayChange } from '../api/session.ts';
import { Link } from '../router/link.tsx';
import { toPage } from '../router/project.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toAmount, toCount } from '../ui/format.ts';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { showToast } from '../ui/toasts.ts';

interface GroupingCompareProps {
  readonly errorId: string;
  readonly projectId: string;
}

/** What version 2 would make of an error of version 1; nothing where it would change nothing. */
export function GroupingCompare({ errorId, projectId }: GroupingCompareProps) {
  const { data } = usePreview({ projectId, version: 2, errorId });
  const mayChange = useMayChange();
  const [isAsked, setIsAsked] = useState(false);
  const change = data?.changes[0];
  if (change === undefined) return null;
  const others = change.groups.filter(({ id }) => id !== errorId);
  return (
    <div className="grouping-compare">
      <p>
        {change.before > 1
          ? `Version 2 would join ${toAmount(change.before - 1, 'other error')} with this one${change.after > 1 ? `, as ${toCount(change.after)}` : ''}.`
          : `Version 2 would make ${toCount(change.after)} errors of this one.`}
      </p>
      {others.length > 0 && (
        <ul>
          {others.slice(0, OTHERS_SHOWN).map(({ id, message }) => (
            <li key={id}>
              <Link to={toPage(`/errors/${encodeURIComponent(id)}`)} className="text-link">
                {toHeadline(message, 100)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {mayChange && <Button onClick={() => setIsAsked(true)}>Use version 2 …</Button>}
      {isAsked && <ConfirmDialog projectId={projectId} onClose={() => setIsAsked(false)} />}
    </div>
  );
}

const OTHERS_SHOWN = 5;

function ConfirmDialog({ projectId, onClose }: { readonly projectId: string; readonly onClose: () => void }) {
  const { data } = usePreview({ projectId, version: 2 });
  const { isRunning, fault, run } = useGroupingChange(projectId);
  const choose = async (): Promise<void> => {
    if (!(await run(2))) return;
    showToast({ key: 'grouping', tone: 'good', text: `${toVisible(projectId)} is grouped by version 2` });
    onClose();
  };
  return (
    <Dialog label="Use version 2" onClose={onClose}>
      <div className="grouping-confirm">
        <p>
          All errors of <strong>{toVisible(projectId)}</strong> are grouped anew, in the background. It can be taken
          back in the settings: ids and statuses of today are kept.
        </p>
        <p role="status">
          {data === undefined
            ? 'Looking at what is stored …'
            : `${toAmount(data.groups.before, 'error')} would become ${toCount(data.groups.after)}.`}
        </p>
        {fault !== null && <p role="alert">{fault}</p>}
        <div className="grouping-confirm-end">
          <Button kind="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="primary" disabled={isRunning} onClick={() => void choose()}>
            {isRunning ? 'Choosing …' : 'Use version 2'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
