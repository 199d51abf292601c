// The examples as they are: the page of the one calls the server of the other, each with its library. The page is built for
// production in a directory of its own, with a React of its own, as everywhere but in this repository.

import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build, type Rollup } from 'vite';
import type { ErrorGroupDetail, ErrorGroupList } from '../../../schemas/error-group.js';
import type { RequestList } from '../../../schemas/request.js';
import { useBrowser } from '../../support/browser.js';
import { endApps, startApp } from '../../support/client-app.js';
import { FeedClient } from '../../support/feed-client.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';
import { useSite } from '../../support/site.js';
import { useTempDir } from '../../support/temp-dir.js';
import { copyClient, copyPackage, installExample, linkClient } from '../../support/vite-app.js';

/** How package managers put the client into an application. */
const INSTALLS: Readonly<Record<string, (app: string) => void>> = {
  'a link to the repository': putLink,
  'a copy, as of a package': (app) => {
    copyClient(join(app, 'node_modules/@errord/browser'));
  },
  'a package of its workspace, with the same React': (app) => {
    copyClient(join(app, 'packages/browser'));
    symlinkSync('../../packages/browser', join(app, 'node_modules/@errord/browser'));
  },
  'a package of its workspace, with another copy of React': (app) => {
    copyClient(join(app, 'packages/browser'));
    copyPackage('react', join(app, 'packages/browser'));
    symlinkSync('../../packages/browser', join(app, 'node_modules/@errord/browser'));
  },
};

function putLink(app: string): void {
  linkClient(join(app, 'node_modules/@errord/browser'));
}

describe('the examples', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  const site = useSite();
  const dir = useTempDir();
  afterEach(endApps);

  async function startServer(): Promise<string> {
    const app = startApp('../../../../../examples/express/app', {
      nodeArgs: ['--import', '@errord/node/auto'],
      env: { ERRORD_URL: daemon.url(), ERRORD_PROJECT: 'example-express', PORT: '0' },
    });
    return app.line();
  }

  it('have one correlation id from the click to the server, by which everything is found', async () => {
    const server = await startServer();
    site.serve('/app.js', await buildExample(daemon.url(), installExample(dir(), putLink)));
    site.serve('/orders', (request, response) => void passOn(server, request, response));
    const feed = await FeedClient.open(`${daemon.url().replace('http', 'ws')}/ws`);
    const page = await browser.open(
      site.serve('/', '<!doctype html><div id="root"></div><script src="/app.js"></script>'),
      {
        mayLog: /./,
      },
    );
    await page.getByRole('button', { name: 'Buy plums' }).click();
    // Both errors, and both sides' records of the request.
    const waitFor = new Set(['new_error backend', 'new_error frontend', 'new_request backend', 'new_request frontend']);
    while (waitFor.size > 0) {
      const { type, payload } = await feed.next();
      waitFor.delete(`${type} ${String(payload.source)}`);
    }
    await feed.close();
    const { errors } = (await daemon.get<ErrorGroupList>('/api/errors')).body;
    const details = errors.map(({ id }) => daemon.get<ErrorGroupDetail>(`/api/errors/${id}`));
    const events = (await Promise.all(details)).flatMap(({ body }) => body.events);
    const ids = new Set(events.map(({ correlationId }) => correlationId));
    assert.equal(ids.size, 1, JSON.stringify(events.map(({ message, correlationId }) => [message, correlationId])));
    const correlationId = [...ids].join();
    const query = `correlationId=${encodeURIComponent(correlationId)}`;
    const found = (await daemon.get<ErrorGroupList>(`/api/errors?${query}`)).body.errors;
    assert.deepEqual(found.map(({ source, projectId }) => `${source} ${projectId}`).sort(), [
      'backend example-express',
      'frontend example-react',
    ]);
    const { requests } = (await daemon.get<RequestList>(`/api/requests?${query}`)).body;
    assert.deepEqual(
      requests.map(({ method, statusCode }) => [method, statusCode]),
      [
        ['POST', 500],
        ['POST', 500],
      ],
    );
    for (const { errorEventId } of requests) assert.ok(events.some(({ eventId }) => eventId === errorEventId));
  });

  for (const [name, put] of Object.entries(INSTALLS)) {
    it(`show the page, and the fallback for a component that breaks, when the client is ${name}`, async () => {
      const projectId = daemon.newProject();
      const script = await buildExample(daemon.url(), installExample(dir(), put));
      site.serve('/app.js', script.replace('example-react', projectId));
      const page = await browser.open(
        site.serve('/', '<!doctype html><div id="root"></div><script src="/app.js"></script>'),
        { mayLog: /toUpperCase/ },
      );
      await page.getByRole('heading', { name: 'Fruits' }).waitFor();
      await page.getByText('Nothing yet.').waitFor();
      const stored = page.waitForResponse(/\/api\/events\/batch/);
      await page.getByRole('button', { name: 'Buy nothing' }).click();
      const reported = await page
        .getByRole('alert')
        .getByText(/Reported as [\w-]{36}\./)
        .textContent();
      assert.equal((await stored).status(), 201);
      const { events } = await daemon.onlyErrorGroup(projectId);
      assert.deepEqual(
        events.map(({ eventId }) => eventId),
        [/[\w-]{36}/.exec(reported ?? '')?.[0]],
      );
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Nothing yet.').waitFor();
    });
  }
});

/** Builds the example's page as its own build does, for the daemon of the test. */
async function buildExample(daemonUrl: string, root: string): Promise<string> {
  const built = (await build({
    root,
    logLevel: 'silent',
    define: { 'import.meta.env.VITE_ERRORD_URL': JSON.stringify(daemonUrl) },
    build: {
      write: false,
      sourcemap: false,
      modulePreload: false,
      rollupOptions: { output: { inlineDynamicImports: true } },
    },
  })) as Rollup.RollupOutput;
  const script = built.output.find(({ fileName }) => fileName.endsWith('.js')) as Rollup.OutputChunk;
  return script.code;
}

async function passOn(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const correlation = request.headers['x-service-correlation-id'];
  const answer = await fetch(url + (request.url ?? ''), {
    method: 'POST',
    body: await text(request),
    headers: { ...headers, ...(typeof correlation === 'string' && { 'x-service-correlation-id': correlation }) },
  });
  response.writeHead(answer.status, headers).end(await answer.text());
}
