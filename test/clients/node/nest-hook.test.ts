import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../../clients/node/src/host.js';
import { NEST_LOOKS_MAX } from '../../../clients/node/src/limits.js';
import { hookNest } from '../../../clients/node/src/nest-hook.js';
import { endApps, runApp } from '../../support/client-app.js';
import { startFakeDaemon } from '../../support/fake-daemon.js';
import { useTempDir } from '../../support/temp-dir.js';

const connections = channel('net.server.socket');

describe('the look for NestJS', () => {
  it('ends after so many connections to an application without it, and when the client is closed', () => {
    const host = {} as Host;
    hookNest(host);
    for (let connection = 1; connection < NEST_LOOKS_MAX; connection++) connections.publish({});
    assert.ok(connections.hasSubscribers);
    connections.publish({});
    assert.equal(connections.hasSubscribers, false);
    const unhook = hookNest(host);
    assert.ok(connections.hasSubscribers);
    unhook();
    assert.equal(connections.hasSubscribers, false);
  });

  describe('as ES modules', () => {
    const dir = useTempDir();
    afterEach(endApps);

    /** What NestJS 12 looks like from outside: the package, its base filter, and the metadata that it needs. */
    const writeApp = (setUp: string): string => {
      const core = join(dir(), 'node_modules/@nestjs/core');
      mkdirSync(join(core, 'exceptions'), { recursive: true });
      writeFileSync(join(core, 'package.json'), '{"type":"module","exports":{"./*.js":"./*.js"}}');
      writeFileSync(
        join(core, 'exceptions/base-exception-filter.js'),
        `console.log('loaded');
        export class BaseExceptionFilter {
          catch(exception, host) { host.response.writeHead(500).end(); }
        }`,
      );
      const app = join(dir(), 'app.mjs');
      writeFileSync(
        app,
        `import { createServer } from 'node:http';
        ${setUp}
        const server = createServer((request, response) => {
          const host = { response, switchToHttp: () => ({ getRequest: () => request }) };
          if (request.url === '/') response.end();
          else filter.catch(new Error('order 7 is lost'), host);
        }).listen(0, '127.0.0.1', async () => {
          for (const path of ['/', '/orders/7']) await fetch('http://127.0.0.1:' + server.address().port + path);
          server.close();
          server.closeAllConnections();
        });`,
      );
      return app;
    };
    const run = async (app: string) => {
      const daemon = await startFakeDaemon();
      const env = { ERRORD_URL: daemon.url, ERRORD_PROJECT: 'nest' };
      const { stdout } = await runApp(app, { nodeArgs: ['--import', '@errord/node/auto'], env });
      await daemon.stop();
      return { stdout, events: daemon.records('events') };
    };

    it('finds the copy of the application, and reports what its base filter answers', async () => {
      const { stdout, events } = await run(
        writeApp(`Reflect.getMetadata = () => undefined;
          const { BaseExceptionFilter } = await import('@nestjs/core/exceptions/base-exception-filter.js');
          const filter = new BaseExceptionFilter();`),
      );
      assert.equal(stdout, 'loaded\n');
      assert.deepEqual(
        events.map(({ type, message }) => [type, message]),
        [['exception', 'order 7 is lost']],
      );
      assert.match(String(events[0]?.stack), /app\.mjs:\d+/);
    });

    it('loads nothing of it for an application that does not use it', async () => {
      const { stdout, events } = await run(
        writeApp('const filter = { catch: (error, { response }) => response.writeHead(500).end() };'),
      );
      assert.equal(stdout, '');
      assert.deepEqual(
        events.map(({ type }) => type),
        ['http_error'],
      );
    });
  });
});
