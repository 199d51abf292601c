// Fastify in a process of its own that `--import` alone has prepared.

import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import * as errord from '@errord/node';
import Fastify from 'fastify';
import { hookFastify } from '../../../clients/node/src/fastify-hook.js';
import type { Host } from '../../../clients/node/src/host.js';
import type { EventRecord } from '../../../schemas/event.js';
import type { RequestList, RequestRecord } from '../../../schemas/request.js';
import { openApiClient } from '../../support/api-client.js';
import { endApps, startApp } from '../../support/client-app.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';
import { useClient } from './support.js';

/** Where the application fails, and what it answers then. */
const PLACES: Readonly<Record<string, number>> = {
  onRequest: 500,
  onRequestByCallback: 500,
  preParsing: 500,
  preValidation: 500,
  preHandler: 500,
  preSerialization: 500,
  onSend: 500,
  handler: 500,
  asyncHandler: 500,
  text: 500,
  sentError: 500,
  afterAnswer: 200,
  stream: 500,
  serializer: 500,
  getter: 500,
  ownErrorHandler: 503,
  plugin: 500,
  notFound: 500,
};

const REFUSED: Readonly<Record<string, number>> = {
  refusedByError: 404,
  refusedByReply: 404,
  refusedByReplyThenThrown: 404,
  refusedBySchema: 400,
};

/** An answer of the application's own, of which no error is known. */
const ANSWERED: Readonly<Record<string, number>> = { answered: 500 };
const ANSWERED_MESSAGE = 'HTTP 500: GET /answered';

describe('Fastify 5', () => {
  const shared = useSharedDaemon();
  after(endApps);

  for (const how of ['without the plugin', 'with the plugin']) {
    describe(`${how}, behind --import`, () => {
      let groupCount = 0;
      let events: readonly EventRecord[] = [];
      let requests: readonly RequestRecord[] = [];
      before(async () => {
        const projectId = shared.newProject();
        const answers = await failEverywhere(how, projectId);
        assert.deepEqual(answers, { ...PLACES, ...REFUSED, ...ANSWERED });
        groupCount = (await shared.errorGroups(projectId)).length;
        events = await openApiClient(shared.url()).events(projectId);
        ({ requests } = (await shared.get<RequestList>(`/api/requests?projectId=${projectId}`)).body);
      });

      for (const place of Object.keys(PLACES)) {
        it(`tells what fails in ${place}, once, and which request it was`, () => {
          const [event, ...others] = events.filter(({ message }) => message === `lost in ${place}`);
          assert.equal(others.length, 0);
          assert.equal(event?.type, 'exception');
          assert.equal(event.request?.url, `/${place}`);
          // A text has no stack.
          if (place !== 'text') assert.match(String(event.stack), /apps\/fastify\.[jt]s:\d+/);
          const request = requests.find(({ url }) => url === `/${place}`);
          assert.equal(request?.statusCode, PLACES[place]);
          assert.equal(request?.correlationId, event.correlationId);
          if (place !== 'afterAnswer') assert.equal(request?.errorEventId, event.eventId);
        });
      }

      it('does not ask for the plugin where an answer of 500 came without an error', () => {
        const event = events.find(({ message }) => message === ANSWERED_MESSAGE);
        assert.equal(event?.type, 'http_error');
        const { hint } = event.extra as { readonly hint?: unknown };
        assert.match(String(hint), /why\. Give the error to captureError where/);
      });

      it('tells nothing else: no error twice, no answer to a mistake of the client', () => {
        const told = events.map(({ message }) => message).sort();
        const thrown = Object.keys(PLACES).map((place) => `lost in ${place}`);
        assert.deepEqual(told, [ANSWERED_MESSAGE, ...thrown].sort());
        assert.equal(groupCount, told.length);
      });
    });
  }

  /** The status of each answer. */
  async function failEverywhere(how: string, projectId: string): Promise<Readonly<Record<string, number>>> {
    const app = startApp('fastify', {
      args: [how],
      nodeArgs: ['--import', '@errord/node/auto'],
      env: { ERRORD_URL: shared.url(), ERRORD_PROJECT: projectId },
    });
    const names = Object.keys({ ...PLACES, ...REFUSED, ...ANSWERED });
    app.child.stdin?.end(names.join(' '));
    const { stdout, code } = await app.ended;
    assert.equal(code, 0);
    const answers = stdout.trim().split('\n');
    return Object.fromEntries(answers.map((line) => [line.slice(4), Number(line.slice(0, 3))]));
  }
});

describe('the hook for Fastify', () => {
  const { init, delivered, closeAfterTest } = useClient();

  const fail = (): never => {
    // oxlint-disable-next-line typescript/only-throw-error
    throw 'lost as a text';
  };
  const toMessages = (events: readonly Readonly<Record<string, unknown>>[]) => events.map(({ message }) => message);
  const open = () => {
    const app = Fastify();
    closeAfterTest(() => app.close());
    return app;
  };

  it('reports to the client that is there when an instance fails, and to none after close', async () => {
    init();
    const app = open();
    app.addHook('onRequest', fail);
    init();
    await app.inject('/');
    assert.deepEqual(toMessages(await delivered('events')), ['lost as a text']);
    await errord.close();
    await app.inject('/');
    const late = open();
    late.get('/', fail);
    await late.inject('/');
    init();
    assert.deepEqual(toMessages(await delivered('events')), ['lost as a text']);
  });

  it('reports what handlers throw on an instance that is older than the client', async () => {
    const app = open();
    app.get('/', fail);
    init();
    await app.inject('/');
    assert.deepEqual(toMessages(await delivered('events')), ['lost as a text']);
  });

  it('reports once on an instance that is older than the client and has the plugin twice', async () => {
    const app = open();
    await app.register(errord.fastifyErrord);
    init();
    await app.register(async (plugin) => {
      await plugin.register(errord.fastifyErrord);
      plugin.get('/', fail);
    });
    await app.inject('/');
    assert.deepEqual(toMessages(await delivered('events')), ['lost as a text']);
  });

  it('counts an instance that takes no hooks, and lets it be made', () => {
    let faultCount = 0;
    const countFault = (): void => void faultCount++;
    const unhook = hookFastify({ client: { countFault } } as unknown as Host);
    const addHook = fail;
    for (const message of [{ fastify: { addHook } }, {}, null]) channel('fastify.initialization').publish(message);
    assert.equal(faultCount, 3);
    unhook();
    assert.equal(channel('fastify.initialization').hasSubscribers, false);
  });
});
