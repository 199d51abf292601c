import { useState } from 'react';
import type { EventRecord } from '../../../schemas/event.ts';
import { EditorMenu } from '../editor/editor-menu.tsx';
import { toAmount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { Segments } from '../ui/segments.tsx';
import { Frame } from './frame.tsx';
import './stack.css';
import { type FrameRun, toFrameRuns } from './to-frame-runs.ts';

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
        <Frames event={event} />
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

function Frames({ event }: { readonly event: EventRecord }) {
  const runs = toFrameRuns(event.stackFrames);
  const first = runs.findIndex(({ kind }) => kind === 'own');
  return (
    <ol className="frames">
      {runs.map((run, index) => (
        <li key={index}>
          {run.kind === 'own' ? (
            <Frame frame={run.frame} isOpenAtFirst={index === first} />
          ) : (
            <FoldedFrames run={run} isOpenAtFirst={first === -1} />
          )}
        </li>
      ))}
    </ol>
  );
}

interface FoldedFramesProps {
  readonly run: Extract<FrameRun, { kind: 'others' }>;
  readonly isOpenAtFirst: boolean;
}

function FoldedFrames({ run: { frames, names }, isOpenAtFirst }: FoldedFramesProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <>
      <button type="button" className="frame-fold" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
        {toAmount(frames.length, 'frame')} in {toVisible(names.join(', '))}
      </button>
      {isOpen && frames.map((frame, index) => <Frame key={index} frame={frame} isOpenAtFirst={false} />)}
    </>
  );
}
