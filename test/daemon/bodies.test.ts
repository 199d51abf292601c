import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import { INGEST_BODY_BYTES_MAX } from '../../src/limits.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { assertRefused, useSharedDaemon } from '../support/shared-daemon.js';

describe('ingest bodies', () => {
  const { newProject, post, url, get, errorGroups } = useSharedDaemon();

  /** A batch of one event in exactly this many bytes; JSON may end in spaces. */
  const padded = (projectId: string, bytes: number): Buffer => {
    const json = Buffer.from(JSON.stringify([anEvent({ projectId })]));
    return Buffer.concat([json, Buffer.alloc(bytes - json.byteLength, ' ')]);
  };

  it('takes what navigator.sendBeacon sends as text/plain', async () => {
    const projectId = newProject();
    const event = anEvent({ projectId });
    for (const type of ['text/plain;charset=UTF-8', 'application/octet-stream', '']) {
      const { status } = await post('/api/events', JSON.stringify({ ...event, eventId: `beacon-${type}` }), {
        'content-type': type,
      });
      assert.equal(status, 201);
    }
    assert.equal((await errorGroups(projectId))[0]?.count, 3);
  });

  const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
  for (const [encoding, pack] of Object.entries(packers)) {
    it(`unpacks ${encoding} on every ingest route`, async () => {
      const projectId = newProject();
      const bodies: [string, unknown][] = [
        ['/api/events', anEvent({ projectId })],
        ['/api/events/batch', [anEvent({ projectId })]],
        ['/api/events/request', { method: 'GET', url: '/', projectId }],
        ['/api/logs', { level: 'info', message: 'm', projectId }],
        ['/api/logs/batch', [{ level: 'info', message: 'm', projectId }]],
      ];
      for (const [path, body] of bodies) {
        const { status } = await post(path, pack(JSON.stringify(body)), { 'content-encoding': encoding });
        assert.equal(status, 201);
      }
      assert.equal((await errorGroups(projectId))[0]?.count, 2);
    });

    it(`refuses a ${encoding} bomb with 413 and stores nothing`, async () => {
      const projectId = newProject();
      for (const megabytes of [11, 64]) {
        const bomb = pack(padded(projectId, megabytes * 1024 * 1024));
        assertRefused(await post('/api/events/batch', bomb, { 'content-encoding': encoding }), 413, 'body_too_large');
      }
      assert.deepEqual(await errorGroups(projectId), []);
    });

    it(`takes 10 MB unpacked from ${encoding} and refuses one byte more`, async () => {
      const [fitting, tooLarge] = [newProject(), newProject()];
      const headers = { 'content-encoding': encoding };
      const at = await post('/api/events/batch', pack(padded(fitting, INGEST_BODY_BYTES_MAX)), headers);
      assert.equal(at.status, 201);
      const over = await post('/api/events/batch', pack(padded(tooLarge, INGEST_BODY_BYTES_MAX + 1)), headers);
      assertRefused(over, 413, 'body_too_large');
      assert.deepEqual(await errorGroups(tooLarge), []);
    });

    it(`refuses a body that is no ${encoding} with 400 invalid_encoding`, async () => {
      const projectId = newProject();
      const whole = pack(JSON.stringify(anEvent({ projectId })));
      for (const body of [Buffer.from(JSON.stringify(anEvent({ projectId }))), whole.subarray(0, whole.length / 2)]) {
        assertRefused(await post('/api/events', body, { 'content-encoding': encoding }), 400, 'invalid_encoding');
      }
      assert.deepEqual(await errorGroups(projectId), []);
    });
  }

  it('unpacks deflate without its zlib frame, as many clients send it', async () => {
    const body = deflateRawSync(JSON.stringify(anEvent({ projectId: newProject() })));
    assert.equal((await post('/api/events', body, { 'content-encoding': 'deflate' })).status, 201);
  });

  it('takes 10 MB and refuses one byte more', async () => {
    const [fitting, tooLarge] = [newProject(), newProject()];
    const at = await post('/api/events/batch', padded(fitting, INGEST_BODY_BYTES_MAX));
    assert.equal(at.status, 201);
    const over = await post('/api/events/batch', padded(tooLarge, INGEST_BODY_BYTES_MAX + 1));
    assertRefused(over, 413, 'body_too_large');
    assert.deepEqual(await errorGroups(tooLarge), []);
  });

  it('refuses an encoding it does not know with 415', async () => {
    for (const encoding of ['zstd', 'compress', 'gzip, gzip, gzip', 'nonsense']) {
      const { status, headers, body } = await callJson(`${url()}/api/events`, {
        body: '{}',
        headers: { 'content-encoding': encoding },
      });
      assertRefused({ status, headers, body }, 415, 'unsupported_encoding');
    }
  });

  it('refuses what is no JSON, saying nothing of its content', async () => {
    for (const body of ['', ' ', '{', '{"password":"hunter2"', 'hunter2=1', '{"a":NaN}', "{'a':'hunter2'}", '{}{}']) {
      const refusal = assertRefused(await post('/api/events', body), 400, 'invalid_json');
      assert.doesNotMatch(JSON.stringify(refusal), /hunter2/);
    }
  });

  it('answers 404 in JSON to paths it does not know, 405 with Allow to methods it does not take', async () => {
    assertRefused(await get('/api/nothing'), 404, 'not_found');
    assertRefused(await post('/api/nothing/1', { name: 'x' }), 404, 'not_found');
    assertRefused(await post('/api/projects/1', { name: 'x' }), 405, 'method_not_allowed');
    const answer = await callJson<ErrorGroupList>(`${url()}/api/errors`, { method: 'DELETE' });
    assertRefused(answer, 405, 'method_not_allowed');
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, PATCH, OPTIONS');
    assertRefused(await post('/api/projects', { name: 'x' }), 405, 'method_not_allowed');
    assertRefused(await post('/api/requests', { name: 'x' }), 405, 'method_not_allowed');
    assertRefused(await get('/api/events'), 405, 'method_not_allowed');
  });
});
