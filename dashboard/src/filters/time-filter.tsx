import { TIME_RANGES } from '../../../schemas/words.ts';
import { usePlace } from '../router/location.ts';
import { toClock, toDay } from '../ui/format.ts';
import { pick, type Time } from './address.ts';
import { FilterChip } from './filter-chip.tsx';
import { FilterMenu } from './filter-menu.tsx';

/** The time that a list is narrowed to: a range up to now, or a span that was chosen elsewhere. */
export function TimeFilter({ time }: { readonly time: Time }) {
  const { search } = usePlace();
  if (search.has('from') || search.has('to')) return <FilterChip text={toText(time)} names={['from', 'to']} />;
  return <FilterMenu name="range" label="Time" value={pick(TIME_RANGES, search.get('range'))} options={TIME_RANGES} />;
}

function toText({ from, to }: Time): string {
  if (from === null) return to === null ? 'Any time' : `until ${toMomentText(to)}`;
  if (to === null) return `since ${toMomentText(from)}`;
  const isOneDay = toDay(Date.parse(from)) === toDay(Date.parse(to));
  return `${toMomentText(from)} – ${isOneDay ? toClock(Date.parse(to)) : toMomentText(to)}`;
}

function toMomentText(moment: string): string {
  const atMs = Date.parse(moment);
  return `${toDay(atMs)}, ${toClock(atMs)}`;
}
