import type { AlertChannelSet, AlertRule } from '../../../schemas/alerts.ts';
import {
  ALERT_NAME_CHARS_MAX,
  ALERT_SECRET_CHARS_MAX,
  ALERT_TEXT_CHARS_MAX,
  ALERT_URL_CHARS_MAX,
  PROJECT_NAME_CHARS_MAX,
} from '../../../schemas/limits.ts';
import { type AlertReason, type ChannelKind, SEVERITIES, type Severity } from '../../../schemas/words.ts';
import type { Field, Typed } from './typed-fields.tsx';

export const CHANNEL_KIND_OPTIONS = [
  { value: 'webhook', label: 'Webhook' },
  { value: 'slack', label: 'Slack' },
  { value: 'discord', label: 'Discord' },
  { value: 'email', label: 'E-mail' },
  { value: 'desktop', label: 'Desktop' },
] as const;

export const WHEN_OPTIONS = [
  { value: 'new', label: 'is new' },
  { value: 'regressed', label: 'comes back' },
  { value: 'louder', label: 'is louder than usual' },
  { value: 'rate', label: 'has too many a minute' },
] as const;

const NAME: Field = { name: 'name', label: 'Name', placeholder: 'team', charsMax: ALERT_NAME_CHARS_MAX };
const URL_FIELD: Field = { name: 'url', label: 'Address', placeholder: 'https://…', charsMax: ALERT_URL_CHARS_MAX };
const TIMES: readonly Field[] = [
  { name: 'quiet', label: 'Quiet hours', placeholder: 'none, or 22:00-07:00', charsMax: 11 },
  { name: 'digestMinutes', label: 'Minutes of a digest', placeholder: '0: each at once', charsMax: 4 },
];

export const CHANNEL_FIELDS: Readonly<Record<ChannelKind, readonly Field[]>> = {
  webhook: [
    NAME,
    URL_FIELD,
    {
      name: 'secret',
      label: 'Key that signs',
      placeholder: '16 characters or more',
      isSecret: true,
      charsMax: ALERT_SECRET_CHARS_MAX,
    },
    ...TIMES,
  ],
  slack: [NAME, URL_FIELD, ...TIMES],
  discord: [NAME, URL_FIELD, ...TIMES],
  email: [
    NAME,
    { name: 'to', label: 'To', placeholder: 'ada@example.com', charsMax: ALERT_TEXT_CHARS_MAX },
    { name: 'from', label: 'From', placeholder: 'errord@example.com', charsMax: ALERT_TEXT_CHARS_MAX },
    { name: 'smtpHost', label: 'Server', placeholder: 'smtp.example.com', charsMax: ALERT_TEXT_CHARS_MAX },
    { name: 'smtpPort', label: 'Port', placeholder: '587', charsMax: 5 },
    { name: 'smtpUser', label: 'User', placeholder: 'none', charsMax: ALERT_TEXT_CHARS_MAX },
    {
      name: 'smtpPassword',
      label: 'Password',
      placeholder: 'none',
      isSecret: true,
      charsMax: ALERT_SECRET_CHARS_MAX,
    },
    ...TIMES,
  ],
  desktop: [NAME, ...TIMES],
};

export const RULE_FIELDS: readonly Field[] = [
  NAME,
  { name: 'perMinute', label: 'More than so many a minute', placeholder: '100', charsMax: 8 },
  { name: 'projectId', label: 'Project', placeholder: 'any', charsMax: PROJECT_NAME_CHARS_MAX },
  { name: 'severities', label: 'Severities', placeholder: 'any, or fatal, error', charsMax: 40 },
  { name: 'environment', label: 'Environment', placeholder: 'any', charsMax: ALERT_TEXT_CHARS_MAX },
];

/** What was typed, as the API takes it; the daemon says what is wrong with it. */
export function toChannel(kind: ChannelKind, typed: Typed): AlertChannelSet {
  const given = filled(typed, new Set(CHANNEL_FIELDS[kind].map(({ name }) => name)));
  const { name = '', quiet, digestMinutes, smtpPort, to, ...texts } = given;
  const [from = '', until = ''] = (quiet ?? '').split('-').map((time) => time.trim());
  return {
    ...texts,
    name,
    kind,
    ...(to !== undefined && { to: toList(to) }),
    ...(smtpPort !== undefined && { smtpPort: Number(smtpPort), smtpSecure: smtpPort === '465' }),
    ...(quiet !== undefined && { quietHours: { from, to: until, timeZone: ownTimeZone() } }),
    ...(digestMinutes !== undefined && { digestMinutes: Number(digestMinutes) }),
  };
}

export function toRule(when: AlertReason, typed: Typed, channels: readonly string[]): AlertRule {
  const names = RULE_FIELDS.map(({ name }) => name).filter((name) => name !== 'perMinute' || when === 'rate');
  const { name = '', perMinute, severities, ...texts } = filled(typed, new Set(names));
  return {
    ...texts,
    name,
    when,
    channels: [...channels],
    ...(perMinute !== undefined && { perMinute: Number(perMinute) }),
    ...(severities !== undefined && { severities: toList(severities).filter(isSeverity) }),
  };
}

/** Without what was left empty, or belongs to another kind. */
function filled(typed: Typed, names: ReadonlySet<string>): Partial<Record<string, string>> {
  const entries = Object.entries(typed).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(entries.filter(([name, text]) => names.has(name) && text !== ''));
}

const toList = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

const isSeverity = (word: string): word is Severity => SEVERITIES.some((known) => known === word);

/** Where the person is who says when it is night. */
const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
