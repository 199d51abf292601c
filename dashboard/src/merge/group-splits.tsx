import { useState } from 'react';
import type { ErrorGroupDetail, GroupSplit } from '../../../schemas/error-group.ts';
import type { EventRecord } from '../../../schemas/event.ts';
import { useMayChange } from '../api/session.ts';
import { toErrorHref } from '../error-list/error-list.ts';
import { Link } from '../router/link.tsx';
import { Button } from '../ui/button.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import './group-parts.css';
import { SplitDialog } from './split-dialog.tsx';
import { SPLIT_FIELDS } from './split-fields.ts';

interface SplitButtonProps {
  readonly groupId: string;
  /** The one that is shown; null while it is being read. */
  readonly event: EventRecord | null;
}

/** The way to take events out of an error, for those who may. */
export function SplitButton({ groupId, event }: SplitButtonProps) {
  const mayChange = useMayChange();
  const [isOpen, setIsOpen] = useState(false);
  if (!mayChange) return null;
  return (
    <>
      <Button title="Take some of its events out, as an error of their own" onClick={() => setIsOpen(true)}>
        Split …
      </Button>
      {isOpen && <SplitDialog groupId={groupId} event={event} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** What people took out of the group, and what it was taken out of itself. */
export function GroupSplits({ splits: out = [], splitFrom }: Pick<ErrorGroupDetail, 'splits' | 'splitFrom'>) {
  return (
    <>
      {splitFrom !== undefined && (
        <div className="group-split-from">
          <p>
            Taken out of{' '}
            <Link to={toErrorHref(splitFrom.id)} className="text-link">
              another error
            </Link>{' '}
            by <ConditionWords split={splitFrom} />
          </p>
          <SplitFacts split={splitFrom} />
        </div>
      )}
      {out.length > 0 && (
        <>
          <h3 className="grouping-why">Taken out by hand</h3>
          <ul className="group-parts" aria-label="Taken out by hand">
            {out.map((split) => (
              <li key={split.id}>
                <Link to={toErrorHref(split.id)} className="text-link">
                  <ConditionWords split={split} />
                </Link>
                <SplitFacts split={split} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** "message *hats*, type StockError". */
function ConditionWords({ split }: { readonly split: GroupSplit }) {
  const asked = SPLIT_FIELDS.flatMap(({ name }) => {
    const text = split[name];
    return text === undefined ? [] : [{ name, text }];
  });
  return asked.map(({ name, text }, index) => (
    <span key={name}>
      {index > 0 && ', '}
      {name}{' '}
      <span className="group-split-value mono" dir="auto">
        {toVisible(text)}
      </span>
    </span>
  ));
}

function SplitFacts({ split: { by, at, moving } }: { readonly split: GroupSplit }) {
  return (
    <span className="group-part-facts">
      {by !== undefined && `by ${toVisible(by)}, `}
      <RelativeTime at={at} />
      {moving === true && '; its events are on their way'}
    </span>
  );
}
