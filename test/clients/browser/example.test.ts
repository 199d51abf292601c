// The examples as they are: the page of the one calls the server of the other, each with its library.

import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';
import type { ErrorGroupDetail, ErrorGroupList } from '../../../schemas/error-group.js';
import type { RequestList } from '../../../schemas/request.js';
import { useBrowser } from '../../support/browser.js';
import { endApps, startApp } from '../../support/client-app.js';
import { FeedClient } from '../../support/feed-client.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';
import { type Site, useSite } from '../../support/site.js';

describe('the examples', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  const site = useSite();
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
    await serveExample(site, daemon.url());
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

  it('show the fallback for a component that breaks, with the id of its event', async () => {
    await serveExample(site, daemon.url());
    const page = await browser.open(
      site.serve('/', '<!doctype html><div id="root"></div><script src="/app.js"></script>'),
      {
        mayLog: /./,
      },
    );
    await page.getByRole('button', { name: 'Buy nothing' }).click();
    await page
      .getByRole('alert')
      .getByText(/Reported as [\w-]{36}\./)
      .waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nothing yet.').waitFor();
  });
});

/** Builds the example's page as its own build does, for the daemon of the test. */
async function serveExample(site: Site, daemonUrl: string): Promise<void> {
  const root = fileURLToPath(new URL('../../../../examples/vite-react/', import.meta.url));
  const built = (await build({
    root,
    logLevel: 'silent',
    define: { 'import.meta.env.VITE_ERRORD_URL': JSON.stringify(daemonUrl) },
    build: { write: false, modulePreload: false },
  })) as Rollup.RollupOutput;
  const script = built.output.find(({ fileName }) => fileName.endsWith('.js')) as Rollup.OutputChunk;
  site.serve('/app.js', script.code);
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
