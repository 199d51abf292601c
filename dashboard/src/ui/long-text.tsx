import { useState } from 'react';
import { sliceText } from '../../../src/slice-text.ts';
import { toCount } from './format.ts';
import { MarkedText } from './marked-text.tsx';

interface LongTextProps {
  readonly text: string;
  /** Characters shown until more are asked for. */
  readonly shown: number;
  /** Is marked in the text, which is whole then. */
  readonly find?: string;
}

/** Text of an event, cut where it is longer than anybody reads at first; the rest is one click away. */
export function LongText({ text, shown, find = '' }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false);
  const rest = text.length - shown;
  if (isWhole || find !== '' || rest <= 0) return <MarkedText text={text} find={find} />;
  return (
    <>
      <MarkedText text={sliceText(text, shown)} />
      <button type="button" className="text-link" onClick={() => setIsWhole(true)}>
        … {toCount(rest)} more characters
      </button>
    </>
  );
}
