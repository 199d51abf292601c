import { toCount } from './format.ts';
import { Icon } from './icon.tsx';
import './new-pill.css';

interface WordsPillProps {
  readonly words: string;
  readonly onShow: () => void;
}

/** Tells in words what a list does not show, and brings it. */
export function WordsPill({ words, onShow }: WordsPillProps) {
  return (
    <button type="button" className="new-pill" onClick={onShow}>
      <Icon name="arrowUp" />
      {words}
    </button>
  );
}

interface NewPillProps {
  /** How many wait; with none of them there is no pill. */
  readonly count: number;
  /** From so many on they are not counted. */
  readonly countMax: number;
  readonly onShow: () => void;
}

/** Tells that there is more above a list that is being read, and brings it. */
export function NewPill({ count, countMax, onShow }: NewPillProps) {
  if (count === 0) return null;
  return <WordsPill words={`${count >= countMax ? `${toCount(countMax)}+` : toCount(count)} new`} onShow={onShow} />;
}
