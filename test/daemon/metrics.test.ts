import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import WebSocket from 'ws';
import { Metrics } from '../../src/gateway/metrics.js';
import { OutcomeCounters } from '../../src/gateway/outcome-counters.js';
import { METRICS_PROJECTS_MAX } from '../../src/limits.js';
import { PACKAGE_ROOT, VERSION } from '../../src/package.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';

const TOKEN = 'correct-horse-battery';

describe('GET /metrics', () => {
  const daemons = useDaemon();

  it('counts what became of items by project and reason', async () => {
    const { url } = await daemons.start();
    const batch = [anEvent({ projectId: 'a "b\\' }), anEvent({ projectId: 'shop' }), { message: 7 }];
    const [again] = batch;
    assert.equal((await callJson(`${url}/api/events/batch`, { body: batch })).status, 207);
    assert.equal((await callJson(`${url}/api/events`, { body: again })).status, 201);
    const text = await read(url);
    assert.equal(valueOf(text, 'errord_items_total{project="a \\"b\\\\",outcome="stored",reason=""}'), 1);
    assert.equal(valueOf(text, 'errord_items_total{project="a \\"b\\\\",outcome="duplicate",reason=""}'), 1);
    assert.equal(valueOf(text, 'errord_items_total{project="shop",outcome="stored",reason=""}'), 1);
    assert.equal(valueOf(text, 'errord_items_total{project="",outcome="rejected",reason="validation_failed"}'), 1);
    assert.equal(valueOf(text, 'errord_items_in_flight'), 0);
  });

  it('tells commits, queue, feed, files, records, memory, start and version', async () => {
    const { url, port } = await daemons.start({ maxDbSizeMb: 100 });
    const client = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    await once(client, 'open');
    const startedAtS = Date.now() / 1000;
    assert.equal((await callJson(`${url}/api/events`, { body: anEvent() })).status, 201);
    const text = await read(url);
    client.terminate();
    assert.equal(valueOf(text, 'errord_commit_duration_seconds_count'), 1);
    assert.equal(valueOf(text, 'errord_commit_duration_seconds_bucket{le="+Inf"}'), 1);
    const seconds = valueOf(text, 'errord_commit_duration_seconds_sum');
    assert.ok(seconds > 0 && seconds < 5, String(seconds));
    for (const name of ['ingest_calls', 'ingest_bytes', 'queue_calls', 'queue_bytes', 'feed_buffered_bytes']) {
      assert.equal(valueOf(text, `errord_${name}`), 0, name);
    }
    assert.equal(valueOf(text, 'errord_feed_clients'), 1);
    assert.equal(valueOf(text, 'errord_store_up'), 1);
    assert.ok(valueOf(text, 'errord_database_bytes') > 0 && valueOf(text, 'errord_database_log_bytes') > 0);
    assert.equal(valueOf(text, 'errord_database_bytes_limit'), 100 * 1024 * 1024);
    assert.equal(valueOf(text, 'errord_records{kind="event"}'), 1);
    assert.ok(valueOf(text, 'process_resident_memory_bytes') > 20 * 1024 * 1024);
    assert.ok(valueOf(text, 'process_cpu_seconds_total') > 0);
    assert.ok(Math.abs(valueOf(text, 'process_start_time_seconds') - startedAtS) < 60);
    assert.equal(valueOf(text, `errord_build_info{version="${VERSION}",node="${process.version}"}`), 1);
  });

  it('tells the memory of each thread, and that of its successor when one has ended', async () => {
    const { url, parts } = await daemons.start();
    const digests = parts.pool.threads().map((_thread, index) => `digest-${index + 1}`);
    const names = ['gateway', 'writer', 'reader-1', 'reader-2', ...digests].sort();
    const text = await readWhen(url, (told) => threadsOf(told).length === names.length);
    assert.deepEqual(threadsOf(text), names);
    for (const thread of names) {
      const bytesOf = (kind: string): number => valueOf(text, `errord_thread_${kind}_bytes{thread="${thread}"}`);
      assert.ok(bytesOf('heap_used') > 1e6 && bytesOf('heap_used') <= bytesOf('heap_total'), thread);
      assert.ok(bytesOf('array_buffers') <= bytesOf('external'), thread);
    }
    assert.ok(
      new Set(text.match(/^errord_thread_heap_used_bytes.* \d+$/gm)?.map((line) => line.split(' ').pop())).size > 1,
    );
    const [ended] = parts.pool.threads();
    assert.ok(ended !== undefined);
    await ended.terminate();
    while (parts.pool.threads().includes(ended)) await read(url);
    // What a thread takes that has done nothing yet may be the same to the byte.
    const after = await readWhen(url, (told) => threadsOf(told).length === names.length);
    assert.deepEqual(threadsOf(after), names);
  });

  it('is read like the other routes: with the token, by pages that may, by HEAD, without parameters', async () => {
    const { url } = await daemons.start({ authToken: TOKEN, corsOrigin: 'http://board.test' });
    assert.equal((await fetch(`${url}/metrics`)).status, 401);
    assert.equal((await fetch(`${url}/metrics?token=${TOKEN}`)).status, 200);
    const authorization = `Bearer ${TOKEN}`;
    const answer = await fetch(`${url}/metrics`, { headers: { authorization, origin: 'http://board.test' } });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    assert.equal(answer.headers.get('access-control-allow-origin'), 'http://board.test');
    const head = await fetch(`${url}/metrics`, { method: 'HEAD', headers: { authorization } });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    assert.equal((await fetch(`${url}/metrics`, { method: 'POST', headers: { authorization } })).status, 405);
    assert.equal((await fetch(`${url}/metrics?x=1`, { headers: { authorization } })).status, 400);
  });

  it('names so many projects and no more, keeps their names, and counts the others as one', async () => {
    const counters = new OutcomeCounters(0);
    const metrics = new Metrics({
      version: '0',
      startedAtMs: 0,
      counters,
      admission: { callCount: 0, byteCount: 0, queuedCallCount: 0, queuedByteCount: 0 },
      feed: { clientCount: 0, bufferedBytes: 0 },
      threads: () => [],
      status: () => Promise.reject(new Error('the store is gone')),
    });
    const settle = (name: string): void => counters.settle(name, { kind: 'stored', id: '1' });
    const stored = (name: string): string => `errord_items_total{project="${name}",outcome="stored",reason=""}`;
    // Known to the counters before the others, but with nothing to tell until later.
    counters.open('late');
    counters.close('late');
    for (let index = 0; index < METRICS_PROJECTS_MAX; index += 1) settle(`p${index}`);
    const full = await metrics.read();
    assert.equal(valueOf(full, stored(`p${METRICS_PROJECTS_MAX - 1}`)), 1);
    assert.doesNotMatch(full, /other projects/);
    settle('late');
    settle('later');
    const over = await metrics.read();
    assert.equal(valueOf(over, stored('(other projects) ')), 2);
    assert.equal(valueOf(over, stored(`p${METRICS_PROJECTS_MAX - 1}`)), 1);
    assert.equal(over.match(/outcome="stored"/g)?.length, METRICS_PROJECTS_MAX + 1);
    // A store that is gone is told, and the rest all the same.
    assert.equal(valueOf(over, 'errord_store_up'), 0);
    assert.doesNotMatch(over, /errord_database_bytes/);
  });

  it('has every metric that the dashboard and the alert rules in deploy/ ask for', async () => {
    const { url } = await daemons.start();
    await callJson(`${url}/api/events`, { body: anEvent() });
    const told = await read(url);
    for (const path of ['deploy/grafana-dashboard.json', 'deploy/prometheus-rules.yml']) {
      const text = readFileSync(new URL(path, PACKAGE_ROOT), 'utf8');
      const names = new Set([...text.matchAll(/\b(?:errord|process)_[a-z_]+/g)].map(([name]) => name));
      assert.ok(names.size > 3, path);
      for (const name of names) assert.match(told, new RegExp(`^${name}(?:\\{| )`, 'm'), `${path}: ${name}`);
    }
  });
});

async function read(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`);
  assert.equal(answer.status, 200);
  return answer.text();
}

/** The first text that is as it should be; the test's own time ends the tries. */
async function readWhen(url: string, isEnough: (text: string) => boolean): Promise<string> {
  for (;;) {
    const text = await read(url);
    if (isEnough(text)) return text;
  }
}

function threadsOf(text: string): readonly string[] {
  return [...text.matchAll(/^errord_thread_heap_used_bytes\{thread="([^"]+)"\}/gm)].map(([, name = '']) => name).sort();
}

/** Of the sample whose name and labels stand there like this. */
function valueOf(text: string, sample: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${sample} `));
  assert.ok(line !== undefined, `no ${sample} in\n${text}`);
  return Number(line.slice(sample.length));
}
