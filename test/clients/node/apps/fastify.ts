// Fails in each place where Fastify lets code of an application run, once. Knows nothing of the library, unless it is asked
// to use the plugin: then of the build for CommonJS, where `--import` loads the other.

import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type { fastifyErrord } from '@errord/node';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';

type Route = Pick<RouteOptions, 'handler'> & Partial<RouteOptions>;

const found = (): object => ({ found: true });

const IN_HOOKS: Readonly<Record<string, Route>> = {
  onRequest: {
    onRequest: () => {
      throw new Error('lost in onRequest');
    },
    handler: found,
  },
  onRequestByCallback: {
    onRequest: (_request, _reply, done) => {
      done(new Error('lost in onRequestByCallback'));
    },
    handler: found,
  },
  preParsing: {
    preParsing: () => {
      throw new Error('lost in preParsing');
    },
    handler: found,
  },
  preValidation: {
    preValidation: () => Promise.reject(new Error('lost in preValidation')),
    handler: found,
  },
  preHandler: {
    preHandler: () => {
      throw new Error('lost in preHandler');
    },
    handler: found,
  },
  preSerialization: {
    preSerialization: () => Promise.reject(new Error('lost in preSerialization')),
    handler: found,
  },
  onSend: {
    onSend: () => Promise.reject(new Error('lost in onSend')),
    handler: found,
  },
};

const IN_HANDLERS: Readonly<Record<string, Route>> = {
  handler: {
    handler: () => {
      throw new Error('lost in handler');
    },
  },
  asyncHandler: {
    handler: async () => {
      await Promise.resolve();
      throw new Error('lost in asyncHandler');
    },
  },
  text: {
    handler: () => {
      // oxlint-disable-next-line typescript/only-throw-error
      throw 'lost in text';
    },
  },
  sentError: {
    handler: (_request, reply) => {
      void reply.send(new Error('lost in sentError'));
    },
  },
  afterAnswer: {
    handler: async (_request, reply) => {
      await reply.send(found());
      throw new Error('lost in afterAnswer');
    },
  },
  stream: {
    handler: () =>
      new Readable({
        read() {
          this.destroy(new Error('lost in stream'));
        },
      }),
  },
};

const IN_SERIALIZERS: Readonly<Record<string, Route>> = {
  serializer: {
    handler: (_request, reply) => {
      void reply
        .serializer(() => {
          throw new Error('lost in serializer');
        })
        .send(found());
    },
  },
  getter: {
    schema: { response: { 200: { type: 'object', properties: { id: { type: 'number' } } } } },
    handler: () => ({
      get id() {
        throw new Error('lost in getter');
      },
    }),
  },
  ownErrorHandler: {
    handler: () => {
      throw new Error('lost in ownErrorHandler');
    },
    errorHandler: (_error, _request, reply) => {
      void reply.code(503).send({ sorry: true });
    },
  },
};

const noSuchOrder = (): Error => new Error('no such order');

/** Mistakes of the client's. */
const REFUSED: Readonly<Record<string, Route>> = {
  refusedByError: {
    handler: () => {
      throw Object.assign(noSuchOrder(), { statusCode: 404 });
    },
  },
  refusedByReply: {
    handler: (_request, reply) => {
      void reply.code(404).send(noSuchOrder());
    },
  },
  refusedByReplyThenThrown: {
    handler: (_request, reply) => {
      void reply.code(404);
      throw noSuchOrder();
    },
  },
  refusedBySchema: {
    schema: { querystring: { type: 'object', required: ['id'], properties: { id: { type: 'number' } } } },
    handler: found,
  },
};

const ANSWERED: Readonly<Record<string, Route>> = {
  answered: { handler: (_request, reply) => reply.code(500).send({ sorry: true }) },
};

function addRoutes(app: FastifyInstance): void {
  const routes = { ...IN_HOOKS, ...IN_HANDLERS, ...IN_SERIALIZERS, ...REFUSED, ...ANSWERED };
  for (const [name, route] of Object.entries(routes)) app.route({ method: 'GET', url: `/${name}`, ...route });
  void app.register((plugin, _options, done) => {
    plugin.addHook('onRequest', () => Promise.reject(new Error('lost in plugin')));
    plugin.get('/plugin', found);
    done();
  });
  app.setNotFoundHandler(() => {
    throw new Error('lost in notFound');
  });
}

const app = Fastify();
if (process.argv[2] === 'with the plugin') {
  const require = createRequire(import.meta.url);
  const client = require('@errord/node') as { readonly fastifyErrord: typeof fastifyErrord };
  await app.register(client.fastifyErrord);
}
addRoutes(app);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdin.setEncoding('utf8');
for await (const names of process.stdin) {
  for (const name of String(names).trim().split(' ')) {
    const answer = await fetch(`${url}/${name}`);
    await answer.text();
    process.stdout.write(`${answer.status} ${name}\n`);
  }
}
await app.close();
