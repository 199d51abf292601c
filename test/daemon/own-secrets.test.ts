// What the configuration adds to what is redacted holds in every thread and every kind of record.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { RequestList } from '../../schemas/request.js';
import { endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { FeedClient } from '../support/feed-client.js';
import { callJson } from '../support/http.js';
import { useTempDir } from '../support/temp-dir.js';

/** Under a name of the configuration only. */
const NAMED = 'planted-by-name';
/** Of the form of a pattern of the configuration; with a comma, as its pattern has one. */
const FORMED = 'EMP,4711';
const BOTH = new RegExp(`${NAMED}|${FORMED}`);

const context = (): object => ({
  employeePin: NAMED,
  deep: [{ EMPLOYEE_PIN: NAMED, note: `asked by ${FORMED}` }],
  rawHeaders: ['X-Tenant', NAMED],
  text: JSON.stringify({ 'employee-pin': [NAMED], note: FORMED }),
  form: `employeePin=${NAMED}&by=${FORMED}`,
});
const PROSE = `GET /x?employeePin=${NAMED} by ${FORMED} failed`;
const RECORDS = [
  [
    '/api/events',
    {
      eventId: 'event-1',
      type: 'Error',
      message: PROSE,
      source: 'backend',
      stack: `Error: ${PROSE}\n    at load (/home/${FORMED}/app.js:1:2)`,
      stackFrames: [{ filename: `/home/${FORMED}/app.js`, function: 'load', lineno: 1, contextLine: `f("${FORMED}")` }],
      fingerprint: [FORMED],
      extra: context(),
      request: context(),
    },
  ],
  [
    '/api/events/request',
    {
      method: 'POST',
      url: `/x?employeePin=${NAMED}&by=${FORMED}`,
      headers: { 'X-Tenant': NAMED },
      requestBody: context(),
      responseBody: JSON.stringify(context()),
    },
  ],
  ['/api/logs', { level: 'warn', message: PROSE, environment: context(), extra: context() }],
] as const;

describe('names and patterns of the configuration', () => {
  afterEach(endDaemonProcesses);
  const dir = useTempDir();

  /** Everything that a daemon with these flags answers, publishes and writes of the records. */
  async function seenWith(flags: readonly string[]): Promise<[string, string][]> {
    const daemon = await startDaemonProcess(join(dir(), 'service.db'), flags);
    const feed = await FeedClient.open(`${daemon.url.replace('http', 'ws')}/ws`);
    const seen: [string, string][] = [];
    for (const [path, body] of RECORDS) {
      assert.equal((await callJson(daemon.url + path, { body })).status, 201);
      seen.push([`feed of ${path}`, await feed.nextText()]);
    }
    seen.push(...(await readAnswers(daemon.url)));
    await feed.close();
    assert.equal(await daemon.stop(), 0);
    for (const name of readdirSync(dir()).filter((file) => file.startsWith('service.db'))) {
      seen.push([name, readFileSync(join(dir(), name), 'latin1')]);
    }
    return seen;
  }

  it('are in no answer, no feed message and no byte of the database', async () => {
    const config = join(dir(), 'config.json');
    writeFileSync(config, JSON.stringify({ redactPatterns: ['EMP,\\d+'] }));
    const names = ['--redact-name', 'employeePin', '--redact-name', 'x_tenant'];
    for (const [place, text] of await seenWith(['--config', config, ...names])) {
      assert.equal(BOTH.exec(text)?.[0], undefined, place);
    }
  });

  it('are no secrets of a daemon that is not told so', async () => {
    for (const [place, text] of await seenWith([])) {
      if (place.startsWith('/api/')) assert.ok(text.includes(NAMED) && text.includes(FORMED), place);
    }
  });
});

async function readAnswers(url: string): Promise<[string, string][]> {
  const { errors } = (await callJson<ErrorGroupList>(`${url}/api/errors`)).body;
  const { requests } = (await callJson<RequestList>(`${url}/api/requests`)).body;
  const paths = [
    ...errors.map(({ id }) => `/api/errors/${id}`),
    ...requests.map(({ id }) => `/api/requests/${id}`),
    '/api/logs',
  ];
  assert.equal(paths.length, 3);
  return Promise.all(
    paths.map(async (path): Promise<[string, string]> => [path, JSON.stringify((await callJson(url + path)).body)]),
  );
}
