// Sends one message to one channel. Never rejects.

import type { AlertItem } from '../../schemas/alerts.js';
import type { Clock } from '../clock.js';
import { assertNever } from '../errors.js';
import type { StoredChannel } from './channels.js';
import { toDesktop, toDiscord, toHook, toMail, toSlack } from './payloads.js';
import { notifyDesktop } from './send-desktop.js';
import { postJson } from './send-http.js';
import { sendMail } from './send-mail.js';
import { SIGNATURE_HEADER, signBody, TIMESTAMP_HEADER } from './signature.js';

/** Why it was not sent, in words without anything of what the other side answered. */
export type SendResult = { readonly ok: true } | { readonly ok: false; readonly error: string };

export type Send = (channel: StoredChannel, items: readonly AlertItem[]) => Promise<SendResult>;

export interface SendOptions {
  /** Channels may lead to addresses of the daemon's own network. */
  readonly mayBeOwn: boolean;
  readonly clock: Clock;
}

export function toSend(options: SendOptions): Send {
  return async (channel, items) => {
    try {
      await send(channel, items, options);
      return { ok: true };
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error.message.slice(0, ERROR_CHARS_MAX) : 'it failed' };
    }
  };
}

/** A sentence for a person. */
const ERROR_CHARS_MAX = 300;

async function send(
  channel: StoredChannel,
  items: readonly AlertItem[],
  { mayBeOwn, clock }: SendOptions,
): Promise<void> {
  const url = channel.url ?? '';
  switch (channel.kind) {
    case 'webhook': {
      const body = JSON.stringify(toHook(channel.name, items));
      const timestamp = String(Math.floor(clock() / 1000));
      const headers = {
        [TIMESTAMP_HEADER]: timestamp,
        [SIGNATURE_HEADER]: signBody(channel.secret ?? '', timestamp, body),
      };
      return postJson({ url, body, headers, mayBeOwn });
    }
    case 'slack':
      return postJson({ url, body: JSON.stringify(toSlack(items)), headers: {}, mayBeOwn });
    case 'discord':
      return postJson({ url, body: JSON.stringify(toDiscord(items)), headers: {}, mayBeOwn });
    case 'email':
      return sendMail(channel, toMail(items), mayBeOwn);
    case 'desktop':
      return notifyDesktop(toDesktop(items), process.platform);
    default:
      return assertNever(channel.kind);
  }
}
