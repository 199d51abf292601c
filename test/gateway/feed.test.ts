import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { toTurn } from '../../src/gateway/feed-client.js';
import {
  FEED_CLIENTS_MAX,
  FEED_INBOUND_BYTES_MAX,
  FEED_LOG_BYTES_MAX,
  FEED_PAUSES_PER_TURN,
  FEED_PING_BYTES,
  FEED_TURN_BYTES,
  FEED_TURN_CLIENT_BYTES_MAX,
  FEED_TURN_CLIENT_BYTES_MIN,
  FEED_TURNS_KEPT,
  FEED_UNREAD_BYTES_MAX,
  FEED_UNREAD_CLIENT_BYTES_MAX,
  OUTGOING_STALL_MS,
} from '../../src/limits.js';
import type { FeedItem } from '../../src/messages.js';
import { FeedClient, refuseFeed } from '../support/feed-client.js';
import { FeedPublisher } from '../support/feed-publisher.js';
import { aLog, anEvent, aRequest, readError, useGateways } from '../support/gateway.js';
import { exchangeRaw } from '../support/raw.js';
import { one } from '../support/store-harness.js';

const item = (projectName: string | null, json: string): FeedItem => ({ projectName, json });

describe('gateway feed', () => {
  const openTestGateway = useGateways();

  it('tells of everything that is stored, after the commit and in its order', async () => {
    const { wsUrl, post, fetch, stored } = await openTestGateway();
    const client = await FeedClient.open(wsUrl);
    await post('/api/events/batch', [anEvent, anEvent]);
    await post('/api/events/request', aRequest);
    await post('/api/logs', aLog);
    const { id } = one((await stored.errors()).errors);
    await fetch(`/api/errors/${id}`, { method: 'PATCH', body: '{"status":"resolved"}' });
    const types = [];
    for (let count = 0; count < 5; count += 1) types.push((await client.next()).type);
    assert.deepEqual(types, ['new_error', 'new_event', 'new_request', 'new_log', 'status_change']);
    await client.close();
  });

  it('narrows to one project, also one whose name is that of a topic', async () => {
    const feed = new FeedPublisher();
    const { wsUrl } = await openTestGateway({ feed });
    const everything = await FeedClient.open(wsUrl);
    const shop = await FeedClient.open(`${wsUrl}?projectId=shop%20%C3%BC`);
    const all = await FeedClient.open(`${wsUrl}?projectId=all`);
    const items = [
      item(null, '1'),
      item('shop ü', '2'),
      item('all', '3'),
      item('other', '4'),
      item('shop ü', '5'),
      item('all', '6'),
    ];
    feed.publish(items);
    for (const expected of ['1', '2', '3', '4', '5', '6']) assert.equal(await everything.nextText(), expected);
    for (const expected of ['2', '5']) assert.equal(await shop.nextText(), expected);
    for (const expected of ['3', '6']) assert.equal(await all.nextText(), expected);
    for (const client of [everything, shop, all]) await client.close();
  });

  it('lets a client in when the source hears everything, and forgets one that has gone before', async () => {
    const feed = new FeedPublisher();
    const hearing: (() => void)[] = [];
    let asked: () => void = () => undefined;
    feed.follow = () => {
      asked();
      return new Promise((resolve) => hearing.push(resolve));
    };
    const { wsUrl } = await openTestGateway({ feed });
    const join = (): Promise<void> =>
      new Promise((resolve) => {
        asked = resolve;
      });
    const joined = join();
    const opening = FeedClient.open(wsUrl);
    await joined;
    const goes = join();
    const gone = connect(Number(new URL(wsUrl).port), '127.0.0.1');
    gone.write(
      'GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await goes;
    const closed = once(gone, 'close');
    gone.resetAndDestroy();
    await closed;
    assert.equal(feed.clientCount, 0);
    // What waits for a turn of the server may be the news that it has gone.
    const last = join();
    const lastOpening = FeedClient.open(wsUrl);
    await last;
    for (const resolve of hearing) resolve();
    const clients = [await opening, await lastOpening];
    assert.equal(feed.clientCount, 2);
    feed.publish([item(null, 'heard')]);
    for (const client of clients) {
      assert.equal(await client.nextText(), 'heard');
      await client.close();
    }
  });

  it('refuses a client whose key is revoked while it waits to be let in', async () => {
    const feed = new FeedPublisher();
    const waiting = new EventEmitter();
    const joined = once(waiting, 'joined');
    feed.follow = async () => {
      waiting.emit('joined');
      await once(waiting, 'hears');
    };
    const { wsUrl, fetch } = await openTestGateway({ feed, authToken: 'a-token' });
    const headers = { authorization: 'Bearer a-token' };
    const added = await fetch('/api/keys', {
      method: 'POST',
      body: JSON.stringify({ name: 'ada', role: 'reader' }),
      headers,
    });
    const { id, key } = (await added.json()) as { id: string; key: string };
    const refused = refuseFeed(wsUrl, { headers: { authorization: `Bearer ${key}` } });
    await joined;
    assert.equal((await fetch(`/api/keys/${id}`, { method: 'DELETE', headers })).status, 200);
    waiting.emit('hears');
    assert.equal((await refused).code, 'unauthorized');
    assert.equal(feed.clientCount, 0);
  });

  it('keeps the number of clients in step', async () => {
    const feed = new FeedPublisher();
    const { wsUrl } = await openTestGateway({ feed });
    const first = await FeedClient.open(wsUrl);
    const second = await FeedClient.open(wsUrl);
    assert.equal(feed.clientCount, 2);
    first.socket.terminate();
    // The server has seen the end of the first when a third that came after it hears something.
    const third = await FeedClient.open(wsUrl);
    feed.publish([item(null, 'x')]);
    await third.nextText();
    assert.equal(feed.clientCount, 2);
    await second.close();
    await third.close();
    assert.equal(feed.clientCount, 0);
  });

  it('disconnects a client that reads nothing for the time allowed, and everybody else gets everything', async () => {
    let nowMs = 0;
    const feed = new FeedPublisher();
    const { wsUrl } = await openTestGateway({ feed, readingClock: () => nowMs });
    const reader = await FeedClient.open(wsUrl);
    const slow = await FeedClient.open(wsUrl);
    slow.socket.pause();
    const text = 'x'.repeat(FEED_UNREAD_CLIENT_BYTES_MAX / 4);
    const publish = async (name: string): Promise<void> => {
      feed.publish([item(null, `${name} ${text}`)]);
      assert.ok((await reader.nextText()).startsWith(`${name} `));
    };
    for (let sent = 0; sent < 12; sent += 1) await publish(`${sent}`);
    nowMs += OUTGOING_STALL_MS - 1;
    await publish('just in time');
    assert.equal(feed.clientCount, 2);
    nowMs += 1;
    await publish('too late');
    const countClients = (): number => feed.clientCount;
    while (countClients() === 2) await publish('again');
    slow.socket.resume();
    assert.equal(await slow.closed, 1013);
    await publish('still here');
    await reader.close();
  });

  it('leaves out what a slow client missed, tells it how many when it asked, and goes on with the newest', async () => {
    const feed = new FeedPublisher();
    const { wsUrl } = await openTestGateway({ feed, readingClock: () => 0 });
    const asking = await FeedClient.open(`${wsUrl}?skipped=1`);
    const plain = await FeedClient.open(wsUrl);
    const pad = 'x'.repeat(FEED_LOG_BYTES_MAX / 32);
    const messageCount = 64;
    for (const { socket } of [asking, plain]) socket.pause();
    for (let index = 0; index < messageCount; index += 1) {
      feed.publish([item(null, JSON.stringify({ type: 'new_log', payload: { index, pad } }))]);
    }
    for (const { socket } of [asking, plain]) socket.resume();
    for (const client of [asking, plain]) {
      let next = 0;
      let skipped = 0;
      while (next < messageCount) {
        const { type, payload } = await client.next();
        if (type === 'skipped') {
          assert.equal(client, asking);
          skipped += Number(payload.count);
          next += Number(payload.count);
          continue;
        }
        if (client === asking) assert.equal(payload.index, next);
        else assert.ok(Number(payload.index) >= next);
        next = Number(payload.index) + 1;
      }
      assert.equal(skipped > 0, client === asking);
    }
    await asking.close();
    await plain.close();
  });

  it('tells a client of messages that were never made', async () => {
    const feed = new FeedPublisher();
    const { wsUrl } = await openTestGateway({ feed });
    const asking = await FeedClient.open(`${wsUrl}?skipped=1`);
    const shop = await FeedClient.open(`${wsUrl}?skipped=1&projectId=shop`);
    feed.publish([{ ...item('blog', '{"type":"new_log","payload":1}'), skippedBefore: 3 }]);
    feed.publish([{ ...item('shop', '{"type":"new_log","payload":2}'), skippedBefore: 4 }]);
    const skipped = (count: number) => ({ type: 'skipped', payload: { count } });
    assert.deepEqual(
      [await asking.next(), await asking.next(), await asking.next(), await asking.next()],
      [skipped(3), { type: 'new_log', payload: 1 }, skipped(4), { type: 'new_log', payload: 2 }],
    );
    assert.deepEqual([await shop.next(), await shop.next()], [skipped(4), { type: 'new_log', payload: 2 }]);
    await asking.close();
    await shop.close();
  });

  it('wants every message while one client gets them all, and otherwise what its next turns can send', async () => {
    const feed = new FeedPublisher();
    const { wsUrl } = await openTestGateway({ feed, readingClock: () => 0 });
    const reader = await FeedClient.open(wsUrl);
    const message = JSON.stringify({ type: 'new_log', payload: 'x'.repeat(FEED_TURN_CLIENT_BYTES_MAX / 4) });
    feed.publish([item(null, message)]);
    await reader.next();
    assert.ok(feed.rooms.every((room) => room === FEED_LOG_BYTES_MAX));
    reader.socket.pause();
    // Twice what the log holds: the first of it may go out at once, and is not missed then.
    for (let sent = 0; sent <= 2 * FEED_LOG_BYTES_MAX; sent += message.length) feed.publish([item(null, message)]);
    reader.socket.resume();
    // It has missed what fell out of the log. By the time that somebody looks it may have caught up.
    while (!feed.rooms.includes(FEED_TURNS_KEPT * FEED_TURN_CLIENT_BYTES_MAX)) await reader.next();
    while (feed.rooms.at(-1) !== FEED_LOG_BYTES_MAX) {
      feed.publish([item(null, '{"type":"new_log","payload":""}')]);
      await reader.next();
    }
    await reader.close();
  });

  it('asks a client what it has read after so many bytes, and not before', async () => {
    const feed = new FeedPublisher();
    const { wsUrl } = await openTestGateway({ feed });
    const client = await FeedClient.open(wsUrl);
    const pings: string[] = [];
    client.socket.on('ping', (count: Buffer) => pings.push(count.toString()));
    feed.publish([item(null, 'x'.repeat(FEED_PING_BYTES - 1))]);
    await client.nextText();
    assert.deepEqual(pings, []);
    feed.publish([item(null, 'x')]);
    await client.nextText();
    if (pings.length === 0) await once(client.socket, 'ping');
    assert.deepEqual(pings, [`${FEED_PING_BYTES}`]);
    await client.close();
  });

  it('gives each client less in a turn and less to read the more there are', () => {
    assert.deepEqual(toTurn(1, 7), {
      chunkBytes: FEED_TURN_CLIENT_BYTES_MAX,
      unreadBytesMax: FEED_UNREAD_CLIENT_BYTES_MAX,
      nowMs: 7,
    });
    const many = toTurn(FEED_CLIENTS_MAX, 7);
    assert.equal(many.chunkBytes, FEED_TURN_CLIENT_BYTES_MIN);
    assert.ok(many.unreadBytesMax >= FEED_PING_BYTES);
    assert.ok(many.unreadBytesMax * FEED_CLIENTS_MAX <= FEED_UNREAD_BYTES_MAX);
    assert.ok(toTurn(100, 7).chunkBytes * 100 <= FEED_TURN_BYTES);
    // One part of ten is the feed's.
    assert.ok(1 / (1 + FEED_PAUSES_PER_TURN) <= 0.1);
  });

  it('ignores what a client says, and disconnects one that says too much', async () => {
    const feed = new FeedPublisher();
    const { wsUrl } = await openTestGateway({ feed });
    const polite = await FeedClient.open(wsUrl);
    polite.socket.send('x'.repeat(FEED_INBOUND_BYTES_MAX));
    polite.socket.ping();
    await once(polite.socket, 'pong');
    const loud = await FeedClient.open(wsUrl);
    loud.socket.send('x'.repeat(FEED_INBOUND_BYTES_MAX + 1));
    await loud.closed;
    feed.publish([item(null, 'x')]);
    assert.equal(await polite.nextText(), 'x');
    await polite.close();
  });

  it('takes as many clients as the limit and refuses one more with 503', async () => {
    const feed = new FeedPublisher();
    const { wsUrl } = await openTestGateway({ feed });
    const sockets: WebSocket[] = [];
    while (sockets.length < FEED_CLIENTS_MAX) {
      const batch = Array.from({ length: 100 }, () => new WebSocket(wsUrl));
      await Promise.all(batch.map((socket) => once(socket, 'open')));
      sockets.push(...batch);
    }
    assert.equal(feed.clientCount, FEED_CLIENTS_MAX);
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

  it('refuses a client that does not say in one way how long its request is', async () => {
    const { gateway } = await openTestGateway();
    const answer = await exchangeRaw(
      gateway.port,
      'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nTransfer-Encoding: gzip\r\n\r\n',
      /\}$|^.*101/s,
    );
    assert.match(answer, /^HTTP\/1\.1 400 /);
  });

  it('answers a plain GET with 426', async () => {
    const { fetch } = await openTestGateway();
    const response = await fetch('/ws');
    assert.equal(response.headers.get('upgrade'), 'websocket');
    await readError(response, 426, 'upgrade_required');
  });

  it('says goodbye with 1001 when the gateway closes', async () => {
    const feed = new FeedPublisher();
    const { wsUrl, gateway } = await openTestGateway({ feed });
    const client = await FeedClient.open(wsUrl);
    gateway.close();
    assert.equal(await client.closed, 1001);
    assert.equal(feed.clientCount, 0);
  });
});
