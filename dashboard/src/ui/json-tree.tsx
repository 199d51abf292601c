import { useState } from 'react';
import { toVisible } from './hostile-text.ts';
import { Icon } from './icon.tsx';
import './json-tree.css';
import { LongText } from './long-text.tsx';

/** Items shown of one object or array until more are asked for. */
const ITEMS_SHOWN = 60;
/** Characters shown of one text until more are asked for. */
const CHARS_SHOWN = 600;
const OPEN_DEPTH = 2;

/** Any JSON value as a tree that can be folded; texts are texts, whatever is in them. */
export function JsonTree({ value }: { readonly value: unknown }) {
  if (!isBranch(value)) return <Leaf value={value} />;
  return (
    <div className="json-tree">
      <Children value={value} depth={0} />
    </div>
  );
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function Children({ value, depth }: { readonly value: object; readonly depth: number }) {
  const [shown, setShown] = useState(ITEMS_SHOWN);
  const entries = Object.entries(value) as [string, unknown][];
  return (
    <ul className="json-children">
      {entries.slice(0, shown).map(([name, child]) => (
        <Item key={name} name={name} value={child} depth={depth} />
      ))}
      {entries.length > shown && (
        <li>
          <button type="button" className="text-link" onClick={() => setShown(shown + 10 * ITEMS_SHOWN)}>
            {entries.length - shown} more
          </button>
        </li>
      )}
    </ul>
  );
}

interface ItemProps {
  readonly name: string;
  readonly value: unknown;
  readonly depth: number;
}

function Item({ name, value, depth }: ItemProps) {
  const [isOpen, setIsOpen] = useState(depth < OPEN_DEPTH);
  const label = <span className="json-name">{toVisible(name)}</span>;
  if (!isBranch(value)) {
    return (
      <li className="json-item">
        {label}
        <Leaf value={value} />
      </li>
    );
  }
  const count = Object.keys(value).length;
  return (
    <li>
      <button type="button" className="json-fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        {label}
        <span className="json-size">{Array.isArray(value) ? `[${count}]` : `{${count}}`}</span>
      </button>
      {isOpen && count > 0 && <Children value={value} depth={depth + 1} />}
    </li>
  );
}

function Leaf({ value }: { readonly value: unknown }) {
  return (
    <span className="json-value" data-type={value === null ? 'null' : typeof value}>
      <LongText text={typeof value === 'string' ? value : JSON.stringify(value)} shown={CHARS_SHOWN} />
    </span>
  );
}
