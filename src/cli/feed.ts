// The live feed as the command line follows it: one connection after another, for as long as it is wanted.

import { on, once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from '#ws';
import { FEED_ENDPOINT } from '../constants.js';
import { toQueryString } from '../query-text.js';
import { readSocketUrl } from '../socket-host.js';
import { SOCKET_ORIGIN } from './daemon-call.js';
import {
  CLI_ANSWER_TIMEOUT_MS,
  CLI_FEED_SILENCE_MS,
  CLI_PAGE_BYTES_MAX,
  CLI_RECONNECT_FIRST_MS,
  CLI_RECONNECT_MAX_MS,
} from './limits.js';
import type { Target } from './target.js';

export type FeedNews =
  | { readonly kind: 'connected' }
  | { readonly kind: 'message'; readonly text: string }
  /** The connection is gone, or could not be made; the next try is after `waitMs`. */
  | { readonly kind: 'lost'; readonly cause: string; readonly waitMs: number }
  /** The daemon refuses this caller, and will again. Nothing follows. */
  | { readonly kind: 'refused'; readonly status: number };

export interface FeedOptions {
  readonly target: Target;
  readonly project: string | null;
  /** Ends the news. */
  readonly signal: AbortSignal;
  /** `CLI_FEED_SILENCE_MS` unless given. */
  readonly silenceMs?: number;
}

/**
 * What the feed tells, in order, until the signal or a refusal ends it. Little is read from the connection while nobody asks
 * for more, so what waits here stays small.
 */
export async function* followFeed(options: FeedOptions): AsyncGenerator<FeedNews, void, void> {
  const { signal } = options;
  for (let failureCount = 0; !signal.aborted; failureCount += 1) {
    const end = { cause: 'the connection ended', status: 0 };
    for await (const news of connect(options, end)) {
      if (news.kind === 'connected') failureCount = 0;
      yield news;
    }
    if (end.status >= 400 && end.status < 500) {
      yield { kind: 'refused', status: end.status };
      return;
    }
    if (isOver(signal)) return;
    const waitMs = toWaitMs(failureCount);
    yield { kind: 'lost', cause: end.cause, waitMs };
    // It rejects when the signal comes, which the loop sees.
    await wait(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Asked anew: it changes while something else is awaited. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** How long to wait after so many failures since the last connection. */
export function toWaitMs(failureCount: number): number {
  return Math.min(CLI_RECONNECT_MAX_MS, CLI_RECONNECT_FIRST_MS * 2 ** failureCount);
}

/** Why a connection is over, and the status of the answer where it was refused. */
interface End {
  cause: string;
  status: number;
}

/** Messages that may wait for who reads them before the connection is paused, and from how many on it goes on. */
const READ_AHEAD = { highWaterMark: 16, lowWaterMark: 4 } as const;

/** One connection: its opening and its messages. Never rejects; `end` says how it ended. */
async function* connect(options: FeedOptions, end: End): AsyncGenerator<FeedNews, void, void> {
  const { signal } = options;
  const socket = openSocket(options, end);
  // Before the opening: the first message may come with it.
  const messages = on(socket, 'message', { close: ['close'], signal, ...READ_AHEAD });
  try {
    await once(socket, 'open', { signal });
    yield { kind: 'connected' };
    for await (const [bytes] of messages as AsyncIterable<[Buffer]>)
      yield { kind: 'message', text: bytes.toString('utf8') };
  } catch {
    // The signal, or a failure of the socket, which is in `end` by then.
  } finally {
    socket.terminate();
  }
}

function openSocket({ target, project, silenceMs = CLI_FEED_SILENCE_MS }: FeedOptions, end: End): WebSocket {
  const path = readSocketUrl(target.base);
  const socket = new WebSocket(toFeedUrl(target.base, project), {
    ...(path !== null && { createConnection: () => createConnection(path) }),
    headers: target.token === undefined ? {} : { authorization: `Bearer ${target.token}` },
    handshakeTimeout: CLI_ANSWER_TIMEOUT_MS,
    maxPayload: CLI_PAGE_BYTES_MAX,
    perMessageDeflate: false,
  });
  // A connection can be dead without an end, when the machine has slept.
  const silence = setTimeout(() => {
    end.cause = 'the daemon said nothing for too long';
    socket.terminate();
  }, silenceMs);
  for (const sign of ['open', 'message', 'ping']) socket.on(sign, () => silence.refresh());
  socket.on('error', (error: Error & { readonly code?: string }) => {
    if (end.status === 0) end.cause = error.code ?? error.message;
  });
  socket.once('unexpected-response', (_request, response) => {
    end.status = response.statusCode ?? 0;
    end.cause = `HTTP ${end.status}`;
    socket.terminate();
  });
  socket.once('close', (code, reason) => {
    clearTimeout(silence);
    // 1005 and 1006 stand for an end without a word (RFC 6455, 7.4.1).
    if (code !== 1005 && code !== 1006) end.cause = `${code} ${reason.toString('utf8')}`.trim();
  });
  return socket;
}

function toFeedUrl(base: URL, project: string | null): URL {
  const isSocket = readSocketUrl(base) !== null;
  const url = isSocket
    ? new URL(FEED_ENDPOINT, SOCKET_ORIGIN)
    : new URL(base.pathname.replace(/\/$/, '') + FEED_ENDPOINT, base);
  url.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = toQueryString({ skipped: '1', ...(project !== null && { projectId: project }) });
  return url;
}
