import assert from 'node:assert/strict';
import { hasSubscribers } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import * as errord from '@errord/node';
import { NODE_OPTION_CHECKS } from '../../../clients/node/src/options.js';
import { PACKAGE_ROOT } from '../../../src/package.js';
import { runApp } from '../../support/client-app.js';
import { startFakeDaemon } from '../../support/fake-daemon.js';
import { useClient } from './support.js';

const CHANNELS = [
  'http.server.request.start',
  'undici:request:create',
  'undici:request:headers',
  'undici:request:error',
];
const EVENTS = [
  'uncaughtExceptionMonitor',
  'unhandledRejection',
  'exit',
  'beforeExit',
  'newListener',
  'removeListener',
];

/** Everything that a client hooks into, as it is now. */
const hooked = () => ({
  listeners: EVENTS.map((event) => process.listeners(event as 'exit')),
  console: { ...console },
  http: [http.request, http.get],
  channels: CHANNELS.map((channel) => hasSubscribers(channel)),
});

describe('init', () => {
  const { init, delivered, daemon } = useClient();

  it('refuses wrong options with a sentence that names the option', () => {
    const cases: readonly [errord.NodeOptions | Record<string, unknown>, RegExp][] = [
      [{ serverUrl: 'localhost:3800' }, /"serverUrl" must be an http or https URL/],
      [{ projectId: ' a' }, /"projectId" must be a name/],
      [{ sampleRate: 2 }, /"sampleRate" must be a number from 0 to 1/],
      [{ captureBodies: 'yes' }, /"captureBodies" must be true or false/],
      [{ ignoreRequests: '/health' }, /"ignoreRequests" must be an array of paths/],
      [{ memoryWarning: 90 }, /"memoryWarning" must be a number between 0 and 1/],
      [{ eventLoopDelayWarning: 1 }, /"eventLoopDelayWarning" must be a number of milliseconds from 20/],
      [{ dsn: 'x' }, /there is no option "dsn"; the options are serverUrl, /],
    ];
    const before = hooked();
    for (const [options, message] of cases) {
      assert.throws(
        () => errord.init(options),
        (error) => error instanceof TypeError && message.test(error.message),
      );
    }
    assert.deepEqual(hooked(), before);
  });

  it('hooks nothing with enabled: false, and every function is a no-op', async () => {
    const before = hooked();
    init({ enabled: false });
    assert.deepEqual(hooked(), before);
    errord.setUser({ id: 1 });
    errord.setTag('a', 'b');
    errord.addBreadcrumb({ message: 'a' });
    errord.log('info', 'a');
    assert.equal(errord.captureError(new Error('a')), undefined);
    assert.equal(errord.captureMessage('a'), undefined);
    assert.equal(await errord.flush(), true);
    assert.deepEqual(errord.stats(), { sentCount: 0, queuedCount: 0, dropped: {} });
    const handler = errord.withErrord(() => new Response('ok'));
    assert.equal(await (await handler(new Request('http://shop/'))).text(), 'ok');
    await errord.close();
    assert.equal(daemon().calls.length, 0);
  });

  it('again takes the place of the client before: hooked once, and nothing lost', async () => {
    init({ tags: { client: 'first' } });
    const once = hooked();
    errord.captureError(new Error('to the first'));
    init({ tags: { client: 'second' } });
    const twice = hooked();
    assert.deepEqual(
      twice.listeners.map((listeners) => listeners.length),
      once.listeners.map((listeners) => listeners.length),
    );
    errord.captureError(new Error('to the second'));
    await delivered('events');
    await daemon().until(() => daemon().records('events').length === 2);
    const tags = daemon()
      .records('events')
      .map((event) => [event.message, (event.tags as Record<string, unknown>).client]);
    assert.deepEqual(tags.sort(), [
      ['to the first', 'first'],
      ['to the second', 'second'],
    ]);
  });

  it('leaves everything as it was after close', async () => {
    const before = hooked();
    init({ captureConsole: true, memoryWarning: 0.9, eventLoopDelayWarning: 100 });
    assert.notDeepEqual(hooked(), before);
    await errord.close();
    assert.deepEqual(hooked(), before);
    assert.equal(errord.captureError(new Error('late')), undefined);
  });

  it('names the project after the package that the application is', async () => {
    errord.init({ serverUrl: daemon().url, ignoreRequests: [/^\/api\//] });
    errord.captureMessage('whose?');
    const [event] = await delivered('events');
    assert.equal(event?.projectId, 'errord');
    assert.equal(daemon().calls[0]?.headers['x-service-project-id'], 'errord');
  });

  it('sends the token', async () => {
    init({ token: 'open sesame' });
    errord.captureMessage('hello');
    await delivered('events');
    assert.equal(daemon().calls[0]?.headers.authorization, 'Bearer open sesame');
  });
});

describe('@errord/node/auto', () => {
  const run = (env: Record<string, string>) =>
    runApp('ends', { args: ['log, then end'], nodeArgs: ['--import', '@errord/node/auto'], env });

  it('takes its options from the environment', async () => {
    const daemon = await startFakeDaemon();
    await run({
      ERRORD_URL: daemon.url,
      ERRORD_PROJECT: 'from env',
      ERRORD_TOKEN: 'secret',
      ERRORD_RELEASE: '1.2.3',
      NODE_ENV: 'staging',
      ERRORD_SAMPLE_RATE: '1',
      ERRORD_CAPTURE_CONSOLE: 'warn,info',
      ERRORD_CAPTURE_BODIES: 'true',
      ERRORD_CORRELATION_ORIGINS: 'http://a.example, http://b.example',
      ERRORD_IGNORE_ERRORS: '',
    });
    const [event] = daemon.records('events');
    assert.equal(event?.projectId, 'from env');
    assert.equal(event.release, '1.2.3');
    assert.equal((event.environment as Record<string, unknown>).name, 'staging');
    assert.equal(daemon.calls[0]?.headers.authorization, 'Bearer secret');
    await daemon.stop();
  });

  it('does nothing with ERRORD_ENABLED=false', async () => {
    const daemon = await startFakeDaemon();
    await run({ ERRORD_URL: daemon.url, ERRORD_ENABLED: 'false' });
    assert.equal(daemon.calls.length, 0);
    await daemon.stop();
  });

  it('names the variables that there are none of, and reports all the same', async () => {
    const daemon = await startFakeDaemon();
    // The last two belong to the command line and to the container.
    const { code, stderr } = await run({
      ERRORD_URL: daemon.url,
      ERRORD_PROJEKT: 'shop',
      'ERRORD_\u001b[31m': 'x',
      ERRORD_KEY: 'errord_r_x',
      ERRORD_HOST: 'errors.example.com',
    });
    assert.equal(code, 0);
    const told = stderr.split('\n').filter((line) => line.startsWith('errord:'));
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /^errord: there is no variable ERRORD_PROJEKT; the variables are .*\bERRORD_PROJECT, /);
    assert.equal(daemon.records('events').length, 1);
    await daemon.stop();
  });

  for (const [variable, value] of [
    ['ERRORD_URL', 'nowhere'],
    ['ERRORD_SAMPLE_RATE', 'half'],
    ['ERRORD_CAPTURE_CONSOLE', 'warn,error'],
    ['ERRORD_CAPTURE_BODIES', 'maybe'],
    ['ERRORD_MEMORY_WARNING', ' '],
  ] as const) {
    it(`says once that ${variable} is wrong, and leaves the application alone`, async () => {
      const { code, stderr } = await run({ [variable]: value });
      assert.equal(code, 0);
      const [line] = stderr.split('\n');
      assert.match(line ?? '', new RegExp(`^errord: the variable ${variable} must be .*\\. Nothing is reported\\.$`));
      assert.equal(stderr.split('errord:').length, 2);
    });
  }
});

describe('the page about the clients', () => {
  const read = (path: string): string => readFileSync(new URL(path, PACKAGE_ROOT), 'utf8');

  it('has every option, every variable and every reason for a drop', () => {
    const page = read('docs/clients.md');
    const variables = read('clients/node/src/environment.ts').match(/\bERRORD_\w+/g) ?? [];
    const reasons = [...read('clients/core/types.ts').matchAll(/^ {2}\| '(\w+)'/gm)].map(([, reason]) => reason ?? '');
    assert.ok(variables.length > 10 && reasons.length > 4);
    for (const name of [...Object.keys(NODE_OPTION_CHECKS), ...variables, ...reasons]) {
      assert.ok(page.includes(`\`${name}\``), name);
    }
  });
});
