import assert from 'node:assert/strict';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { EventAccepted, EventPayload } from '../../schemas/event.js';
import type { RequestList } from '../../schemas/request.js';
import { CORRELATION_HEADER, PROJECT_HEADER } from '../../src/constants.js';
import { anEvent, without } from '../support/events.js';
import { assertRefused, useSharedDaemon } from '../support/shared-daemon.js';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const SHA_256 = /^[0-9a-f]{64}$/;
const FRAME = { filename: '/app/src/a.ts', function: 'fa', lineno: 10, colno: 5, inApp: true };

describe('POST /api/events', () => {
  const { newProject, post, get, patch, errorGroups, onlyErrorGroup } = useSharedDaemon();
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

  it('groups by type, normalized message and the first three in-app frames', async () => {
    const projectId = newProject();
    const frames = [1, 2, 3, 4].map((lineno) => ({ ...FRAME, lineno }));
    const message = 'connect ECONNREFUSED 127.0.0.1:5432 by 0xdeadbeef';
    const first = await sendTo(projectId, { message, stackFrames: frames });
    const same = await sendTo(projectId, {
      message: 'connect ECONNREFUSED 127.0.0.1:6432 by 0xcafebabe',
      stackFrames: [{ filename: '/app/node_modules/pg/lib/client.js' }, ...frames.slice(0, 3)],
    });
    assert.deepEqual(same.body, { id: same.body.id, fingerprint: first.body.fingerprint, isNew: false });
    for (const facts of [{ type: 'other' }, { message: 'other' }, { stackFrames: frames.slice(1) }]) {
      const { body } = await sendTo(projectId, { message, stackFrames: frames, ...facts });
      assert.equal(body.isNew, true);
    }
  });

  it('groups by type and message alone when no frame is in-app', async () => {
    const projectId = newProject();
    for (const filename of ['/app/node_modules/a.js', 'node:internal/timers']) {
      await sendTo(projectId, { stackFrames: [{ filename, function: 'f', lineno: 1 }] });
    }
    await sendTo(projectId, { stackFrames: [{ ...FRAME, inApp: false }] });
    await sendTo(projectId, { stackFrames: [] });
    const { error } = await onlyErrorGroup(projectId);
    assert.equal(error.count, 4);
    assert.deepEqual(error.grouping.frames, []);
  });

  it('groups by the fingerprint a client gives', async () => {
    const projectId = newProject();
    await sendTo(projectId, { message: 'one', fingerprint: ['payment', 'timeout'] });
    await sendTo(projectId, { message: 'two', type: 'other', fingerprint: ['payment', 'timeout'] });
    const { error } = await onlyErrorGroup(projectId);
    assert.equal(error.count, 2);
    assert.deepEqual(error.grouping.custom, ['payment', 'timeout']);
  });

  it('keeps the groups of two projects apart, with the same fingerprint', async () => {
    const [one, other] = [newProject(), newProject()];
    const answers = [await sendTo(one), await sendTo(other)];
    assert.equal(answers[0]?.body.fingerprint, answers[1]?.body.fingerprint);
    assert.ok(answers.every(({ body }) => body.isNew));
    assert.notEqual((await onlyErrorGroup(one)).error.id, (await onlyErrorGroup(other)).error.id);
  });

  it('groups events without a project among themselves', async () => {
    const type = `nameless-${newProject().slice(0, 20)}`;
    const nameless = without(anEvent({ type }), 'projectId');
    await send({ ...nameless, eventId: 'nameless-1' });
    const { body } = await send({ ...nameless, eventId: 'nameless-2' });
    assert.equal(body.isNew, false);
    const list = await get<ErrorGroupList>(`/api/errors?type=${type}`);
    assert.deepEqual([list.body.total, list.body.errors[0]?.count], [1, 2]);
    assert.ok(list.body.errors[0] !== undefined && !('projectId' in list.body.errors[0]));
  });

  it('tells in the detail answer what the fingerprint was computed from', async () => {
    const projectId = newProject();
    await sendTo(projectId);
    const { grouping } = (await onlyErrorGroup(projectId)).error;
    assert.deepEqual(grouping, {
      version: 1,
      type: 'TypeError',
      message: "Cannot read properties of undefined (reading 'id')",
      frames: [{ filename: '/app/src/cart.ts', function: 'total', lineno: 42 }],
    });
  });

  it('reopens a resolved group, and leaves ignored and acknowledged ones as they are', async () => {
    const after = { resolved: 'unresolved', ignored: 'ignored', acknowledged: 'acknowledged' };
    for (const [status, expected] of Object.entries(after)) {
      const projectId = newProject();
      await sendTo(projectId);
      const { error } = await onlyErrorGroup(projectId);
      await patch(`/api/errors/${error.id}`, { status });
      assert.equal((await sendTo(projectId)).body.isNew, false);
      assert.equal((await onlyErrorGroup(projectId)).error.status, expected);
    }
  });

  it('raises the severity of a group to the highest seen, and never lowers it', async () => {
    const projectId = newProject();
    const seen: (string | undefined)[] = [];
    for (const severity of ['info', 'warning', 'info', 'fatal', 'error'] as const) {
      await sendTo(projectId, { severity });
      seen.push((await onlyErrorGroup(projectId)).error.severity);
    }
    assert.deepEqual(seen, ['info', 'warning', 'warning', 'fatal', 'fatal']);
  });

  it('starts the severity of a reopened group anew', async () => {
    const projectId = newProject();
    await sendTo(projectId, { severity: 'fatal' });
    await patch(`/api/errors/${(await onlyErrorGroup(projectId)).error.id}`, { status: 'resolved' });
    await sendTo(projectId, { severity: 'warning' });
    assert.equal((await onlyErrorGroup(projectId)).error.severity, 'warning');
  });

  it('takes the latest timestamp for lastSeen, but never one after the receipt', async () => {
    const projectId = newProject();
    await sendTo(projectId, { timestamp: '2024-05-01T12:00:00.000Z' });
    await sendTo(projectId, { timestamp: '2024-04-01T12:00:00.000Z' });
    const past = await onlyErrorGroup(projectId);
    assert.deepEqual(
      [past.error.firstSeen, past.error.lastSeen],
      ['2024-04-01T12:00:00.000Z', '2024-05-01T12:00:00.000Z'],
    );
    await sendTo(projectId, { timestamp: '2199-01-01T00:00:00.000Z' });
    const { error, events } = await onlyErrorGroup(projectId);
    assert.ok(error.lastSeen <= (events[0]?.receivedAt ?? ''));
    assert.equal(events[0]?.timestamp, '2199-01-01T00:00:00.000Z');
  });

  it('reads a timestamp with an offset and answers it in UTC', async () => {
    const projectId = newProject();
    await sendTo(projectId, { timestamp: '2024-05-01T12:30:45+02:00' });
    assert.equal((await onlyErrorGroup(projectId)).events[0]?.timestamp, '2024-05-01T10:30:45.000Z');
  });

  it('explains a known message and is silent about an unknown one', async () => {
    const [known, unknown] = [newProject(), newProject()];
    await sendTo(known);
    await sendTo(unknown, { type: 'Oddity', message: 'Order 401 shipped late' });
    const { error } = await onlyErrorGroup(known);
    assert.match(error.explanation ?? '', /undefined/);
    assert.equal(typeof error.explanationTitle, 'string');
    assert.equal(typeof error.suggestion, 'string');
    assert.equal((await errorGroups(known))[0]?.explanation, error.explanation);
    for (const field of ['explanation', 'explanationTitle', 'suggestion']) {
      assert.ok(!(field in (await onlyErrorGroup(unknown)).error));
    }
  });
});

describe('POST /api/events/batch', () => {
  const { newProject, post, errorGroups, get } = useSharedDaemon();
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    post<(Partial<EventAccepted> & { code?: string; details?: unknown })[]>('/api/events/batch', body, headers);

  it('answers 201 with one entry per event, in order', async () => {
    const projectId = newProject();
    const events = ['a', 'b', 'a'].map((message) => anEvent({ projectId, message }));
    const { status, body } = await send(events);
    assert.equal(status, 201);
    assert.deepEqual(
      body.map(({ id, isNew }) => [id, isNew]),
      [
        [events[0]?.eventId, true],
        [events[1]?.eventId, true],
        [events[2]?.eventId, false],
      ],
    );
    assert.equal(body[0]?.fingerprint, body[2]?.fingerprint);
    assert.deepEqual(Object.keys(body[0] ?? {}), ['id', 'fingerprint', 'isNew']);
  });

  it('takes the headers for every event that names no project', async () => {
    const [byHeader, byEvent] = [newProject(), newProject()];
    const nameless = without(anEvent(), 'projectId');
    await send([nameless, anEvent({ projectId: byEvent })], { [PROJECT_HEADER]: byHeader });
    assert.equal((await errorGroups(byHeader)).length, 1);
    assert.equal((await errorGroups(byEvent)).length, 1);
  });

  it('answers 207 in order when some events are bad, and stores the others', async () => {
    const projectId = newProject();
    const good = anEvent({ projectId });
    const { status, body } = await send([{ ...good, message: 3 }, good, null, 'text', { ...good, source: 'tv' }]);
    assert.equal(status, 207);
    assert.deepEqual(
      body.map(({ id, code }) => id ?? code),
      ['validation_failed', good.eventId, 'validation_failed', 'validation_failed', 'validation_failed'],
    );
    assert.deepEqual(body[0]?.details, [{ path: '/0/message', message: 'must be string' }]);
    assert.deepEqual(body[4]?.details, [{ path: '/4/source', message: 'must be one of: backend, frontend' }]);
    assert.equal((await errorGroups(projectId))[0]?.count, 1);
  });

  it('answers 400 when every event is bad, and names them by their place', async () => {
    const { details } = assertRefused(await send([{}, { ...anEvent(), type: '' }]), 400, 'validation_failed');
    assert.deepEqual(
      details?.map(({ path }) => path),
      ['/0/message', '/1/type'],
    );
  });

  it('answers 201 with an empty array to an empty batch', async () => {
    const { status, body } = await send([]);
    assert.deepEqual([status, body], [201, []]);
  });

  it('takes 1,000 events and refuses 1,001, storing none of them', async () => {
    const [fitting, tooMany] = [newProject(), newProject()];
    const accepted = await send(Array.from({ length: 1000 }, () => anEvent({ projectId: fitting })));
    assert.deepEqual([accepted.status, accepted.body.length], [201, 1000]);
    assert.equal((await errorGroups(fitting))[0]?.count, 1000);
    const refused = await send(Array.from({ length: 1001 }, () => anEvent({ projectId: tooMany })));
    assertRefused(refused, 400, 'batch_too_long');
    assert.deepEqual(await errorGroups(tooMany), []);
  });

  it('refuses what is no array', async () => {
    for (const body of [anEvent(), 'null', '"text"', '3']) {
      assertRefused(await send(body), 400, 'validation_failed');
    }
  });

  it('counts a retry inside one batch once', async () => {
    const projectId = newProject();
    const event = anEvent({ projectId });
    const { status, body } = await send([event, event, event]);
    assert.equal(status, 201);
    assert.deepEqual(
      body.map(({ isNew }) => isNew),
      [true, false, false],
    );
    const [group] = await errorGroups(projectId);
    assert.equal(group?.count, 1);
    assert.equal((await get<ErrorGroupDetail>(`/api/errors/${group.id}`)).body.total, 1);
  });
});
