import { useState } from 'react';
import type { EventRecord } from '../../../schemas/event.ts';
import { EditorMenu } from '../editor/editor-menu.tsx';
import { toVisible } from '../ui/hostile-text.ts';
import { Segments } from '../ui/segments.tsx';
import { Frames } from './frames.tsx';
import './stack.css';

type View = 'frames' | 'raw';

const VIEWS = [
  { value: 'frames', label: 'Frames' },
  { value: 'raw', label: 'Raw' },
] as const;

/** Where in the code it happened: the application's own frames in view, the others folded, or the text as it was sent. */
export function StackCard({ event }: { readonly event: EventRecord }) {
  const { stackFrames, stack, componentStack } = event;
  const [view, setView] = useState<View>(stackFrames.length > 0 ? 'frames' : 'raw');
  if (stackFrames.length === 0 && stack === undefined && componentStack === undefined) {
    return (
      <section className="card stack">
        <header className="card-head">
          <h2>Stack</h2>
        </header>
        <p className="stack-none">This event came without a stack.</p>
      </section>
    );
  }
  return (
    <section className="card stack" aria-labelledby="stack-title">
      <header className="card-head">
        <h2 id="stack-title">Stack</h2>
        <EditorMenu />
        {stack !== undefined && stackFrames.length > 0 && (
          <Segments label="View of the stack" value={view} options={VIEWS} onChange={setView} />
        )}
      </header>
      {view === 'frames' ? (
        <Frames frames={stackFrames} />
      ) : (
        <pre className="stack-raw" tabIndex={0} role="region" aria-label="Raw stack">
          {toVisible(stack ?? '')}
        </pre>
      )}
      {componentStack !== undefined && (
        <details className="stack-components">
          <summary>Component stack</summary>
          <pre className="stack-raw" tabIndex={0} role="region" aria-label="Component stack">
            {toVisible(componentStack)}
          </pre>
        </details>
      )}
    </section>
  );
}
