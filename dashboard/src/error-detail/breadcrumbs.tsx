import { useState } from 'react';
import { toAmount, toSpan } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { JsonTree } from '../ui/json-tree.tsx';
import { LongText } from '../ui/long-text.tsx';

interface BreadcrumbsProps {
  readonly items: readonly unknown[];
  readonly eventAt: string;
}

/** The last ones before the error; earlier ones come when they are asked for. */
const SHOWN = 50;
const MORE = 500;
const MESSAGE_CHARS = 300;

/** What happened before the error, oldest first, by how long before it was. */
export function Breadcrumbs({ items, eventAt }: BreadcrumbsProps) {
  const [shown, setShown] = useState(SHOWN);
  const hidden = Math.max(0, items.length - shown);
  return (
    <>
      {hidden > 0 && (
        <button type="button" className="text-link crumbs-more" onClick={() => setShown(shown + MORE)}>
          {toAmount(hidden, 'earlier breadcrumb')}
        </button>
      )}
      <ol className="crumbs">
        {items.slice(hidden).map((item, index) => (
          <li key={hidden + index} className="crumb">
            <Crumb item={item} eventAt={eventAt} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Crumb({ item, eventAt }: { readonly item: unknown; readonly eventAt: string }) {
  if (typeof item !== 'object' || item === null) return <JsonTree value={item} />;
  const facts = new Map(Object.entries(item) as [string, unknown][]);
  const take = (name: string): string => {
    const value = facts.get(name);
    if (typeof value !== 'string' && typeof value !== 'number') return '';
    facts.delete(name);
    return String(value);
  };
  const category = take('category') || take('type');
  const message = take('message');
  const before = toBefore(take('timestamp'), eventAt);
  return (
    <>
      <span className="crumb-time num">{before}</span>
      <span className="crumb-category">{toVisible(category)}</span>
      <span className="crumb-text">
        <LongText text={message} shown={MESSAGE_CHARS} />
        {facts.size > 0 && <JsonTree value={Object.fromEntries(facts)} />}
      </span>
    </>
  );
}

function toBefore(timestamp: string, eventAt: string): string {
  const atMs = Date.parse(timestamp);
  if (Number.isNaN(atMs)) return '';
  const beforeMs = Date.parse(eventAt) - atMs;
  return Math.abs(beforeMs) < 1000 ? `−${Math.round(Math.abs(beforeMs))}ms` : `−${toSpan(Math.abs(beforeMs))}`;
}
