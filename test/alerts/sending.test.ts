import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AlertChannelSet } from '../../schemas/alerts.js';
import { openAlertDesk } from '../../src/alerts/desk.js';
import type { SendResult } from '../../src/alerts/send.js';
import { postJson } from '../../src/alerts/send-http.js';
import { ALERT_SEND_TIMEOUT_MS, ALERT_SENDING_MAX } from '../../src/limits.js';
import type { AlertStore } from '../../src/store/alerts.js';

describe('sending alerts', () => {
  it(`gives up a receiver that does not answer, after ${ALERT_SEND_TIMEOUT_MS} ms (ALERT_SEND_TIMEOUT_MS) unless told otherwise`, async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    try {
      const call = { url: `http://127.0.0.1:${port}/`, body: '{}', headers: {}, mayBeOwn: true, timeoutMs: 50 };
      await assert.rejects(postJson(call), /did not answer within 0\.05 s/);
    } finally {
      server.close();
    }
  });

  it(`tests ${ALERT_SENDING_MAX} channels (ALERT_SENDING_MAX) at once, and no more`, async () => {
    const channel: AlertChannelSet = { name: 'c', kind: 'desktop' };
    const settings = [{ kind: 'channel', name: 'c', body: JSON.stringify(channel) }] as const;
    const answers: ((result: SendResult) => void)[] = [];
    const desk = openAlertDesk({
      store: { readSettings: () => Promise.resolve({ settings, waiting: 0 }) } as Partial<AlertStore> as AlertStore,
      send: () => new Promise((resolve) => answers.push(resolve)),
      clock: Date.now,
      mayBeOwn: false,
    });
    const tests = Array.from({ length: ALERT_SENDING_MAX }, () => desk.test('c'));
    assert.deepEqual(await desk.test('c'), { sent: false, error: 'too many tests are under way; try again' });
    assert.equal(answers.length, ALERT_SENDING_MAX);
    for (const answer of answers.splice(0)) answer({ ok: true });
    assert.ok((await Promise.all(tests)).every((tested) => tested?.sent === true));
  });
});
