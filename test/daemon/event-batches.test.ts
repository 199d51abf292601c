import assert from 'node:assert/strict';
import type { ErrorGroupDetail } from '../../schemas/error-group.js';
import type { EventAccepted } from '../../schemas/event.js';
import { PROJECT_HEADER } from '../../src/constants.js';
import { anEvent, without } from '../support/events.js';
import { assertRefused, useSharedDaemon } from '../support/shared-daemon.js';

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
