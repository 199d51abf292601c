// Calls with keys and cookies, with any headers, as pages and programs send them.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { KeyAdd, KeyAdded, KeyList } from '../../schemas/keys.js';

export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Ask {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends `METHOD path`. By hand, because fetch may not set every header. */
export async function ask(url: string, line: string, { body, headers = {} }: Ask = {}): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  const bytes = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const outgoing = request(new URL(path, url), {
    method,
    agent: false,
    headers: { ...(method !== 'GET' && { 'content-length': Buffer.byteLength(bytes) }), ...headers },
  });
  outgoing.end(bytes);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const answer = await text(response);
  const [, code] = /"code":"([a-z_]+)"/.exec(answer) ?? [];
  return { status: response.statusCode ?? 0, code, headers: response.headers, text: answer };
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Adds a key as the holder of another one. */
export async function addKey(url: string, by: string | null, key: KeyAdd): Promise<KeyAdded> {
  const headers = by === null ? {} : bearer(by);
  const { status, text: json } = await ask(url, 'POST /api/keys', { body: key, headers });
  assert.equal(status, 201, json);
  return JSON.parse(json) as KeyAdded;
}

export async function listKeys(url: string, by: string): Promise<KeyList['keys']> {
  const { text: json } = await ask(url, 'GET /api/keys', { headers: bearer(by) });
  return (JSON.parse(json) as KeyList).keys;
}

/** Logs in, and answers the cookie as a browser sends it back. */
export async function login(url: string, shown: { key?: string; code?: string }): Promise<string> {
  const { status, headers, text: json } = await ask(url, 'POST /api/session', { body: shown });
  assert.equal(status, 204, json);
  const [cookie = ''] = headers['set-cookie'] ?? [];
  return cookie.split(';')[0] ?? '';
}
