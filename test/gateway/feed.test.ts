import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { FEED_CLIENTS_MAX, FEED_INBOUND_BYTES_MAX, FEED_UNREAD_CLIENT_BYTES_MAX } from '../../src/limits.js';
import type { FeedItem } from '../../src/messages.js';
import { FeedClient, refuseFeed } from '../support/feed-client.js';
import { aLog, anEvent, aRequest, closeGateways, openTestGateway, readError } from '../support/gateway.js';

const item = (projectName: string | null, json: string): FeedItem => ({ projectName, json });

describe('gateway feed', () => {
  afterEach(closeGateways);

  it('tells of everything that is stored, after the commit and in its order', async () => {
    const { wsUrl, post, fetch, store } = await openTestGateway();
    const client = await FeedClient.open(wsUrl);
    await post('/api/events/batch', [anEvent, anEvent]);
    await post('/api/events/request', aRequest);
    await post('/api/logs', aLog);
    const group = [...store.groups.values()][0];
    await fetch(`/api/errors/${group?.id ?? ''}`, { method: 'PATCH', body: '{"status":"resolved"}' });
    const types = [];
    for (let count = 0; count < 5; count += 1) types.push((await client.next()).type);
    assert.deepEqual(types, ['new_error', 'new_event', 'new_request', 'new_log', 'status_change']);
    await client.close();
  });

  it('narrows to one project, also one whose name is that of a topic', async () => {
    const { wsUrl, store } = await openTestGateway();
    const everything = await FeedClient.open(wsUrl);
    const shop = await FeedClient.open(`${wsUrl}?projectId=shop%20%C3%BC`);
    const all = await FeedClient.open(`${wsUrl}?projectId=all`);
    const feed = [
      item(null, '1'),
      item('shop ü', '2'),
      item('all', '3'),
      item('other', '4'),
      item('shop ü', '5'),
      item('all', '6'),
    ];
    store.publish(feed);
    for (const expected of ['1', '2', '3', '4', '5', '6']) assert.equal(await everything.nextText(), expected);
    for (const expected of ['2', '5']) assert.equal(await shop.nextText(), expected);
    for (const expected of ['3', '6']) assert.equal(await all.nextText(), expected);
    for (const client of [everything, shop, all]) await client.close();
  });

  it('keeps the number of clients in step', async () => {
    const { wsUrl, store } = await openTestGateway();
    const first = await FeedClient.open(wsUrl);
    const second = await FeedClient.open(wsUrl);
    assert.equal(store.clientCount, 2);
    first.socket.terminate();
    // The server has seen the end of the first when a third that came after it hears something.
    const third = await FeedClient.open(wsUrl);
    store.publish([item(null, 'x')]);
    await third.nextText();
    assert.equal(store.clientCount, 2);
    await second.close();
    await third.close();
    assert.equal(store.clientCount, 0);
  });

  it('disconnects a client that does not read, and everybody else gets everything', async () => {
    const { wsUrl, store } = await openTestGateway();
    const reader = await FeedClient.open(wsUrl);
    const slow = await FeedClient.open(wsUrl);
    slow.socket.pause();
    const text = 'x'.repeat(FEED_UNREAD_CLIENT_BYTES_MAX / 16);
    let sent = 0;
    // The kernel's buffers take some before anything waits in ours, so the count is found by trying, within reason.
    while (store.clientCount === 2) {
      assert.ok(sent < 200, 'the slow client is still connected');
      store.publish([item(null, `${sent} ${text}`)]);
      assert.ok((await reader.nextText()).startsWith(`${sent} `));
      sent += 1;
    }
    assert.ok(sent >= 16);
    store.publish([item(null, 'still here')]);
    assert.equal(await reader.nextText(), 'still here');
    slow.socket.resume();
    await slow.closed;
    await reader.close();
  });

  it('ignores what a client says, and disconnects one that says too much', async () => {
    const { wsUrl, store } = await openTestGateway();
    const polite = await FeedClient.open(wsUrl);
    polite.socket.send('x'.repeat(FEED_INBOUND_BYTES_MAX));
    polite.socket.ping();
    await once(polite.socket, 'pong');
    const loud = await FeedClient.open(wsUrl);
    loud.socket.send('x'.repeat(FEED_INBOUND_BYTES_MAX + 1));
    await loud.closed;
    store.publish([item(null, 'x')]);
    assert.equal(await polite.nextText(), 'x');
    await polite.close();
  });

  it('takes as many clients as the limit and refuses one more with 503', async () => {
    const { wsUrl, store } = await openTestGateway();
    const sockets: WebSocket[] = [];
    while (sockets.length < FEED_CLIENTS_MAX) {
      const batch = Array.from({ length: 100 }, () => new WebSocket(wsUrl));
      await Promise.all(batch.map((socket) => once(socket, 'open')));
      sockets.push(...batch);
    }
    assert.equal(store.clientCount, FEED_CLIENTS_MAX);
    const { status, code, response } = await refuseFeed(wsUrl);
    assert.deepEqual([status, code, response.headers['retry-after']], [503, 'queue_full', '1']);
    const [first] = sockets;
    assert.ok(first);
    first.close();
    await once(first, 'close');
    await (await FeedClient.open(wsUrl)).close();
    for (const socket of sockets) socket.terminate();
  });

  it('refuses bad parameters with 400', async () => {
    const { wsUrl } = await openTestGateway();
    for (const query of ['projectId=', 'projectId=..', 'project=a', 'projectId=a&projectId=b', 'projectId=%E0%A4%A']) {
      const { status, code } = await refuseFeed(`${wsUrl}?${query}`);
      assert.deepEqual([status, code], [400, 'invalid_query'], query);
    }
  });

  it('answers a plain GET with 426', async () => {
    const { fetch } = await openTestGateway();
    const response = await fetch('/ws');
    assert.equal(response.headers.get('upgrade'), 'websocket');
    await readError(response, 426, 'upgrade_required');
  });

  it('says goodbye with 1001 when the gateway closes', async () => {
    const { wsUrl, gateway, store } = await openTestGateway();
    const client = await FeedClient.open(wsUrl);
    gateway.close();
    assert.equal(await client.closed, 1001);
    assert.equal(store.clientCount, 0);
  });
});
