// Channels as they are kept, with what is secret of them, and as answers show them.

import type { AlertChannel, AlertChannelSet } from '../../schemas/alerts.js';
import { ALERT_SECRET_CHARS_MIN } from '../../schemas/limits.js';
import { assertReachable, OwnNetworkRefused } from './addresses.js';
import { isTimeZone } from './quiet-hours.js';

/** Never to be logged or answered. */
export type StoredChannel = AlertChannelSet;

/** What is wrong with a setting, in the words of an error answer. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** Kinds that send to an address on the web. */
const HOOKS: ReadonlySet<string> = new Set(['webhook', 'slack', 'discord']);
/** One plain address: names, comments, lists and quotes would be read by the library that sends. */
const MAIL_ADDRESS = /^[A-Za-z0-9.!#$%&*+/=?^_{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}$/;

/** The channel with what it had before where that is secret and not given. */
export function mergeChannel(before: StoredChannel | undefined, set: AlertChannelSet): StoredChannel {
  if (before?.kind !== set.kind) return set;
  const { url, secret, smtpPassword, smtpHost, smtpUser } = before;
  // A password goes to the server and the user that it was given for.
  const isSameLogin = smtpHost === set.smtpHost && smtpUser === set.smtpUser;
  return {
    ...(url !== undefined && { url }),
    ...(secret !== undefined && { secret }),
    ...(smtpPassword !== undefined && isSameLogin && { smtpPassword }),
    ...set,
  };
}

/** Null where the channel can be used. */
export function findChannelFault(channel: StoredChannel, mayBeOwn: boolean): Fault | null {
  const { quietHours } = channel;
  if (quietHours?.timeZone !== undefined && !isTimeZone(quietHours.timeZone))
    return { path: '/quietHours/timeZone', message: 'is no time zone that this machine knows, such as Europe/Berlin' };
  if (HOOKS.has(channel.kind)) return findUrlFault(channel, mayBeOwn);
  return channel.kind === 'email' ? findMailFault(channel, mayBeOwn) : null;
}

function findUrlFault({ url, kind, secret }: StoredChannel, mayBeOwn: boolean): Fault | null {
  if (url === undefined) return { path: '/url', message: 'is required' };
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol))
    return { path: '/url', message: 'must be an address that begins with https:// or http://' };
  if (parsed.username !== '' || parsed.password !== '')
    return { path: '/url', message: 'must not hold a user or a password' };
  if (kind === 'webhook' && secret === undefined)
    return {
      path: '/secret',
      message: `is required: ${ALERT_SECRET_CHARS_MIN} characters or more, which sign each call`,
    };
  return findHostFault('/url', parsed.hostname, mayBeOwn);
}

function findMailFault({ to = [], from, smtpHost }: StoredChannel, mayBeOwn: boolean): Fault | null {
  if (to.length === 0) return { path: '/to', message: 'is required' };
  const wrong = to.findIndex((address) => !MAIL_ADDRESS.test(address));
  if (wrong !== -1) return { path: `/to/${wrong}`, message: 'must be one address such as ada@example.com' };
  if (from === undefined || !MAIL_ADDRESS.test(from))
    return { path: '/from', message: 'must be one address such as errord@example.com' };
  if (smtpHost === undefined || !/^[A-Za-z0-9.:-]+$/.test(smtpHost))
    return { path: '/smtpHost', message: 'must be the name or the address of a server of mail' };
  return findHostFault('/smtpHost', smtpHost, mayBeOwn);
}

/** Of a host that is written as an address; a name is looked at with each connection. */
function findHostFault(path: string, host: string, mayBeOwn: boolean): Fault | null {
  try {
    assertReachable(host, mayBeOwn);
    return null;
  } catch (error) {
    if (error instanceof OwnNetworkRefused) return { path, message: error.message };
    throw error;
  }
}

/** Without what is secret: of an address that is sent to, all but its beginning may be. */
export function toShownChannel({ url, secret, smtpPassword, ...shown }: StoredChannel): AlertChannel {
  const target = toTarget({ url, smtpHost: shown.smtpHost });
  return {
    ...shown,
    ...(target !== undefined && { target }),
    hasSecret: secret !== undefined,
    hasPassword: smtpPassword !== undefined,
  };
}

function toTarget({ url, smtpHost }: { url: string | undefined; smtpHost: string | undefined }): string | undefined {
  if (url === undefined) return smtpHost;
  return URL.canParse(url) ? `${new URL(url).origin}/…` : undefined;
}
