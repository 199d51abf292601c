import { useState } from 'react';
import { Icon } from './icon.tsx';
import './json-tree.css';
import { LongText } from './long-text.tsx';
import { MarkedText } from './marked-text.tsx';

/** Items shown of one object or array until more are asked for. */
const ITEMS_SHOWN = 60;
/** Characters shown of one text until more are asked for. */
const CHARS_SHOWN = 600;
const OPEN_DEPTH = 2;

interface JsonTreeProps {
  readonly value: unknown;
  /** Leaves what has this in its name or text, open and marked. */
  readonly find?: string;
  /** How many levels are unfolded at first. */
  readonly openDepth?: number;
}

/** Any JSON value as a tree that can be folded; texts are texts, whatever is in them. */
export function JsonTree({ value, find = '', openDepth = OPEN_DEPTH }: JsonTreeProps) {
  if (!isBranch(value)) return <Leaf value={value} find={find} />;
  return (
    <div className="json-tree">
      {/* Looking for something begins with everything in sight, and leaves the folds as they were. */}
      <Children key={find === '' ? 'all' : 'found'} value={value} levelsOpen={openDepth} find={find} />
    </div>
  );
}

/** How many names and texts of a value have this in them. */
export function countFound(value: unknown, find: string): number {
  if (find === '') return 0;
  if (!isBranch(value)) return hasText(toLeafText(value), find) ? 1 : 0;
  return entriesOf(value).reduce(
    (count, [name, child]) => count + (hasText(name, find) ? 1 : 0) + countFound(child, find),
    0,
  );
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value) as [string, unknown][];
}

function hasText(text: string, find: string): boolean {
  return text.toLowerCase().includes(find.toLowerCase());
}

function toLeafText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface ChildrenProps {
  readonly value: object;
  /** Of the levels below, how many are unfolded at first. */
  readonly levelsOpen: number;
  readonly find: string;
}

function Children({ value, levelsOpen, find }: ChildrenProps) {
  const [shown, setShown] = useState(ITEMS_SHOWN);
  const all = entriesOf(value);
  const entries = find === '' ? all : all.filter(([name, child]) => hasText(name, find) || countFound(child, find) > 0);
  return (
    <ul className="json-children">
      {entries.slice(0, shown).map(([name, child]) => (
        <Item key={name} name={name} value={child} levelsOpen={levelsOpen} find={find} />
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
  /** Of the levels below, how many are unfolded at first. */
  readonly levelsOpen: number;
  readonly find: string;
}

function Item({ name, value, levelsOpen, find }: ItemProps) {
  const [isOpen, setIsOpen] = useState(levelsOpen > 0 || find !== '');
  const label = (
    <span className="json-name">
      <MarkedText text={name} find={find} />
    </span>
  );
  if (!isBranch(value)) {
    return (
      <li className="json-item">
        {label}
        <Leaf value={value} find={find} />
      </li>
    );
  }
  const count = entriesOf(value).length;
  // What was found is a name: then all of what it names is of interest.
  const isWhole = find !== '' && countFound(value, find) === 0;
  return (
    <li>
      <button type="button" className="json-fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        {label}
        <span className="json-size">{Array.isArray(value) ? `[${count}]` : `{${count}}`}</span>
      </button>
      {isOpen && count > 0 && <Children value={value} levelsOpen={levelsOpen - 1} find={isWhole ? '' : find} />}
    </li>
  );
}

function Leaf({ value, find }: { readonly value: unknown; readonly find: string }) {
  const text = toLeafText(value);
  return (
    <span className="json-value" data-type={value === null ? 'null' : typeof value}>
      {text === '' ? '""' : <LongText text={text} shown={CHARS_SHOWN} find={find} />}
    </span>
  );
}
