import { type Static, Type } from 'typebox';
import { ProjectName, Severity, Timestamp } from './common.js';
import {
  ALERT_DIGEST_MINUTES_MAX,
  ALERT_NAME_CHARS_MAX,
  ALERT_PER_MINUTE_MAX,
  ALERT_RECIPIENTS_MAX,
  ALERT_RULE_CHANNELS_MAX,
  ALERT_SECRET_CHARS_MAX,
  ALERT_SECRET_CHARS_MIN,
  ALERT_TEXT_CHARS_MAX,
  ALERT_URL_CHARS_MAX,
} from './limits.js';
import { ALERT_REASONS, CHANNEL_KINDS, SEVERITIES } from './words.js';

// Without control characters, slashes and quotes: it stands in paths, in subjects and in commands.
const AlertName = Type.String({
  minLength: 1,
  maxLength: ALERT_NAME_CHARS_MAX,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f/\\\\"\'<>]+$',
});
const Text = Type.String({ minLength: 1, maxLength: ALERT_TEXT_CHARS_MAX, pattern: '^[^\\u0000-\\u001f\\u007f]+$' });
const Secret = Type.String({ minLength: ALERT_SECRET_CHARS_MIN, maxLength: ALERT_SECRET_CHARS_MAX });
/** A time of day, of 24 hours. */
const TimeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });

/** Messages that come up in this span of the day wait for its end, and then go out as one. */
export const QuietHours = Type.Object(
  {
    from: TimeOfDay,
    to: TimeOfDay,
    /** Such as `Europe/Berlin`; that of the daemon's machine where it is absent. */
    timeZone: Type.Optional(Text),
  },
  { additionalProperties: false },
);
export type QuietHours = Static<typeof QuietHours>;

const channelFacts = {
  name: AlertName,
  kind: Type.Enum([...CHANNEL_KINDS]),
  enabled: Type.Optional(Type.Boolean()),
  quietHours: Type.Optional(QuietHours),
  /** Gathers messages for so many minutes and sends them as one; 0 sends each at once. */
  digestMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: ALERT_DIGEST_MINUTES_MAX })),
  /** Of e-mail. */
  to: Type.Optional(Type.Array(Text, { maxItems: ALERT_RECIPIENTS_MAX })),
  from: Type.Optional(Text),
  smtpHost: Type.Optional(Text),
  smtpPort: Type.Optional(Type.Integer({ minimum: 1, maximum: 65535 })),
  /** TLS from the first byte; otherwise STARTTLS, which is required where a password is sent. */
  smtpSecure: Type.Optional(Type.Boolean()),
  smtpUser: Type.Optional(Text),
};

/** A channel as it is set. What is secret stays as it was where it is absent, and never comes back in an answer. */
export const AlertChannelSet = Type.Object(
  {
    ...channelFacts,
    /** Of a webhook, Slack or Discord. */
    url: Type.Optional(Type.String({ minLength: 1, maxLength: ALERT_URL_CHARS_MAX })),
    /** Signs what a webhook gets. */
    secret: Type.Optional(Secret),
    smtpPassword: Type.Optional(Type.String({ minLength: 1, maxLength: ALERT_SECRET_CHARS_MAX })),
  },
  { $id: 'AlertChannelSet', additionalProperties: false },
);
export type AlertChannelSet = Static<typeof AlertChannelSet>;

/** A channel as answers show it. */
export const AlertChannel = Type.Object(
  {
    ...channelFacts,
    /** Where it goes, without what may be secret of the address. */
    target: Type.Optional(Type.String()),
    hasSecret: Type.Boolean(),
    hasPassword: Type.Boolean(),
  },
  { $id: 'AlertChannel' },
);
export type AlertChannel = Static<typeof AlertChannel>;

/** When a message goes to which channels. */
export const AlertRule = Type.Object(
  {
    name: AlertName,
    when: Type.Enum([...ALERT_REASONS]),
    /** Of `rate`: more events of one group than this in a minute. */
    perMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: ALERT_PER_MINUTE_MAX })),
    /** Any where it is absent. */
    projectId: Type.Optional(ProjectName),
    severities: Type.Optional(Type.Array(Severity, { minItems: 1, maxItems: SEVERITIES.length })),
    /** The `name` in the `environment` of the group's newest event. */
    environment: Type.Optional(Text),
    channels: Type.Array(AlertName, { minItems: 1, maxItems: ALERT_RULE_CHANNELS_MAX }),
    enabled: Type.Optional(Type.Boolean()),
  },
  { $id: 'AlertRule', additionalProperties: false },
);
export type AlertRule = Static<typeof AlertRule>;

export const AlertList = Type.Object(
  {
    channels: Type.Array(AlertChannel),
    rules: Type.Array(AlertRule),
    /** Messages that are to be sent, or to be tried again. */
    waiting: Type.Integer(),
  },
  { $id: 'AlertList' },
);
export type AlertList = Static<typeof AlertList>;

/** What became of a test message. */
export const AlertTested = Type.Object(
  { sent: Type.Boolean(), error: Type.Optional(Type.String()) },
  { $id: 'AlertTested' },
);
export type AlertTested = Static<typeof AlertTested>;

/** One thing that happened, as a webhook gets it. */
export const AlertItem = Type.Object(
  {
    reason: Type.Enum([...ALERT_REASONS, 'test']),
    /** The name of the rule that asked for it. */
    rule: Type.String(),
    at: Timestamp,
    /** In one sentence. */
    text: Type.String(),
    groupId: Type.String(),
    projectId: Type.Optional(Type.String()),
    type: Type.String(),
    /** As the events say it: text from outside, without control characters, and cut. */
    message: Type.String(),
    severity: Severity,
    count: Type.Integer(),
    firstSeen: Timestamp,
    lastSeen: Timestamp,
    environment: Type.Optional(Type.String()),
  },
  { $id: 'AlertItem' },
);
export type AlertItem = Static<typeof AlertItem>;

/** The body of a webhook. */
export const AlertHook = Type.Object(
  {
    version: Type.Literal(1),
    channel: Type.String(),
    alerts: Type.Array(AlertItem),
    /** Further ones that there was no room for. */
    more: Type.Integer(),
  },
  { $id: 'AlertHook' },
);
export type AlertHook = Static<typeof AlertHook>;
