import { useState } from 'react';
import { toCount } from './format.ts';
import { toVisible } from './hostile-text.ts';

interface LongTextProps {
  readonly text: string;
  /** Characters shown until more are asked for. */
  readonly shown: number;
}

/** Text of an event, cut where it is longer than anybody reads at first; the rest is one click away. */
export function LongText({ text, shown }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const rest = text.length - shown;
  if (isWhole || rest <= 0) return toVisible(text);
  return (
    <>
      {toVisible(text.slice(0, shown))}
      <button type="button" className="text-link" onClick={() => setIsWhole(true)}>
        … {toCount(rest)} more characters
      </button>
    </>
  );
}
