/** A figure against an earlier one. */
export interface Change {
  readonly direction: 'up' | 'down' | 'same';
  readonly tone: 'good' | 'bad' | 'neutral';
  readonly text: string;
}

/** Past it a percentage says less than "much more". */
const PERCENT_MAX = 999;

/** How much more or less; `more` says whether more is worse or neither. Null without an earlier figure. */
export function toChange(now: number, before: number | null, more: 'worse' | 'neutral'): Change | null {
  if (before === null) return null;
  if (before === 0) return now === 0 ? same() : { direction: 'up', tone: toTone(1, more), text: 'from none' };
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return same();
  const amount = Math.abs(percent) > PERCENT_MAX ? `> ${PERCENT_MAX}` : String(Math.abs(percent));
  return { direction: percent > 0 ? 'up' : 'down', tone: toTone(percent, more), text: `${amount}%` };
}

/** The difference of two percentages, in points; more is better. */
export function toPointChange(now: number, before: number): Change {
  const points = Math.round((now - before) * 10) / 10;
  if (points === 0) return same();
  return {
    direction: points > 0 ? 'up' : 'down',
    tone: points > 0 ? 'good' : 'bad',
    text: `${Math.abs(points)} points`,
  };
}

function same(): Change {
  return { direction: 'same', tone: 'neutral', text: 'as before' };
}

function toTone(difference: number, more: 'worse' | 'neutral'): Change['tone'] {
  if (more === 'neutral') return 'neutral';
  return difference > 0 ? 'bad' : 'good';
}
