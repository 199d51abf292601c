import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { RequestList } from '../../schemas/request.js';
import { endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { FeedClient } from '../support/feed-client.js';
import { callJson } from '../support/http.js';
import { useTempDir } from '../support/temp-dir.js';

/** Planted wherever redaction must find it. */
const SECRET = 'hunter2';

const SECRET_NAMES = [
  ...['authorization', 'Cookie', 'SET-COOKIE', 'x-api-key', 'X_Auth_Token', 'password', 'passwd', 'secret', 'token'],
  ...['apiKey', 'api_key', 'accessToken', 'access_token', 'refreshToken', 'refresh_token', 'creditCard'],
  ...['credit_card', 'ssn', 'cardNumber', 'card_number', 'cvv', 'cvc', 'PassWord', 'api-key', 'ACCESS-TOKEN'],
];

/** A URL with the secret in its query, as it stands in messages, stacks and everywhere. */
const LINK = `https://api.example.com/v1/orders?page=2&token=${SECRET}&sort=asc`;
const LOGIN = `postgres://admin:${SECRET}@db.example.com:5432/shop`;
const fields = (): Record<string, unknown> =>
  Object.fromEntries(SECRET_NAMES.map((name, index) => [name, index % 3 === 0 ? [SECRET, { a: SECRET }] : SECRET]));
const context = (): Record<string, unknown> => ({
  ...fields(),
  deep: { list: [{ deeper: fields() }] },
  url: LINK,
  login: LOGIN,
  text: JSON.stringify({ text: JSON.stringify(fields()) }),
  form: `user=a&password=${SECRET}&api_key=${SECRET}`,
  cut: `{"user":"a","password":"${SECRET}`,
  rawHeaders: ['Accept', '*/*', 'Authorization', `Bearer ${SECRET}`],
  entries: [['cookie', `sid=${SECRET}`]],
  pairs: [{ name: 'x-api-key', value: SECRET }],
});
const PROSE = `GET ${LINK} failed, body {"password":"${SECRET}"}, database ${LOGIN}`;

const EVENT = {
  eventId: 'event-1',
  type: 'http_error',
  message: PROSE,
  source: 'backend',
  projectId: 'shop',
  correlationId: 'correlation-1',
  stack: `Error: ${PROSE}\n    at load (${LINK}:10:5)`,
  stackFrames: [
    {
      filename: LINK,
      function: 'load',
      lineno: 10,
      contextLine: `await fetch("${LINK}")`,
      preContext: [`const url = "${LINK}"`],
      postContext: [`// ${LOGIN}`],
    },
    { filename: `https://admin:${SECRET}@cdn.example.com/app.js`, function: 'render', lineno: 3, inApp: true },
  ],
  componentStack: `    at Cart (${LINK})`,
  componentName: LINK,
  release: LINK,
  fingerprint: [LINK, '{{ default }}'],
  ...Object.fromEntries(
    ['code', 'platform', 'mechanism', 'serverName', 'transaction', 'logger'].map((name) => [name, LINK]),
  ),
  causes: [
    { type: LINK, message: PROSE, code: LINK, stack: PROSE },
    { stackFrames: [{ filename: LINK, module: LINK, function: 'f', contextLine: PROSE, preContext: [LINK] }] },
  ],
  contexts: { trace: context(), state: fields() },
  sdk: { name: LINK, version: LOGIN },
  attachments: [{ name: LINK, contentType: LINK }],
  request: { method: 'GET', headers: fields(), body: JSON.stringify(fields()), ...context() },
  environment: context(),
  extra: context(),
  user: context(),
  tags: context(),
  breadcrumbs: [{ message: PROSE, data: context() }, LINK, ['password', SECRET]],
};
const REQUEST = {
  method: 'POST',
  url: LINK,
  projectId: 'shop',
  headers: { ...fields(), referer: LINK, accept: '*/*' },
  responseHeaders: { ...fields(), location: LINK },
  requestBody: JSON.stringify(context()),
  responseBody: `user=a&password=${SECRET}&card_number=${SECRET}`,
};
const LOG = { level: 'warn', message: PROSE, projectId: 'shop', environment: context(), extra: context() };

describe('secrets in every field of every kind of record', () => {
  afterEach(endDaemonProcesses);
  const dir = useTempDir();

  it('are in no answer, no feed message, no line of the log and no byte of the database', async function () {
    this.timeout(60_000);
    const dbPath = join(dir(), 'service.db');
    const daemon = await startDaemonProcess(dbPath, ['--log-level', 'debug']);
    const feed = await FeedClient.open(`${daemon.url.replace('http', 'ws')}/ws`);
    const seen: [string, string][] = [];
    for (const [path, body] of [
      ['/api/events', EVENT],
      ['/api/events/batch', [{ ...EVENT, eventId: 'event-2' }]],
      ['/api/events/request', REQUEST],
      ['/api/events/request', { ...REQUEST, requestBody: context(), responseBody: [context()] }],
      ['/api/logs', LOG],
      ['/api/logs/batch', [LOG]],
    ] as const) {
      const answer = await callJson(daemon.url + path, { body });
      assert.equal(answer.status, 201);
      seen.push([`POST ${path}`, JSON.stringify(answer.body)], [`feed of ${path}`, await feed.nextText()]);
    }
    seen.push(...(await refuse(daemon.url)), ...(await readEverything(daemon.url)));
    await feed.close();
    assert.equal(await daemon.stop(), 0);
    seen.push(['the log', daemon.log.join('\n')]);
    for (const name of readdirSync(dir())) seen.push([name, readFileSync(join(dir(), name), 'latin1')]);
    for (const [place, text] of seen) assertClean(place, text);
    assert.ok(readFileSync(dbPath, 'latin1').includes('[Redacted]'));
  });

  it('are in none of the pages that a crash leaves in the write-ahead log', async () => {
    const dbPath = join(dir(), 'service.db');
    const daemon = await startDaemonProcess(dbPath);
    for (const [path, body] of [
      ['/api/events', EVENT],
      ['/api/events/request', REQUEST],
      ['/api/logs', LOG],
    ] as const) {
      assert.equal((await callJson(daemon.url + path, { body })).status, 201);
    }
    assert.equal(await daemon.stop('SIGKILL'), 'SIGKILL');
    assert.ok(readdirSync(dir()).includes('service.db-wal'));
    for (const name of readdirSync(dir())) assertClean(name, readFileSync(join(dir(), name), 'latin1'));
  });
});

/** Refusals of every kind, with the secret in what is refused. */
async function refuse(url: string): Promise<[string, string][]> {
  const bodies: [string, unknown][] = [
    ['/api/events', `{"password":"${SECRET}"`],
    ['/api/events', { ...EVENT, eventId: 'event-3', type: SECRET.repeat(20) }],
    ['/api/events', { ...EVENT, source: SECRET, timestamp: SECRET }],
    ['/api/events/request', { ...REQUEST, statusCode: SECRET }],
    ['/api/logs', { ...LOG, level: SECRET }],
    ['/api/clear', { projectId: `../${SECRET}` }],
    [`/api/events?token=${SECRET}`, '{'],
  ];
  const answers = await Promise.all(bodies.map(([path, body]) => callJson(url + path, { body })));
  for (const { status } of answers) assert.ok(status >= 400 && status < 500);
  return answers.map(({ body }, index) => [`refusal ${index}`, JSON.stringify(body)]);
}

async function readEverything(url: string): Promise<[string, string][]> {
  const { errors } = (await callJson<ErrorGroupList>(`${url}/api/errors`)).body;
  const { requests } = (await callJson<RequestList>(`${url}/api/requests`)).body;
  const paths = [
    '/api/errors',
    ...errors.map(({ id }) => `/api/errors/${id}`),
    '/api/requests',
    ...requests.map(({ id }) => `/api/requests/${id}`),
    ...['/api/logs', '/api/stats', '/api/projects', '/api/outcomes', '/api/status'],
  ];
  assert.ok(errors.length > 0 && requests.length > 1);
  return Promise.all(
    paths.map(async (path): Promise<[string, string]> => {
      const { status, body } = await callJson(url + path);
      assert.equal(status, 200);
      return [path, JSON.stringify(body)];
    }),
  );
}

/** Fails with the surroundings of the secret, not with megabytes. */
function assertClean(place: string, text: string): void {
  const at = text.indexOf(SECRET);
  assert.equal(at, -1, `${place}: ${JSON.stringify(text.slice(Math.max(0, at - 120), at + 40))}`);
}
