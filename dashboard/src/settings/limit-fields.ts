import { BYTES_PER_DAY_MAX, EVENTS_PER_MINUTE_MAX, RETENTION_DAYS_MAX } from '../../../schemas/limits.ts';
import type { ProjectSettings, ProjectSettingsChange } from '../../../schemas/project-settings.ts';

type Name = Exclude<keyof ProjectSettingsChange, 'grouping' | 'sourceMaps' | 'groupingRules'>;

/** One setting of a project as a person types it. */
export interface LimitField {
  readonly name: Name;
  readonly label: string;
  /** What an empty field means, and what else is to be known. */
  readonly note: string;
  readonly min: number;
  readonly max: number;
  /** Of what is sent, in one of what is typed. */
  readonly unit: number;
}

const MEGABYTE = 1024 * 1024;

export const LIMIT_FIELDS: readonly LimitField[] = [
  {
    name: 'eventsPerMinute',
    label: 'Items a minute',
    note: 'Events, requests and logs. Empty: no limit.',
    min: 1,
    max: EVENTS_PER_MINUTE_MAX,
    unit: 1,
  },
  {
    name: 'bytesPerDay',
    label: 'MB a day',
    note: 'Of a day in UTC. Empty: no limit.',
    min: 1,
    max: Math.floor(BYTES_PER_DAY_MAX / MEGABYTE),
    unit: MEGABYTE,
  },
  {
    name: 'retentionDays',
    label: 'Days kept',
    note: '0 keeps everything. Empty: as the daemon.',
    min: 0,
    max: RETENTION_DAYS_MAX,
    unit: 1,
  },
];

export type Typed = Readonly<Record<Name, string>>;

/** The settings as a person would have typed them. */
export function toTyped(settings: ProjectSettings): Typed {
  const [eventsPerMinute = '', bytesPerDay = '', retentionDays = ''] = LIMIT_FIELDS.map(({ name, unit }) => {
    const value = settings[name];
    // What another client has set need not be a whole number of megabytes.
    return value === null ? '' : String(Math.round((value / unit) * 100) / 100);
  });
  return { eventsPerMinute, bytesPerDay, retentionDays };
}

/** What has been typed over the settings; null when there is nothing to change. */
export function toChange(typed: Typed, settings: ProjectSettings): ProjectSettingsChange | null {
  const before = toTyped(settings);
  const changes = LIMIT_FIELDS.filter(({ name }) => typed[name].trim() !== before[name]).map(({ name, unit }) => {
    const text = typed[name].trim();
    return [name, text === '' ? null : Math.round(Number(text) * unit)] as const;
  });
  return changes.length === 0 ? null : Object.fromEntries(changes);
}
