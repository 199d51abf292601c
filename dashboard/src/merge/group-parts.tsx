import { useState } from 'react';
import type { GroupPart } from '../../../schemas/error-group.ts';
import { useMayChange } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { toAmount } from '../ui/format.ts';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import './group-parts.css';
import { UnmergeDialog } from './unmerge-dialog.tsx';

const TITLE_CHARS = 120;

interface GroupPartsProps {
  readonly groupId: string;
  readonly parts: readonly GroupPart[];
}

/** What people made the group of, and the way to take it apart. */
export function GroupParts({ groupId, parts }: GroupPartsProps) {
  const mayChange = useMayChange();
  const [chosenId, setChosenId] = useState<string | null>(null);
  if (parts.length === 0) return null;
  const close = (): void => setChosenId(null);
  return (
    <>
      <h3 className="grouping-why">Merged by hand</h3>
      <ul className="group-parts" aria-label="Merged by hand">
        {parts.map((part) => (
          <li key={part.id}>
            <span dir="auto">{toHeadline(part.message, TITLE_CHARS)}</span>
            <span className="group-part-facts">
              {part.id === groupId ? 'the first of them' : `${toAmount(part.count, 'event')} then`}
              {part.by !== undefined && `, by ${toVisible(part.by)}`} <RelativeTime at={part.mergedAt} />
            </span>
            {mayChange && part.id !== groupId && (
              <Button kind="quiet" disabled={part.moving === true} onClick={() => setChosenId(part.id)}>
                Take apart
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosenId !== null && <UnmergeDialog groupId={groupId} parts={parts} chosenId={chosenId} onClose={close} />}
    </>
  );
}
