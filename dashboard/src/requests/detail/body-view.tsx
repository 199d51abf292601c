import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { countFound, JsonTree } from '../../ui/json-tree.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { Segments } from '../../ui/segments.tsx';
import '../../filters/search-field.css';
import type { Body } from './to-body.ts';

type View = 'tree' | 'raw';

/** A body is what one came to read, and not long. */
const OPEN_DEPTH = 5;

const VIEWS = [
  { value: 'tree', label: 'Tree' },
  { value: 'raw', label: 'Raw' },
] as const;

interface BodyViewProps {
  /** Whose body: "Request body". */
  readonly label: string;
  readonly body: Exclude<Body, { readonly kind: 'none' }>;
}

/** A body: JSON as a tree that can be folded and searched, or as it was sent; text as text. */
export function BodyView({ label, body }: BodyViewProps) {
  const [view, setView] = useState<View>('tree');
  const [find, setFind] = useState('');
  const showsTree = body.kind === 'json' && view === 'tree';
  const count = countFound(showsTree ? body.value : body.text, find);
  return (
    <div className="body">
      <div className="body-bar">
        <div className="search">
          <Icon name="search" />
          <input
            type="search"
            className="field"
            aria-label={`Search in the ${label.toLowerCase()}`}
            placeholder="Search in it"
            value={find}
            onChange={({ target }) => setFind(target.value)}
            onKeyDown={({ key, currentTarget }) => {
              if (key !== 'Escape') return;
              setFind('');
              currentTarget.blur();
            }}
          />
        </div>
        <span className="body-found" role="status">
          {find !== '' && toFoundText(count, showsTree)}
        </span>
        {body.kind === 'json' && (
          <Segments label={`View of the ${label.toLowerCase()}`} value={view} options={VIEWS} onChange={setView} />
        )}
        <Button
          kind="quiet"
          square
          aria-label={`Copy the ${label.toLowerCase()}`}
          title="Copy"
          onClick={() => void copyText(body.text, `The ${label.toLowerCase()}`)}
        >
          <Icon name="copy" />
        </Button>
      </div>
      {showsTree ? (
        <div className="body-tree" tabIndex={0} role="region" aria-label={label}>
          {find !== '' && count === 0 ? (
            <p className="message-none">Nothing in it has this text.</p>
          ) : (
            <JsonTree value={body.value} find={find} openDepth={OPEN_DEPTH} />
          )}
        </div>
      ) : (
        <pre className="body-text" tabIndex={0} role="region" aria-label={label}>
          <MarkedText text={body.text} find={find} />
        </pre>
      )}
    </div>
  );
}

/** In a tree the places are counted; in a text it is only told whether there is one. */
function toFoundText(count: number, isTree: boolean): string {
  if (count === 0) return 'not in it';
  return isTree ? `in ${count === 1 ? '1 place' : `${count} places`}` : 'marked';
}
