import { useState } from 'react';
import type { Cause } from '../../../schemas/event.ts';
import { toAmount } from '../ui/format.ts';
import { toHeadline, toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { LongText } from '../ui/long-text.tsx';
import './causes-card.css';
import { Frames } from './frames.tsx';

const MESSAGE_CHARS = 300;

/** What led to the error, the nearest cause first, each with where it came from. */
export function CausesCard({ causes }: { readonly causes: readonly Cause[] }) {
  if (causes.length === 0) return null;
  return (
    <section className="card causes" aria-labelledby="causes-title">
      <header className="card-head">
        <h2 id="causes-title">Caused by</h2>
        <span className="causes-count">{toAmount(causes.length, 'cause')}</span>
      </header>
      <ol>
        {causes.map((cause, index) => (
          <li key={index} className="cause">
            <CauseEntry cause={cause} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function CauseEntry({ cause: { type, message, code, stack, stackFrames = [] } }: { readonly cause: Cause }) {
  const [isOpen, setIsOpen] = useState(false);
  const hasStack = stackFrames.length > 0 || stack !== undefined;
  return (
    <>
      <div className="cause-head">
        <p className="cause-words" dir="auto">
          {type !== undefined && <strong className="mono">{toVisible(type)}</strong>}
          {code !== undefined && <span className="badge mono">{toVisible(code)}</span>}
          {/* Where neither is known, there still is something to point at. */}
          {(message !== undefined || type === undefined) && (
            <LongText text={message === undefined ? toHeadline('') : message} shown={MESSAGE_CHARS} />
          )}
        </p>
        {hasStack && (
          <button type="button" className="cause-fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
            {stackFrames.length > 0 ? toAmount(stackFrames.length, 'frame') : 'Stack'}
          </button>
        )}
      </div>
      {isOpen &&
        (stackFrames.length > 0 ? (
          <Frames frames={stackFrames} />
        ) : (
          <pre className="stack-raw" tabIndex={0} role="region" aria-label="Raw stack of the cause">
            {toVisible(stack ?? '')}
          </pre>
        ))}
    </>
  );
}
