import { useMemo, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { toCount } from '../ui/format.ts';
import { toSegments } from './ansi.ts';
import { sliceSegments, toCut, toPieces } from './pieces.ts';
import { StyledText } from './styled-text.tsx';

/** Shown of a message at first. Each step shows four times as much, so that a page is never asked for all at once. */
const CHARS_SHOWN = 4000;
const LINES_SHOWN = 60;
const STEP = 4;

interface LogMessageProps {
  readonly message: string;
  readonly search: string | null;
}

/** The whole message, in steps when it is long. */
export function LogMessage({ message, search }: LogMessageProps) {
  const segments = useMemo(() => toSegments(message), [message]);
  const [factor, setFactor] = useState(1);
  const text = useMemo(() => segments.map((segment) => segment.text).join(''), [segments]);
  const cut = toCut(text, CHARS_SHOWN * factor, LINES_SHOWN * factor);
  const pieces = useMemo(() => toPieces(sliceSegments(segments, 0, cut), search), [segments, cut, search]);
  return (
    <div className="log-message">
      <pre>
        <StyledText pieces={pieces} />
      </pre>
      {cut < text.length && (
        <Button className="log-all" onClick={() => setFactor(factor * STEP)}>
          {isLast(text, factor * STEP) ? 'Show all' : 'Show more'}
          <span className="log-left num">{toCount(text.length - cut)} characters left</span>
        </Button>
      )}
    </div>
  );
}

function isLast(text: string, factor: number): boolean {
  return toCut(text, CHARS_SHOWN * factor, LINES_SHOWN * factor) === text.length;
}
