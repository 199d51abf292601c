import { type SyntheticEvent, useId, useState } from 'react';
import type { ProjectSettings } from '../../../schemas/project-settings.ts';
import { Button } from '../ui/button.tsx';
import { toAmount, toByteSize, toCount } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { showToast } from '../ui/toasts.ts';
import { LIMIT_FIELDS, type LimitField, toChange, toTyped } from './limit-fields.ts';
import { ProjectChoice } from './project-choice.tsx';
import { Section } from './section.tsx';
import { type ProjectLimits, useLimits, useLimitsChange } from './use-limits.ts';

/** How much a project may send and how long that is kept, one project at a time. */
export function LimitsSection() {
  return (
    <Section title="Limits" note="Kept by the daemon. A project without a limit may send what the daemon can store.">
      <ProjectChoice what="limits">{(name) => <Limits key={name} name={name} />}</ProjectChoice>
    </Section>
  );
}

function Limits({ name }: { readonly name: string }) {
  const { data, error, refetch } = useLimits(name);
  return (
    <div className="setting" data-stacked>
      {data === undefined && error === null && <Skeleton height="6rem" />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        // What is typed belongs to the settings it was typed over.
        <LimitsForm key={JSON.stringify(toTyped(data.settings))} name={name} limits={data} />
      )}
    </div>
  );
}

function LimitsForm({ name, limits }: { readonly name: string; readonly limits: ProjectLimits }) {
  const { settings } = limits;
  const [typed, setTyped] = useState(() => toTyped(settings));
  const { isRunning, fault, run } = useLimitsChange(name);
  const change = toChange(typed, settings);
  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (change === null || !(await run(change))) return;
    showToast({ key: 'limits', tone: 'good', text: `Changed the limits of ${toVisible(name)}` });
  };
  return (
    <form className="limits-form" onSubmit={(event) => void save(event)}>
      <div className="limits-fields">
        {LIMIT_FIELDS.map((field) => (
          <NumberField
            key={field.name}
            field={field}
            value={typed[field.name]}
            onChange={(value) => setTyped({ ...typed, [field.name]: value })}
          />
        ))}
      </div>
      {fault !== null && (
        <p className="settings-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="limits-end">
        <Usage limits={limits} />
        <Button type="submit" kind="primary" disabled={change === null || isRunning}>
          {isRunning ? 'Saving …' : 'Save limits'}
        </Button>
      </div>
    </form>
  );
}

interface NumberFieldProps {
  readonly field: LimitField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function NumberField({ field: { label, note, min, max, unit }, value, onChange }: NumberFieldProps) {
  const id = useId();
  return (
    <div className="limits-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="number"
        className="field num"
        aria-describedby={`${id}-note`}
        // Of what is typed in a larger unit, parts of it can be meant.
        min={unit === 1 ? min : 0.01}
        max={max}
        step={unit === 1 ? 1 : 'any'}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-note`}>{note}</p>
    </div>
  );
}

/** What is used of each limit, and what was refused: nothing is said of a limit that there is not. */
function Usage({ limits: { settings, refusedCount, since } }: { readonly limits: ProjectLimits }) {
  const used = toUsedTexts(settings);
  return (
    <p className="limits-usage num" role="status">
      {used.length > 0 && `${used.join(', ')}. `}
      {refusedCount === 0 ? 'Nothing was refused' : `${toAmount(refusedCount, 'item')} refused`} since the daemon
      started <RelativeTime at={since} />.
    </p>
  );
}

function toUsedTexts({ eventsPerMinute, bytesPerDay, usage }: ProjectSettings): string[] {
  if (usage === null) return [];
  const items = `${toCount(usage.minute.items)} of ${toAmount(eventsPerMinute ?? 0, 'item')} this minute`;
  const bytes = `${toByteSize(usage.day.bytes)} of ${toByteSize(bytesPerDay ?? 0)} today`;
  return [...(eventsPerMinute === null ? [] : [items]), ...(bytesPerDay === null ? [] : [bytes])];
}
