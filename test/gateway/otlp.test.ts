// What the gateway says to OpenTelemetry's SDKs when it cannot take a call, in their own form.

import assert from 'node:assert/strict';
import { INGEST_QUEUE_CALLS_MIN, INGEST_QUEUE_WORK_BYTES_MAX } from '../../src/limits.js';
import { useGateways } from '../support/gateway.js';
import { CONTENT_TYPES, encode, FORMATS, NANOS, readStatus, readSuccess, toRequest } from '../support/otlp.js';

const REQUEST = toRequest('logs', [{ timeUnixNano: NANOS, severityNumber: 9, body: { stringValue: 'm' } }]);

describe('the gateway to OpenTelemetry', () => {
  const openTestGateway = useGateways();

  for (const format of FORMATS) {
    const open = async (options = {}) => {
      const opened = await openTestGateway(options);
      const send = async (bytes = encode('logs', REQUEST, format)) => {
        const answer = await opened.fetch('/v1/logs', {
          method: 'POST',
          body: new Uint8Array(bytes),
          headers: { 'content-type': CONTENT_TYPES[format] },
        });
        const body = Buffer.from(await answer.arrayBuffer());
        assert.equal(answer.headers.get('content-type')?.split(';')[0], CONTENT_TYPES[format]);
        return { status: answer.status, headers: answer.headers, body };
      };
      const assertRetry = ({ status, headers, body }: Awaited<ReturnType<typeof send>>): void => {
        assert.equal(status, 503);
        assert.equal(headers.get('retry-after'), '1');
        assert.equal(readStatus(body, format).code, 14);
      };
      return { ...opened, send, assertRetry };
    };

    it(`asks to send again what the store could not take, and stores it once, in ${format}`, async () => {
      const { send, store, stored, assertRetry } = await open();
      for (const failure of ['storage_full', 'storage_unavailable', 'worker_lost'] as const) {
        store.failure = failure;
        assertRetry(await send());
      }
      store.failure = null;
      for (const answer of [await send(), await send()]) {
        assert.deepEqual([answer.status, readSuccess(answer.body, format)], [200, {}]);
      }
      assert.equal((await stored.logs()).total, 1);
    });

    it(`asks to send again what was lost with a thread, in ${format}`, async () => {
      const { send, pool, assertRetry } = await open();
      pool.holding = true;
      const lost = send();
      await pool.submitted(1);
      pool.lose();
      assertRetry(await lost);
    });

    it(`asks to send again what comes when it has enough to do, in ${format}`, async () => {
      const { send, pool, gateway, assertRetry } = await open();
      pool.holding = true;
      const large = Buffer.alloc(Math.ceil(INGEST_QUEUE_WORK_BYTES_MAX / INGEST_QUEUE_CALLS_MIN), 0x20);
      const waiting = Array.from({ length: INGEST_QUEUE_CALLS_MIN }, () => send(large));
      await pool.submitted(INGEST_QUEUE_CALLS_MIN);
      assertRetry(await send());
      pool.release();
      await Promise.all(waiting);
      assert.deepEqual(gateway.outcomes.toJson().total.dropped, { queue_full: 1 });
      assert.equal((await send()).status, 200);
    });
  }
});
