import assert from 'node:assert/strict';
import type { EventAccepted, EventPayload } from '../../schemas/event.js';
import type { RequestList } from '../../schemas/request.js';
import { CORRELATION_HEADER, PROJECT_HEADER } from '../../src/constants.js';
import { anEvent, without } from '../support/events.js';
import { assertRefused, useSharedDaemon } from '../support/shared-daemon.js';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const SHA_256 = /^[0-9a-f]{64}$/;
const FRAME = { filename: '/app/src/a.ts', function: 'fa', lineno: 10, colno: 5, inApp: true };

describe('POST /api/events', () => {
  const { newProject, post, get, errorGroups, onlyErrorGroup } = useSharedDaemon();
  const send = (event: object, headers: Record<string, string> = {}) =>
    post<EventAccepted>('/api/events', event, headers);
  const sendTo = (projectId: string, facts: Partial<EventPayload> = {}) => send(anEvent({ projectId, ...facts }));

  it('answers 201 with id, fingerprint and isNew, and nothing else', async () => {
    const event = anEvent({ projectId: newProject() });
    const { status, headers, body } = await send(event);
    assert.equal(status, 201);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual(body, { id: event.eventId, fingerprint: body.fingerprint, isNew: true });
    assert.match(body.fingerprint, SHA_256);
  });

  it('returns every field of a stored event as it was sent', async () => {
    const event = {
      eventId: 'event-1',
      timestamp: '2024-05-01T12:30:45.123Z',
      type: 'http_error',
      message: 'Request failed with status code 502',
      stack: 'Error: Request failed\n    at fa (/app/src/a.ts:10:5)',
      stackFrames: [FRAME],
      source: 'frontend',
      severity: 'warning',
      projectId: newProject(),
      correlationId: 'correlation-1',
      request: { method: 'GET', url: '/orders', statusCode: 502, duration: 12.5 },
      environment: { runtime: 'browser', browser: 'Firefox 140' },
      componentStack: '    at Cart\n    at App',
      componentName: 'Cart',
      extra: { attempt: 3, nested: { list: [1, 'two', null, true] } },
      release: 'shop@1.2.3',
      user: { id: 'u1' },
      tags: { region: 'eu' },
      breadcrumbs: [{ category: 'ui.click', message: 'Buy' }],
    };
    await send(event);
    const { events } = await onlyErrorGroup(event.projectId);
    assert.match(events[0]?.receivedAt ?? '', ISO);
    assert.deepEqual(events, [{ ...event, receivedAt: events[0]?.receivedAt }]);
  });

  it('returns each stack with the message of its own event, whatever characters that has', async () => {
    const projectId = newProject();
    const messages = ['order 0x1 failed', 'order 0x2 failed', '"\\ \u0001 \u2028 $& 😀 0x3', 'x', '.'];
    const stacks = messages.map((message) => `Error: ${message}\n    at fa (/app/src/a.ts:10:5) ${message}`);
    for (const [index, message] of messages.entries()) {
      const stack = stacks[index] ?? '';
      await sendTo(projectId, { eventId: `e${index}`, message, stack, fingerprint: ['all'] });
    }
    const { events } = await onlyErrorGroup(projectId);
    assert.deepEqual(new Map(events.map((event) => [event.message, event.stack])).size, messages.length);
    for (const { message, stack } of events) assert.equal(stack, stacks[messages.indexOf(message)]);
  });

  for (const field of ['message', 'type', 'source'] as const) {
    it(`requires ${field}, and names it in the refusal`, async () => {
      const { details } = assertRefused(await send(without(anEvent(), field)), 400, 'validation_failed');
      assert.deepEqual(details, [{ path: `/${field}`, message: 'is required' }]);
    });
  }

  it('fills in severity error, the time of receipt and a generated eventId', async () => {
    const projectId = newProject();
    const beforeMs = Date.now();
    const { body } = await send({ type: 'x', message: 'y', source: 'backend', projectId });
    const { events } = await onlyErrorGroup(projectId);
    const [event] = events;
    assert.ok(event);
    assert.equal(event.severity, 'error');
    assert.equal(event.eventId, body.id);
    assert.match(body.id, /^[0-9a-f-]{36}$/);
    assert.ok(Date.parse(event.timestamp) >= beforeMs && event.timestamp <= event.receivedAt);
    assert.ok(Date.parse(event.receivedAt) <= Date.now());
    assert.deepEqual(event.stackFrames, []);
  });

  it('takes the project and the correlation id of the headers when the event names none', async () => {
    const [byHeader, byEvent] = [newProject(), newProject()];
    const headers = { [PROJECT_HEADER]: byHeader, [CORRELATION_HEADER]: 'of-header' };
    const nameless = without(anEvent(), 'projectId');
    await send(nameless, headers);
    await send(anEvent({ projectId: byEvent, correlationId: 'of-event' }), headers);
    assert.equal((await onlyErrorGroup(byHeader)).events[0]?.correlationId, 'of-header');
    assert.equal((await onlyErrorGroup(byEvent)).events[0]?.correlationId, 'of-event');
  });

  it('refuses a project header that is no project name only where it is needed', async () => {
    const headers = { [PROJECT_HEADER]: '../etc' };
    const nameless = without(anEvent(), 'projectId');
    assertRefused(await send(nameless, headers), 400, 'validation_failed');
    assert.equal((await send(anEvent({ projectId: newProject() }), headers)).status, 201);
  });

  it('takes any type of 1 to 64 characters and refuses others', async () => {
    const projectId = newProject();
    for (const type of ['t', 'T'.repeat(64), 'ошибка', '🚫', 'a b/c']) {
      assert.equal((await sendTo(projectId, { type })).status, 201);
    }
    for (const type of ['', 'T'.repeat(65)]) {
      const { details } = assertRefused(await sendTo(projectId, { type }), 400, 'validation_failed');
      assert.equal(details?.[0]?.path, '/type');
    }
  });

  it('refuses values of the wrong type or outside a list, and names the field', async () => {
    const faults: [object, string][] = [
      [{ message: 1 }, '/message'],
      [{ message: null }, '/message'],
      [{ source: 'mobile' }, '/source'],
      [{ severity: 'critical' }, '/severity'],
      [{ timestamp: 'yesterday' }, '/timestamp'],
      [{ timestamp: 1714566645123 }, '/timestamp'],
      [{ eventId: '' }, '/eventId'],
      [{ eventId: 'e'.repeat(129) }, '/eventId'],
      [{ projectId: '' }, '/projectId'],
      [{ projectId: 'a/../b' }, '/projectId'],
      [{ stack: ['a'] }, '/stack'],
      [{ stackFrames: {} }, '/stackFrames'],
      [{ stackFrames: [FRAME, 'at f (a.js:1:2)'] }, '/stackFrames/1'],
      [{ stackFrames: [{ lineno: '10' }] }, '/stackFrames/0/lineno'],
      [{ request: 'GET /' }, '/request'],
      [{ extra: [1] }, '/extra'],
      [{ breadcrumbs: {} }, '/breadcrumbs'],
      [{ fingerprint: 'one' }, '/fingerprint'],
      [{ fingerprint: [] }, '/fingerprint'],
    ];
    const projectId = newProject();
    for (const [facts, path] of faults) {
      const { details } = assertRefused(await send({ ...anEvent({ projectId }), ...facts }), 400, 'validation_failed');
      assert.equal(details?.[0]?.path, path);
    }
    assert.deepEqual(await errorGroups(projectId), []);
  });

  it('accepts unknown fields and does not store them', async () => {
    const projectId = newProject();
    assert.equal((await send({ ...anEvent({ projectId }), context: { a: 1 }, status: 200 })).status, 201);
    const { events } = await onlyErrorGroup(projectId);
    assert.ok(events[0] !== undefined && !('context' in events[0]) && !('status' in events[0]));
  });

  it('takes null in an optional field for its absence', async () => {
    const projectId = newProject();
    const nulls = { severity: null, timestamp: null, stack: null, extra: null, user: null, fingerprint: null };
    assert.equal((await send({ ...anEvent({ projectId }), ...nulls, eventId: null })).status, 201);
    const { events } = await onlyErrorGroup(projectId);
    assert.equal(events[0]?.severity, 'error');
    assert.ok(!('extra' in events[0]));
  });

  it('keeps a message of 2048 characters and cuts one of 2049', async () => {
    for (const length of [2048, 2049]) {
      const projectId = newProject();
      assert.equal((await sendTo(projectId, { message: 'm'.repeat(length) })).status, 201);
      const { error, events } = await onlyErrorGroup(projectId);
      assert.equal(error.message, 'm'.repeat(2048));
      assert.equal(events[0]?.message, 'm'.repeat(2048));
    }
  });

  it('never cuts a stored message inside a surrogate pair', async () => {
    const projectId = newProject();
    await sendTo(projectId, { message: `${'m'.repeat(2047)}🚫 and more` });
    assert.equal((await onlyErrorGroup(projectId)).error.message, 'm'.repeat(2047));
    const whole = newProject();
    await sendTo(whole, { message: `${'m'.repeat(2046)}🚫 and more` });
    assert.equal((await onlyErrorGroup(whole)).error.message, `${'m'.repeat(2046)}🚫`);
  });

  it('keeps 50 frames and cuts 51 to the first 50', async () => {
    for (const count of [50, 51]) {
      const projectId = newProject();
      const stackFrames = Array.from({ length: count }, (_, lineno) => ({ ...FRAME, lineno }));
      assert.equal((await sendTo(projectId, { stackFrames })).status, 201);
      const { events } = await onlyErrorGroup(projectId);
      assert.deepEqual(events[0]?.stackFrames, stackFrames.slice(0, 50));
    }
  });

  it('keeps a stack of 64 KB and cuts a longer one', async () => {
    for (const length of [65_536, 65_537]) {
      const projectId = newProject();
      assert.equal((await sendTo(projectId, { stack: 's'.repeat(length) })).status, 201);
      assert.equal((await onlyErrorGroup(projectId)).events[0]?.stack, 's'.repeat(65_536));
    }
  });

  it('stores one event of 20 parallel calls with the same eventId, and one of them is new', async () => {
    const projectId = newProject();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendTo(projectId, { eventId: 'race-1', message: 'same' })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map(({ body }) => body.fingerprint)).size, 1);
    assert.equal(answers.filter(({ body }) => body.isNew).length, 1);
    assert.ok(answers.every(({ body }) => body.id === 'race-1'));
    const { error, events, total } = await onlyErrorGroup(projectId);
    assert.deepEqual([error.count, events.length, total], [1, 1, 1]);
  });

  it('answers a retry with the fingerprint of the first call, whatever else it says', async () => {
    const projectId = newProject();
    const first = await sendTo(projectId, { eventId: 'retry-1', message: 'first' });
    const again = await sendTo(projectId, { eventId: 'retry-1', message: 'another' });
    assert.deepEqual([again.status, again.body], [201, { ...first.body, isNew: false }]);
    assert.equal((await onlyErrorGroup(projectId)).error.message, 'first');
  });

  it('takes the same eventId in two projects for two events', async () => {
    const [one, other] = [newProject(), newProject()];
    await sendTo(one, { eventId: 'shared-1' });
    assert.equal((await sendTo(other, { eventId: 'shared-1' })).body.isNew, true);
    assert.equal((await onlyErrorGroup(one)).error.count, 1);
    assert.equal((await onlyErrorGroup(other)).error.count, 1);
  });

  it('makes no request record of the request context of an event', async () => {
    const projectId = newProject();
    await sendTo(projectId, { request: { method: 'GET', url: '/orders', statusCode: 500 } });
    assert.equal((await get<RequestList>(`/api/requests?projectId=${projectId}`)).body.total, 0);
    assert.deepEqual((await onlyErrorGroup(projectId)).events[0]?.request, {
      method: 'GET',
      url: '/orders',
      statusCode: 500,
    });
  });
});
