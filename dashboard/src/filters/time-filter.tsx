import { useState } from 'react';
import { TIME_RANGES } from '../../../schemas/words.ts';
import { patchSearch, usePlace } from '../router/location.ts';
import { chooseSpan, RANGE_MS } from '../router/time-range.ts';
import { toClock, toDay } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { ChoiceMenu } from '../ui/menu.tsx';
import { pick, type Time } from './address.ts';
import { FilterChip } from './filter-chip.tsx';
import { TimeDialog } from './time-dialog.tsx';

const ANY = '';
const CUSTOM = 'custom';
const OPTIONS = [
  { value: ANY, label: 'Any' },
  ...TIME_RANGES.map((range) => ({ value: range, label: range })),
  { value: CUSTOM, label: 'Custom …' },
];

/** The time that a list is narrowed to: a range up to now, or a span that was chosen here or elsewhere. */
export function TimeFilter({ time }: { readonly time: Time }) {
  const { search } = usePlace();
  const [isOpen, setIsOpen] = useState(false);
  if (search.has('from') || search.has('to')) return <FilterChip text={toText(time)} names={['from', 'to']} />;
  const range = pick(TIME_RANGES, search.get('range'));
  return (
    <>
      <ChoiceMenu
        label="Time"
        value={range ?? ANY}
        options={OPTIONS}
        onChange={(value) => (value === CUSTOM ? setIsOpen(true) : patchSearch({ range: value }))}
        trigger={
          <button type="button" className="filter" data-active={range !== null || undefined}>
            {range === null ? 'Time' : `Time: ${range}`}
            <Icon name="chevronDown" />
          </button>
        }
      />
      {isOpen && (
        <TimeDialog
          span={{ fromMs: Date.now() - RANGE_MS[range ?? '24h'], toMs: Date.now() }}
          onChoose={(span) => chooseSpan(span)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

function toText({ from, to }: Time): string {
  if (from === null) return to === null ? 'Any time' : `until ${toMomentText(to)}`;
  if (to === null) return `since ${toMomentText(from)}`;
  const isOneDay = toDay(Date.parse(from)) === toDay(Date.parse(to));
  return `${toMomentText(from)} – ${isOneDay ? toClock(Date.parse(to)) : toMomentText(to)}`;
}

/** A day and the time of it, in the reader's words. */
export function toMomentText(moment: string): string {
  const atMs = Date.parse(moment);
  return `${toDay(atMs)}, ${toClock(atMs)}`;
}
