import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { get, request as httpRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import * as errord from '@errord/node';
import { useClient } from './support.js';

const HEADER = 'x-service-correlation-id';

/** The ways to call another service. */
const CALLS: Readonly<Record<string, (url: string) => Promise<string>>> = {
  fetch: async (url) => (await fetch(url)).text(),
  'http.get': (url) => answerOf(http.get(url)),
  'http.request': (url) => answerOf(http.request(url).end()),
  'an imported get': (url) => answerOf(get(url)),
  'an imported request': (url) => answerOf(httpRequest(url, { method: 'GET' }).end()),
};

async function answerOf(request: http.ClientRequest): Promise<string> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return text(response);
}

describe('a call to another service', () => {
  const { init, delivered, serve, daemon } = useClient();

  /** A service that tells which correlation id it was called with. */
  const serveTeller = () => serve((request, response) => response.end(String(request.headers[HEADER])));

  for (const [name, call] of Object.entries(CALLS)) {
    it(`carries the correlation id to a listed origin: ${name}`, async () => {
      const other = await serveTeller();
      init({ correlationOrigins: [other] });
      const url = await serve((_request, response) => void call(`${other}/stock`).then((id) => response.end(id)));
      const answer = await fetch(url, { headers: { [HEADER]: 'chain-1' } });
      assert.equal(await answer.text(), 'chain-1');
      await daemon().until(() => daemon().records('requests').length === 2);
      const ids = daemon()
        .records('requests')
        .map(({ correlationId }) => correlationId);
      assert.deepEqual(ids, ['chain-1', 'chain-1']);
    });

    it(`carries nothing to any other origin: ${name}`, async () => {
      const other = await serveTeller();
      init({ correlationOrigins: ['http://127.0.0.1:1', /^https:/] });
      const url = await serve((_request, response) => void call(other).then((id) => response.end(id)));
      assert.equal(await (await fetch(url, { headers: { [HEADER]: 'chain-1' } })).text(), 'undefined');
    });

    it(`is a breadcrumb of the request in which it was made: ${name}`, async () => {
      const other = await serve((_request, response) => response.writeHead(404).end());
      init();
      const url = await serve((_request, response) => {
        void call(`${other}/stock?token=secret`).then(() => {
          // The call of `node:http` ends just behind its answer.
          setImmediate(() => {
            errord.captureMessage('after the call');
            response.end();
          });
          return undefined;
        });
      });
      await (await fetch(url)).text();
      errord.captureMessage('elsewhere');
      const [event, elsewhere] = await delivered('events');
      const [crumb, ...others] = event?.breadcrumbs as readonly Record<string, unknown>[];
      assert.equal(others.length, 0);
      assert.equal(crumb?.category, 'http');
      assert.equal(crumb.message, `GET ${other}/stock?token=[Redacted]`);
      assert.equal((crumb.data as Record<string, unknown>).statusCode, 404);
      const urls = ((elsewhere?.breadcrumbs ?? []) as readonly Record<string, unknown>[]).map(({ message }) => message);
      assert.ok(!urls.some((message) => String(message).includes('/stock')));
    });
  }

  it('keeps a header that the application has set', async () => {
    const other = await serveTeller();
    init({ correlationOrigins: [other] });
    const url = await serve((_request, response) => {
      void Promise.all([
        fetch(other, { headers: { [HEADER]: 'own' } }).then((answer) => answer.text()),
        answerOf(http.get(other, { headers: { [HEADER]: 'own' } })),
        answerOf(http.get(other, { headers: [HEADER, 'own', 'host', new URL(other).host] })),
      ]).then((ids) => response.end(ids.join()));
    });
    assert.equal(await (await fetch(url)).text(), 'own,own,own');
  });

  it('that fails leaves its error, and fails as without the library', async () => {
    const { url: away } = daemon();
    init({ serverUrl: 'http://127.0.0.1:9' });
    await daemon().stop();
    await assert.rejects(fetch(away));
    const request = http.get(away);
    const [error] = (await once(request, 'error')) as [NodeJS.ErrnoException];
    assert.equal(error.code, 'ECONNREFUSED');
    const sent: unknown[] = [];
    init({
      serverUrl: 'http://127.0.0.1:9',
      beforeSend: (event) => {
        sent.push(event);
        return event;
      },
    });
    await assert.rejects(fetch(away));
    errord.captureMessage('after');
    const [event] = sent as [errord.ErrorEvent];
    const levels = event.breadcrumbs?.map(({ level }) => level);
    assert.deepEqual(levels, ['error']);
    await errord.close(0);
  });

  it('is not held up, changed or kept by us when nobody reads its answer', async () => {
    const other = await serve((_request, response) => response.end('x'.repeat(100_000)));
    init();
    const request = http.get(other);
    await once(request, 'close');
    assert.equal(request.listenerCount('response'), 0);
  });

  it('to the daemon leaves no trace', async () => {
    init({ correlationOrigins: [/.*/] });
    await fetch(`${daemon().url}/api/logs/batch`, { method: 'POST', body: '[]' });
    errord.captureMessage('after');
    const [event] = await delivered('events');
    assert.equal(event?.breadcrumbs, undefined);
    for (const { headers } of daemon().calls) assert.equal(headers[HEADER], undefined);
  });

  it('is nobody’s business after close', async () => {
    const originals = [http.request, http.get, https.request, https.get];
    init();
    await errord.close();
    assert.deepEqual([http.request, http.get, https.request, https.get], originals);
  });
});
