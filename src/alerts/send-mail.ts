import { ALERT_SEND_TIMEOUT_MS } from '../limits.js';
import { resolveAllowed } from './addresses.js';
import type { StoredChannel } from './channels.js';
import type { MailTexts } from './payloads.js';

/** Resolves when the server of mail has taken the message. */
export async function sendMail(channel: StoredChannel, texts: MailTexts, mayBeOwn: boolean): Promise<void> {
  const { smtpHost = '', smtpSecure = false, smtpPort = smtpSecure ? 465 : 587, smtpUser, smtpPassword } = channel;
  const host = await resolveAllowed(smtpHost, mayBeOwn);
  // Loaded with the first message: most daemons send none.
  const { createTransport } = await import('#nodemailer');
  const hasLogin = smtpUser !== undefined && smtpPassword !== undefined;
  const transport = createTransport({
    // The address that was looked at, under the name that its certificate has.
    host,
    port: smtpPort,
    secure: smtpSecure,
    requireTLS: hasLogin,
    tls: { servername: smtpHost },
    connectionTimeout: ALERT_SEND_TIMEOUT_MS,
    greetingTimeout: ALERT_SEND_TIMEOUT_MS,
    socketTimeout: ALERT_SEND_TIMEOUT_MS,
    dnsTimeout: ALERT_SEND_TIMEOUT_MS,
    // A text that looks like a path or an address is a text.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(hasLogin && { auth: { user: smtpUser, pass: smtpPassword } }),
  });
  const { promise, stop } = toDeadline();
  try {
    await Promise.race([transport.sendMail({ from: channel.from, to: channel.to, ...texts }), promise]);
  } finally {
    stop();
    transport.close();
  }
}

/** Each step of a conversation has its own; a server that drips answers would never end. */
function toDeadline(): { readonly promise: Promise<never>; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the server of mail took longer than ${(2 * ALERT_SEND_TIMEOUT_MS) / 1000} s`)),
      2 * ALERT_SEND_TIMEOUT_MS,
    );
  });
  return { promise, stop: () => clearTimeout(timer) };
}
