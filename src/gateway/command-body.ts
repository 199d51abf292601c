// The bodies of commands.

import { COMMAND_BODY_BYTES_MAX } from '../limits.js';
import type { Validator } from '../validate.js';
import type { Admission } from './admission.js';
import type { Body } from './body.js';
import type { Exchange } from './exchange.js';
import { CLOSE_HEADERS } from './reply.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body's bytes, `COMMAND_BODY_BYTES_MAX` at most unless told otherwise; null when it was refused and answered, or when the connection ended before its last byte. */
export async function readCommandBody(
  exchange: Exchange,
  admission: Admission,
  bytesMax = COMMAND_BODY_BYTES_MAX,
): Promise<Uint8Array | null> {
  const { facts, reply } = exchange;
  if (facts.contentEncoding !== '' && facts.contentEncoding !== 'identity') {
    reply.error('unsupported_encoding', { message: 'Send the body of this route without Content-Encoding.' });
    return null;
  }
  if (!admission.openCall()) {
    reply.error('queue_full');
    return null;
  }
  let byteCount = 0;
  const take = (chunkBytes: number): boolean => {
    if (!admission.addBytes(chunkBytes)) return false;
    byteCount += chunkBytes;
    return true;
  };
  const body = await new Promise<Body | null>((resolve) => {
    reply.onAborted(() => {
      resolve(null);
    });
    exchange.readBody({ bytesMax, take }, resolve);
  });
  reply.onAborted(null);
  admission.closeCall(byteCount);
  if (body?.kind === 'whole') return body.bytes;
  if (body !== null) {
    reply.error(body.kind === 'too_large' ? 'body_too_large' : 'queue_full', { headers: CLOSE_HEADERS });
  }
  return null;
}

/** The command in a body; null when it was refused and answered. */
export function parseCommand<T>({ reply }: Exchange, bytes: Uint8Array, validate: Validator<T>): T | null {
  const parsed = parseJson(bytes);
  if (!parsed.ok) {
    reply.error('invalid_json');
    return null;
  }
  const command = validate(parsed.value);
  if (command.ok) return command.value;
  reply.error('validation_failed', {
    message: 'The body does not match its schema; see details.',
    details: command.details,
  });
  return null;
}

function parseJson(bytes: Uint8Array): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    // Not UTF-8 or not JSON: the answer says so.
    return { ok: false };
  }
}
