import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ErrorGroup, ErrorGroupDetail } from '../../schemas/error-group.js';
import type { EventAccepted, EventRecord } from '../../schemas/event.js';
import type { LogList, LogRecord } from '../../schemas/log.js';
import type { RecordAccepted, RequestRecord } from '../../schemas/request.js';
import type { DaemonStatus } from '../../schemas/stats.js';
import { FEED_UNREAD_CLIENT_BYTES_MAX } from '../../src/limits.js';
import type { FeedItem } from '../../src/messages.js';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent, without } from '../support/events.js';
import { FeedClient, refuseFeed } from '../support/feed-client.js';
import { callJson } from '../support/http.js';
import { openSocket, readUntil } from '../support/raw.js';

describe('the feed of a whole daemon', () => {
  const fixture = useDaemon();

  async function start() {
    const { url, port } = await fixture.start();
    const feedUrl = `${url.replace('http', 'ws')}/ws`;
    const post = <T>(path: string, body: unknown) => callJson<T>(url + path, { body });
    return { url, port, feedUrl, post };
  }

  it('sends the five kinds of message in the form of the contract, and no other', async () => {
    const { url, feedUrl, post } = await start();
    const feed = await FeedClient.open(feedUrl);
    const first = (await post<EventAccepted>('/api/events', anEvent({ timestamp: '2024-05-01T12:00:00.000Z' }))).body;
    const newError = await feed.next();
    const group = newError.payload as unknown as ErrorGroup;
    const detail = (await callJson<ErrorGroupDetail>(`${url}/api/errors/${group.id}`)).body;
    // Who is affected is counted a moment later, and asked for.
    const counted = ['users', 'usersApproximate', 'firstRelease', 'lastRelease'];
    const detailFields = ['grouping', 'explanationTitle', 'suggestion', 'explanationEvidence', ...counted];
    const listed = detailFields.reduce<object>(without, detail.error);
    assert.deepEqual(newError, { type: 'new_error', payload: listed });
    assert.deepEqual([group.fingerprint, group.count, group.status], [first.fingerprint, 1, 'unresolved']);

    const second = (await post<EventAccepted>('/api/events', anEvent())).body;
    const newEvent = await feed.next();
    const { events } = (await callJson<ErrorGroupDetail>(`${url}/api/errors/${group.id}`)).body;
    const stored = events.find(({ eventId }) => eventId === second.id);
    assert.deepEqual(Object.keys(newEvent.payload), ['errorGroup', 'event']);
    assert.equal((newEvent.payload.errorGroup as ErrorGroup).count, 2);
    assert.deepEqual([newEvent.type, newEvent.payload.event], ['new_event', stored]);

    await callJson(`${url}/api/errors/${group.id}`, { method: 'PATCH', body: { status: 'ignored' } });
    const statusChange = await feed.next();
    assert.deepEqual(
      [statusChange.type, statusChange.payload],
      ['status_change', { ...(newEvent.payload.errorGroup as ErrorGroup), status: 'ignored' }],
    );

    const facts = { method: 'GET', url: '/a', statusCode: 200, duration: 4, timestamp: '2024-05-01T12:00:00.000Z' };
    const { id } = (await post<RecordAccepted>('/api/events/request', { ...facts, requestBody: 'x' })).body;
    assert.deepEqual(await feed.next(), { type: 'new_request', payload: { id, ...facts } });

    await post('/api/logs/batch', [{ level: 'warn', message: 'm', extra: { a: 1 } }]);
    const [log] = (await callJson<LogList>(`${url}/api/logs`)).body.logs;
    assert.deepEqual(await feed.next(), { type: 'new_log', payload: log });
    await feed.close();
  });

  it('tells of a record only when every reader finds it', async () => {
    const { url, feedUrl, post } = await start();
    const feed = await FeedClient.open(feedUrl);
    for (let round = 0; round < 20; round += 1) {
      const sending = post('/api/events', anEvent({ type: `t${round}`, eventId: `e${round}` }));
      const { payload } = await feed.next();
      const detail = await callJson<ErrorGroupDetail>(`${url}/api/errors/${String(payload.id)}`);
      assert.equal(detail.body.events[0]?.eventId, `e${round}`);
      await sending;
      const logging = post('/api/logs', { level: 'log', message: `m${round}` });
      const log = (await feed.next()).payload as unknown as LogRecord;
      const { logs } = (await callJson<LogList>(`${url}/api/logs`)).body;
      assert.deepEqual(
        logs.find(({ id }) => id === log.id),
        log,
      );
      await logging;
      const requesting = post('/api/events/request', { method: 'GET', url: `/${round}` });
      const request = (await feed.next()).payload;
      const record = await callJson<RequestRecord>(`${url}/api/requests/${String(request.id)}`);
      assert.equal(record.body.url, `/${round}`);
      await requesting;
    }
    await feed.close();
  });

  it('sends the messages of concurrent calls in commit order', async () => {
    const { url, feedUrl, post } = await start();
    const feeds = await Promise.all([FeedClient.open(feedUrl), FeedClient.open(feedUrl)]);
    const batches = Array.from({ length: 20 }, (_, batch) =>
      Array.from({ length: 10 }, (_, index) => anEvent({ eventId: `${batch}-${index}`, message: 'same' })),
    );
    const sending = Promise.all(batches.map((batch) => post('/api/events/batch', batch)));
    const [one, other] = await Promise.all(
      feeds.map(async (feed) => {
        const messages: { type: string; payload: Record<string, unknown> }[] = [];
        while (messages.length < 200) messages.push(await feed.next());
        return messages;
      }),
    );
    await sending;
    assert.deepEqual(one, other);
    assert.ok(one);
    const [newError, ...newEvents] = one;
    assert.equal(newError?.type, 'new_error');
    // Each message carries the count at its own commit: the order of the feed is the order of the counts.
    assert.deepEqual(
      newEvents.map(({ payload }) => (payload.errorGroup as ErrorGroup).count),
      Array.from({ length: 199 }, (_, index) => index + 2),
    );
    const { body } = await callJson<ErrorGroupDetail>(`${url}/api/errors/${String(newError.payload.id)}`);
    const receivedOrder = newEvents.map(({ payload }) => (payload.event as EventRecord).receivedAt);
    assert.deepEqual(receivedOrder, receivedOrder.toSorted());
    assert.equal(body.total, 200);
    for (const feed of feeds) await feed.close();
  });

  it('tells the new status of a group that an event reopened, and sends no status_change for it', async () => {
    const { url, feedUrl, post } = await start();
    const feed = await FeedClient.open(feedUrl);
    await post('/api/events', anEvent());
    const { id } = (await feed.next()).payload;
    await callJson(`${url}/api/errors/${String(id)}`, { method: 'PATCH', body: { status: 'resolved' } });
    assert.equal((await feed.next()).type, 'status_change');
    await post('/api/events', anEvent());
    const { type, payload } = await feed.next();
    assert.deepEqual([type, (payload.errorGroup as ErrorGroup).status], ['new_event', 'unresolved']);
    await post('/api/logs', { level: 'log', message: 'next' });
    assert.equal((await feed.next()).type, 'new_log');
    await feed.close();
  });

  it('sends nothing for a retry, a refusal, a clear or a PATCH of an unknown id', async () => {
    const { url, feedUrl, post } = await start();
    const feed = await FeedClient.open(feedUrl);
    const event = anEvent();
    await post('/api/events', event);
    await post('/api/events', event);
    await post('/api/events', { ...event, source: 'tv' });
    await post('/api/clear', {});
    await callJson(`${url}/api/errors/1`, { method: 'PATCH', body: { status: 'resolved' } });
    await post('/api/logs', { level: 'log', message: 'last' });
    assert.deepEqual([(await feed.next()).type, (await feed.next()).type], ['new_error', 'new_log']);
    await feed.close();
  });

  it('narrows to one project with ?projectId=, all five kinds', async () => {
    const { url, feedUrl, post } = await start();
    const kinds = ['new_error', 'new_event', 'status_change', 'new_request', 'new_log'];
    const one = await FeedClient.open(`${feedUrl}?projectId=one`);
    const all = await FeedClient.open(feedUrl);
    for (const projectId of ['other', 'one']) {
      await post('/api/events', anEvent({ projectId }));
      const { id } = (await all.next()).payload;
      await post('/api/events', anEvent({ projectId }));
      await callJson(`${url}/api/errors/${String(id)}`, { method: 'PATCH', body: { status: 'acknowledged' } });
      await post('/api/events/request', { method: 'GET', url: '/', projectId });
      await post('/api/logs', { level: 'log', message: projectId, projectId });
      for (const kind of kinds.slice(1)) assert.equal((await all.next()).type, kind);
    }
    for (const kind of kinds) {
      const { type, payload } = await one.next();
      const named = (payload.errorGroup ?? payload) as { projectId?: string };
      assert.deepEqual([type, named.projectId], [kind, 'one']);
    }
    await one.close();
    await all.close();
  });

  it('keeps what waits for a client that does not read to a bound, while the others get everything', async () => {
    const { port, feedUrl, post } = await start();
    const lazy = await openSocket(port);
    const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n';
    const opened = readUntil(lazy, /101 /);
    lazy.write(`GET /ws HTTP/1.1\r\nHost: x\r\n${upgrade}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`);
    await opened;
    lazy.pause();
    const reader = await FeedClient.open(feedUrl);
    const message = 'm'.repeat(60_000);
    const batch = Array.from({ length: 100 }, () => ({ level: 'log', message }));
    for (let sent = 0; sent < 4; sent += 1) {
      await post('/api/logs/batch', batch);
      for (let count = 0; count < batch.length; count += 1) {
        assert.equal((await reader.next()).payload.message, message);
      }
    }
    let lazyBytes = 0;
    lazy.on('data', ({ length }) => (lazyBytes += length));
    lazy.on('error', () => undefined);
    const closed = once(lazy, 'close');
    lazy.resume();
    // It answers no ping, so it counts as reading nothing.
    await closed;
    assert.ok(lazyBytes <= FEED_UNREAD_CLIENT_BYTES_MAX + 1024, `${lazyBytes} bytes`);
    await reader.close();
  }).timeout(60_000);

  it('keeps nothing for later: the first message is of the first record stored after the connection', async () => {
    const { url, feedUrl, post } = await start();
    await post('/api/events', anEvent());
    const feed = await FeedClient.open(feedUrl);
    await post('/api/events', anEvent());
    assert.equal((await feed.next()).type, 'new_event');
    await feed.close();
    assert.equal((await callJson<DaemonStatus>(`${url}/api/status`)).body.feedClients, 0);
  });

  it('builds no messages while nobody listens', async () => {
    const messages: FeedItem[] = [];
    const store = await openSqliteStore({
      dbPath: fixture.dbPath(),
      sqlite: 'auto',
      readerThreads: 1,
      events: { commit: () => undefined, failed: () => undefined, groupings: () => undefined, log: () => undefined },
    });
    store.feed.subscribe((items) => messages.push(...items));
    const log = { kind: 'log', projectName: null, timestampMs: 0, receivedAtMs: 0, correlationId: null } as const;
    const empty = { recordId: null, source: null, environment: null, extra: null } as const;
    const digest = { ...log, ...empty, level: 'log', message: 'm' } as const;
    await store.append([{ ...digest, message: 'nobody listens' }]);
    store.feed.setClientCount(1);
    await store.append([{ ...digest, message: 'somebody listens' }]);
    await store.close();
    assert.deepEqual(
      messages.map(({ json }) => (JSON.parse(json) as { payload: { message: string } }).payload.message),
      ['somebody listens'],
    );
  });

  it('refuses an Origin that corsOrigin bars, and takes the others', async () => {
    const { url } = await fixture.start({ corsOrigin: 'https://app.example.com' });
    const feedUrl = `${url.replace('http', 'ws')}/ws`;
    const { status, code } = await refuseFeed(feedUrl, { origin: 'https://evil.example.com' });
    assert.deepEqual([status, code], [403, 'origin_forbidden']);
    for (const options of [{ origin: 'https://app.example.com' }, { origin: url }, {}]) {
      await (await FeedClient.open(feedUrl, options)).close();
    }
  });
});
