import assert from 'node:assert/strict';
import type { ErrorGroupDetail, ErrorGroupList } from '../../../schemas/error-group.js';
import type { EventRecord } from '../../../schemas/event.js';
import type { LogList } from '../../../schemas/log.js';
import type { RequestList } from '../../../schemas/request.js';
import { useBrowser } from '../../support/browser.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';
import { bundleScript, useSite } from '../../support/site.js';
import { readEvents } from '../../support/watched-page.js';

/** An application as one is written against the packages, in a page of its own. */
const APPLICATION = `
  import * as React from 'react';
  import { useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import * as errord from '@errord/browser';
  import { errordReact, reactErrorHandlers } from '@errord/browser/react';

  const { ErrordBoundary, useErrord } = errordReact(React);
  errord.init({ serverUrl: SERVER_URL, projectId: PROJECT });
  window.errord = errord;
  window.seen = [];

  function Price({ order }) {
    if (order.lines === undefined) throw new TypeError('no lines in ' + order.id);
    return <b>{order.lines.length} lines</b>;
  }

  function Order() {
    const [order, setOrder] = useState({ id: 1, lines: [] });
    const { captureError, showBoundary, log } = useErrord();
    const load = async () => {
      const response = await fetch('/api/orders/2');
      log('info', 'loaded', { status: response.status });
      throw new Error('the order did not load: ' + response.status);
    };
    return (
      <main>
        <button id="break" onClick={() => setOrder({ id: 2 })}>Break</button>
        <button id="load" onClick={load}>Load</button>
        <button id="show" onClick={() => showBoundary(new RangeError('shown'))}>Show</button>
        <button id="capture" onClick={() => window.seen.push(captureError(new Error('captured by hand')))}>Capture</button>
        <Price order={order} />
      </main>
    );
  }

  function App() {
    const [version, setVersion] = useState(1);
    const onError = (error, info, eventId) => window.seen.push(eventId);
    return (
      <>
        <button id="next" onClick={() => setVersion(version + 1)}>Next</button>
        <ErrordBoundary
          resetKeys={[version]}
          onError={onError}
          fallback={({ error, eventId, reset }) => <p role="alert">{error.message} <i>{eventId}</i> <button id="reset" onClick={reset}>Again</button></p>}
        >
          <Order />
        </ErrordBoundary>
      </>
    );
  }

  createRoot(document.getElementById('root'), HANDLERS).render(<App />);
`;

describe('a page with React', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  const site = useSite();

  async function open(handlers = '{}', application = APPLICATION) {
    const projectId = daemon.newProject();
    const source = application
      .replace('SERVER_URL', JSON.stringify(daemon.url()))
      .replace('PROJECT', JSON.stringify(projectId))
      .replace('HANDLERS', handlers);
    site.serve('/app.js', await bundleScript(source));
    const address = site.serve('/', '<!doctype html><div id="root"></div><script src="/app.js"></script>');
    const page = await browser.open(address, { mayLog: /./ });
    const events = async (): Promise<EventRecord[]> => {
      assert.equal(await page.evaluate('errord.flush(8000)'), true);
      return readEvents(daemon, projectId);
    };
    return { page, projectId, events };
  }

  for (const handlers of ['{}', 'reactErrorHandlers()']) {
    it(`reports what a component throws once, with the stack of components, roots with ${handlers}`, async () => {
      const { page, events } = await open(handlers);
      await page.click('#break');
      await page.getByRole('alert').getByText('no lines in 2').waitFor();
      const [event, ...others] = await events();
      assert.deepEqual(others, []);
      assert.deepEqual([event?.message, event?.type], ['TypeError: no lines in 2', 'exception']);
      assert.match(event?.componentStack ?? '', /at Price [^]* at Order [^]* at ErrordBoundary\d* [^]* at App /);
      assert.equal(event?.componentName, 'Price');
      assert.equal(event.stackFrames[0]?.function, 'Price');
      const shown = await page.locator('[role=alert] i').textContent();
      assert.deepEqual([shown, await page.evaluate('seen[0]')], [event.eventId, event.eventId]);
    });
  }

  it('shows the children again by the reset function, and when a key changes', async () => {
    const { page } = await open();
    for (const button of ['#reset', '#next']) {
      await page.click('#break');
      await page.getByRole('alert').waitFor();
      await page.click(button);
      await page.getByText('0 lines').waitFor();
    }
  });

  it('hands errors of callbacks to the boundary, and to the daemon without it', async () => {
    const { page, events } = await open();
    await page.click('#capture');
    await page.click('#show');
    await page.getByRole('alert').getByText('shown').waitFor();
    const messages = (await events()).map(({ message }) => message).sort();
    assert.deepEqual(messages, ['RangeError: shown', 'captured by hand']);
  });

  it('reports what no boundary caught once, with the stack of components when the root is told to', async () => {
    const bare = `${APPLICATION.split('function App()')[0] ?? ''}
      createRoot(document.getElementById('root'), HANDLERS).render(<Order />);`;
    for (const handlers of ['{}', 'reactErrorHandlers()']) {
      const { page, events } = await open(handlers, bare);
      await Promise.all([page.waitForEvent('pageerror'), page.click('#break')]);
      const [event, ...others] = await events();
      assert.deepEqual(others, []);
      assert.deepEqual([event?.message, event?.type], ['TypeError: no lines in 2', 'uncaught_exception']);
      assert.equal(event?.componentStack !== undefined, handlers !== '{}');
    }
  });

  it('has one id on the click’s error, its log, its request and the server’s error, by which all are found', async () => {
    // A server that reports for itself, as the library for servers does.
    site.serve('/api/orders/2', (request, response) => {
      const correlationId = String(request.headers['x-service-correlation-id']);
      const error = {
        type: 'uncaught_exception',
        message: 'the database is gone',
        source: 'backend',
        projectId,
        correlationId,
      };
      void daemon.post('/api/events', error).then(() => response.writeHead(500).end());
    });
    const { page, projectId, events } = await open();
    await Promise.all([page.waitForEvent('pageerror'), page.click('#load')]);
    const all = await events();
    const byMessage = new Map(all.map((event) => [event.message, event]));
    assert.deepEqual([...byMessage.keys()].sort(), ['the database is gone', 'the order did not load: 500']);
    const [correlationId, ...others] = new Set(all.map((event) => event.correlationId));
    assert.deepEqual(others, []);
    const query = new URLSearchParams({ projectId, correlationId: correlationId ?? '' }).toString();
    const groups = (await daemon.get<ErrorGroupList>(`/api/errors?${query}`)).body.errors;
    assert.equal(groups.length, 2);
    const { requests } = (await daemon.get<RequestList>(`/api/requests?${query}`)).body;
    assert.deepEqual(
      requests.map(({ url, statusCode, errorEventId }) => [url, statusCode, errorEventId]),
      [[`${site.url()}/api/orders/2`, 500, byMessage.get('the order did not load: 500')?.eventId]],
    );
    assert.equal((await daemon.get<LogList>(`/api/logs?${query}`)).body.total, 1);
    const sources = await Promise.all(
      groups.map(async ({ id }) => (await daemon.get<ErrorGroupDetail>(`/api/errors/${id}`)).body.events[0]?.source),
    );
    assert.deepEqual(sources.sort(), ['backend', 'frontend']);
  });
});
