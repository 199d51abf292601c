import { useState } from 'react';
import { STATS_BACK_MS } from '../../../schemas/limits.ts';
import type { Span } from '../router/time-range.ts';
import { Button } from '../ui/button.tsx';
import { toClock, toDay, toTitle } from '../ui/format.ts';
import { Segments } from '../ui/segments.tsx';
import { TimeDialog } from './time-dialog.tsx';
import './time-choice.css';

interface TimeChoiceProps<T extends string> {
  readonly label: string;
  readonly presets: readonly T[];
  /** Null when a time of one's own is chosen. */
  readonly preset: T | null;
  /** What the dialog begins with. */
  readonly toSpan: () => Span;
  readonly onPreset: (preset: T) => void;
  readonly onSpan: (span: Span) => void;
}

/** A preset, or a time of one's own, as far back as the daemon counts. */
export function TimeChoice<T extends string>(props: TimeChoiceProps<T>) {
  const { label, presets, preset, toSpan, onPreset, onSpan } = props;
  const [isOpen, setIsOpen] = useState(false);
  const options = presets.map((value) => ({ value, label: toTitle(value) }));
  return (
    <div className="time-choice">
      <Segments label={label} value={preset} options={options} onChange={onPreset} />
      <Button kind={preset === null ? 'plain' : 'quiet'} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Custom …
      </Button>
      {isOpen && (
        <TimeDialog
          span={toSpan()}
          earliestMs={Date.now() - STATS_BACK_MS}
          onChoose={onSpan}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

/** A span in the reader's words; the day once where it is one. */
export function toSpanText({ fromMs, toMs }: Span): string {
  const isOneDay = toDay(fromMs) === toDay(toMs);
  return `${toDay(fromMs)}, ${toClock(fromMs)} – ${isOneDay ? '' : `${toDay(toMs)}, `}${toClock(toMs)}`;
}
