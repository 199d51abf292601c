import assert from 'node:assert/strict';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { EventAccepted, EventPayload } from '../../schemas/event.js';
import { anEvent, without } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const FRAME = { filename: '/app/src/a.ts', function: 'fa', lineno: 10, colno: 5, inApp: true };

describe('the error groups of events', () => {
  const { newProject, post, get, patch, errorGroups, onlyErrorGroup } = useSharedDaemon();
  const send = (event: object, headers: Record<string, string> = {}) =>
    post<EventAccepted>('/api/events', event, headers);
  const sendTo = (projectId: string, facts: Partial<EventPayload> = {}) => send(anEvent({ projectId, ...facts }));

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
