// Secrets that stand where a text is cut, in every protocol: the database holds no part of them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_MESSAGE_LENGTH } from '../../src/constants.js';
import { LOG_MESSAGE_CHARS_MAX, STACK_CHARS_MAX } from '../../src/limits.js';
import { endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { encode, NANOS, toKeyValues, toRequest } from '../support/otlp.js';
import { envelopeOf, itemOf } from '../support/sentry.js';
import { useTempDir } from '../support/temp-dir.js';

/** Ends with the start of a password at the limit; what tells that it is one comes behind it. */
function cutAt(charsMax: number, secret: string): string {
  const address = ' at db://user:';
  return `${'kept '.repeat(charsMax).slice(0, charsMax - address.length - secret.length)}${address}${secret}-and-more@host/db`;
}

describe('a password across the cut of a text', () => {
  const dir = useTempDir();
  afterEach(endDaemonProcesses);

  it('is in no table, log or index, whichever protocol brought it', async () => {
    const path = join(dir(), 'service.db');
    const { url, stop } = await startDaemonProcess(path);
    const secrets: string[] = [];
    const next = (charsMax: number): string => {
      secrets.push(`hunter${secrets.length}planted`);
      return cutAt(charsMax, secrets.at(-1) ?? '');
    };
    const event = anEvent({ message: next(MAX_MESSAGE_LENGTH), stack: next(STACK_CHARS_MAX) });
    assert.equal((await callJson(`${url}/api/events`, { body: event })).status, 201);
    const log = { level: 'log', message: next(LOG_MESSAGE_CHARS_MAX) };
    assert.equal((await callJson(`${url}/api/logs`, { body: log })).status, 201);
    const value = { type: 'T', value: next(MAX_MESSAGE_LENGTH) };
    const envelope = envelopeOf({}, itemOf({ type: 'event' }, { exception: { values: [value] } }));
    const sentry = await fetch(`${url}/api/1/envelope/`, { method: 'POST', body: envelope });
    assert.equal(sentry.status, 200);
    const attributes = { 'exception.type': 'T', 'exception.message': next(MAX_MESSAGE_LENGTH) };
    const records = [{ timeUnixNano: NANOS, severityNumber: 17, attributes: toKeyValues(attributes) }];
    const otlp = await fetch(`${url}/v1/logs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: encode('logs', toRequest('logs', records, { resource: { 'service.name': 's' } }), 'json'),
    });
    assert.equal(otlp.status, 200);
    await stop();
    const stored = readFileSync(path, 'latin1');
    assert.ok(stored.includes('kept kept'));
    for (const secret of secrets) assert.ok(!stored.includes(secret.slice(0, 8)), secret);
  });
});
