// OpenTelemetry's own SDK against a daemon: nothing is set but its environment variables.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { LogList } from '../../schemas/log.js';
import type { RequestList, RequestRecord } from '../../schemas/request.js';
import type { Outcomes } from '../../schemas/stats.js';
import { endApps, startApp } from '../support/client-app.js';
import { callJson } from '../support/http.js';
import { FORMATS } from '../support/otlp.js';
import { assertBalanced, useSharedDaemon } from '../support/shared-daemon.js';

const TOKEN = 'a-long-secret';
const APP = fileURLToPath(new URL('../support/otel-app.js', import.meta.url));

describe('an application with the SDK of OpenTelemetry', () => {
  const shared = useSharedDaemon({ authToken: TOKEN });
  afterEach(endApps);

  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await callJson<T>(shared.url() + path, { headers: { authorization: `Bearer ${TOKEN}` } });
    assert.equal(status, 200);
    return body;
  };

  /** Runs it to its end, and answers its project. */
  async function run(format: string, compression: string): Promise<string> {
    const project = shared.newProject();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: shared.url(),
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${TOKEN}`,
      OTEL_EXPORTER_OTLP_COMPRESSION: compression,
      OTEL_SERVICE_NAME: project,
      OTEL_RESOURCE_ATTRIBUTES: 'service.version=1.2.3,deployment.environment.name=staging',
    };
    const { code, stdout, stderr } = await startApp(APP, { args: [format], env }).ended;
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: '' });
    return project;
  }

  for (const format of FORMATS) {
    for (const compression of ['none', 'gzip']) {
      it(`is shown with its errors, requests and logs, in ${format} with compression ${compression}`, async function () {
        this.timeout(60_000);
        const project = await run(format, compression);

        const { requests } = await read<RequestList>(`/api/requests?projectId=${project}`);
        const [failed, answered, ...more] = requests;
        assert.ok(failed && answered);
        assert.equal(more.length, 0);
        assert.deepEqual(
          [answered.method, answered.url, answered.statusCode, answered.source],
          ['GET', '/orders?id=7&token=[Redacted]', 200, 'backend'],
        );
        assert.deepEqual([failed.url, failed.statusCode], ['/fails', 500]);
        assert.ok((failed.duration ?? -1) >= 0);

        const { errors } = await read<ErrorGroupList>(`/api/errors?projectId=${project}`);
        const details = await Promise.all(errors.map(({ id }) => read<ErrorGroupDetail>(`/api/errors/${id}`)));
        const events = new Map(details.flatMap((detail) => detail.events).map((event) => [event.type, event]));
        assert.deepEqual([...events.keys()].sort(), ['PaymentError', 'TypeError']);
        const thrown = events.get('TypeError');
        assert.equal(thrown?.message, 'cart is not iterable');
        assert.match(thrown.stack ?? '', /^TypeError: cart is not iterable\n\s+at .*otel-app/);
        assert.equal(thrown.release, '1.2.3');
        assert.equal(thrown.environment?.name, 'staging');
        assert.equal(thrown.correlationId, failed.correlationId);
        assert.equal(thrown.eventId, failed.errorEventId);
        const logged = events.get('PaymentError');
        assert.deepEqual([logged?.message, logged?.stack, logged?.severity], ['card refused', 'at pay', 'error']);

        const records = await Promise.all(requests.map(({ id }) => read<RequestRecord>(`/api/requests/${id}`)));
        assert.deepEqual(
          records.map(({ spanCount, spans = [] }) => [spanCount, spans.map(({ name }) => name)]),
          [
            [1, ['read the order']],
            [1, ['read the order']],
          ],
        );

        const { logs } = await read<LogList>(`/api/logs?projectId=${project}`);
        assert.deepEqual(
          logs.map(({ level, message }) => [level, message]),
          [
            ['info', 'order read'],
            ['info', 'order read'],
          ],
        );
        assert.deepEqual(
          new Set(logs.map(({ correlationId }) => correlationId)),
          new Set(requests.map(({ correlationId }) => correlationId)),
        );

        const outcomes = await read<Outcomes>(`/api/outcomes?projectId=${project}`);
        assertBalanced(outcomes);
        assert.deepEqual([outcomes.total.stored, outcomes.total.skipped], [6, { span: 2 }]);
        assert.equal(JSON.stringify([requests, details, logs]).includes('s3cret'), false);
        assert.equal(JSON.stringify([requests, details, logs]).includes('t0ken'), false);
      });
    }
  }
});
