// The command line as a client of a daemon, or of whatever else answers on its port.

import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ErrorReply } from '../../schemas/error-reply.js';
import { DaemonStatus, Health } from '../../schemas/stats.js';
import { HEALTH_ENDPOINT } from '../constants.js';
import { readSocketUrl, toSocketPath, toSocketUrl } from '../socket-host.js';
import { compileBody } from '../validate.js';
import { CLI_ANSWER_BYTES_MAX, CLI_ANSWER_TIMEOUT_MS } from './limits.js';
import { readBounded } from './read-bounded.js';

const STATUS_ENDPOINT = '/api/status';

export interface DaemonCall {
  /** Origin and path prefix of the daemon, such as `http://127.0.0.1:3800`, or a socket as `unix:/run/errord.sock`. */
  readonly base: URL;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly token?: string | undefined;
  readonly timeoutMs?: number;
  /** `CLI_ANSWER_BYTES_MAX` unless given. */
  readonly answerBytesMax?: number;
}

export type DaemonAnswer =
  /** `json` is undefined when the body is no JSON or too long to be an answer of ours. */
  | { readonly kind: 'answer'; readonly status: number; readonly json: unknown }
  /** Nothing listens there, or it cannot be reached. `cause` is a code such as `ECONNREFUSED`. */
  | { readonly kind: 'unreachable'; readonly cause: string }
  /** Something listens, but what it says is not HTTP, or it says nothing in time. */
  | { readonly kind: 'garbled'; readonly cause: string };

/** Makes one call. Never rejects, never follows a redirect, reads a bounded answer in bounded time. */
export async function callDaemon(call: DaemonCall): Promise<DaemonAnswer> {
  try {
    const response = await send(call);
    const text = await readBounded(response, call.answerBytesMax ?? CLI_ANSWER_BYTES_MAX);
    return { kind: 'answer', status: response.statusCode ?? 0, json: text === null ? undefined : parseJson(text) };
  } catch (error) {
    return toFailure(error);
  }
}

export type Probe =
  | { readonly kind: 'errord'; readonly status: DaemonStatus }
  /** An errord that wants a key, or another one than was sent. */
  | { readonly kind: 'locked' }
  /** An errord that cannot tell its status now: it stops, is full, or does not tell the caller. `refusal` says which. */
  | { readonly kind: 'troubled'; readonly refusal: string }
  /** Something that is no errord, or not one of this version; `sign` completes "what answers there …". */
  | { readonly kind: 'other'; readonly sign: string }
  | { readonly kind: 'absent'; readonly cause: string };

const validateStatus = compileBody(DaemonStatus);
const validateHealth = compileBody(Health);
const validateErrorReply = compileBody(ErrorReply);

/** Finds out what answers at an address. */
export async function probeDaemon(base: URL, token?: string): Promise<Probe> {
  const answer = await callDaemon({ base, method: 'GET', path: STATUS_ENDPOINT, token });
  if (answer.kind === 'unreachable') return { kind: 'absent', cause: answer.cause };
  if (answer.kind === 'garbled') return { kind: 'other', sign: `does not speak HTTP as errord does (${answer.cause})` };
  const status = validateStatus(answer.json);
  if (answer.status === 200 && status.ok) return { kind: 'errord', status: status.value };
  const refusal = parseErrorReply(answer.json);
  if (answer.status === 401 && refusal?.code === 'unauthorized') return { kind: 'locked' };
  const mayNot = refusal?.code === 'forbidden' || refusal?.code === 'too_many_attempts';
  if (refusal !== null && (answer.status >= 500 || mayNot)) {
    return { kind: 'troubled', refusal: `${refusal.code}: ${refusal.error}` };
  }
  if (answer.status !== 404 && refusal !== null) {
    return { kind: 'other', sign: `does not tell its status (${refusal.code}: ${refusal.error})` };
  }
  const health = await callDaemon({ base, method: 'GET', path: HEALTH_ENDPOINT, token });
  if (health.kind === 'answer' && health.status === 200 && validateHealth(health.json).ok) {
    return {
      kind: 'other',
      sign: 'is healthy, but has no status to tell: another version, or a program of the same API',
    };
  }
  return { kind: 'other', sign: `does not answer as errord does (HTTP ${answer.status})` };
}

/** An error answer of ours, or null when it is none. */
export function parseErrorReply(json: unknown): ErrorReply | null {
  const reply = validateErrorReply(json);
  return reply.ok ? reply.value : null;
}

/** Where a client on this machine reaches a daemon that listens on `host`; see `toSocketUrl` for one on a socket. */
export function toBaseUrl({ host, port }: { readonly host: string; readonly port: number }): URL {
  const path = toSocketPath(host);
  if (path !== null) return toSocketUrl(path);
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new URL(`http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`);
}

/** Of calls over a unix socket, which have no host. */
export const SOCKET_ORIGIN = 'http://localhost';

function send({ base, method, path, body, token, timeoutMs }: DaemonCall): Promise<IncomingMessage> {
  const socketPath = readSocketUrl(base);
  const url =
    socketPath === null ? new URL(base.pathname.replace(/\/$/, '') + path, base) : new URL(path, SOCKET_ORIGIN);
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const signal = AbortSignal.timeout(timeoutMs ?? CLI_ANSWER_TIMEOUT_MS);
  // Not fetch: it refuses ports that browsers block and follows redirects with the token in hand.
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const options = { method, headers, signal, agent: false, ...(socketPath !== null && { socketPath }) };
    request(url, options, resolve).once('error', reject).end(payload);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the answer of another program.
    return undefined;
  }
}

function toFailure(error: unknown): DaemonAnswer {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (error instanceof Error && error.name === 'AbortError') return { kind: 'garbled', cause: 'no answer in time' };
  if (code.startsWith('HPE_') || code === 'ECONNRESET') return { kind: 'garbled', cause: code };
  return { kind: 'unreachable', cause: code };
}
