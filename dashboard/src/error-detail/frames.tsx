import { useState } from 'react';
import type { StackFrame } from '../../../schemas/event.ts';
import { toAmount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { Frame } from './frame.tsx';
import { type FrameRun, toFrameRuns } from './to-frame-runs.ts';

/** The calls of a stack: the application's own one by one, the others folded. */
export function Frames({ frames }: { readonly frames: readonly StackFrame[] }) {
  const runs = toFrameRuns(frames);
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
