import assert from 'node:assert/strict';
import type { MatchingStatusesChanged } from '../../schemas/error-group.js';
import { CHANGE_NAME_CHARS_MAX, STATUS_GROUPS_MAX } from '../../schemas/limits.js';
import type { Triage } from '../../schemas/triage.js';
import type { Undone } from '../../schemas/undo.js';
import { anEvent } from '../support/events.js';
import { useSharedDaemon } from '../support/shared-daemon.js';
import { toWord } from '../support/words.js';

const toMessage = (index: number): string => `the ${toWord(index)} part failed`;

describe('taking a change back over HTTP', () => {
  const daemon = useSharedDaemon();

  const call = (method: 'PATCH' | 'POST', path: string, body: unknown) =>
    fetch(`${daemon.url()}${path}`, { method, body: JSON.stringify(body) });
  const send = async <T>(method: 'PATCH' | 'POST', path: string, body: unknown): Promise<T> => {
    const response = await call(method, path, body);
    assert.equal(response.status, 200, path);
    return (await response.json()) as T;
  };
  const undo = (ids: readonly string[], change: string) => send<Undone>('POST', '/api/errors/undo', { ids, change });

  /** A project with so many errors that are all open. */
  const openErrors = async (count: number) => {
    const projectId = daemon.newProject();
    const events = Array.from({ length: count }, (_, index) => anEvent({ projectId, message: toMessage(index) }));
    await daemon.post('/api/events/batch', events);
    const ids = (await daemon.errorGroups(projectId)).map(({ id }) => id);
    return { projectId, ids };
  };

  it('gives back that an error had come back, a snooze and a release', async () => {
    const { projectId, ids } = await openErrors(3);
    const [regressed = '', snoozed = '', resolved = ''] = ids;
    await send('PATCH', `/api/errors/${regressed}`, { status: 'resolved' });
    const { message } = (await daemon.errorGroups(projectId)).find(({ id }) => id === regressed) ?? {};
    await daemon.post('/api/events', anEvent({ projectId, message: message ?? '', release: 'shop@1.0.0' }));
    await send('PATCH', `/api/errors/${snoozed}/triage`, { snooze: { events: 7 } });
    await send('PATCH', `/api/errors/${resolved}`, { status: 'resolved', in: 'shop@2.0.0' });
    const read = async () => {
      const groups = await daemon.errorGroups(projectId);
      const state = groups.map(({ id, status, reopenedAt, resolvedIn }) => ({ id, status, reopenedAt, resolvedIn }));
      const triage = (await (await fetch(`${daemon.url()}/api/errors/${snoozed}/triage`)).json()) as Triage;
      return { state: state.sort((a, b) => a.id.localeCompare(b.id)), snooze: triage.snooze };
    };
    const before = await read();
    assert.deepEqual(before.snooze, { eventsLeft: 7 });
    assert.equal(before.state.filter(({ reopenedAt }) => reopenedAt !== undefined).length, 1);
    // The answer is the one that it is without a name.
    assert.deepEqual(await send('PATCH', '/api/errors', { ids, status: 'resolved', change: 'many' }), {
      success: true,
      updated: 3,
      missing: [],
    });
    assert.deepEqual((await read()).snooze, null);
    assert.deepEqual(await undo([...ids, 'unknown'], 'many'), {
      success: true,
      undone: 3,
      left: [],
      missing: ['unknown'],
    });
    assert.deepEqual(await read(), before);
    assert.deepEqual(await send('PATCH', `/api/errors/${regressed}`, { status: 'resolved', change: 'one' }), {
      success: true,
    });
    assert.equal((await undo([regressed], 'one')).undone, 1);
    await send('PATCH', `/api/errors/${snoozed}/triage`, { snooze: { users: 2 }, change: 'snooze' });
    assert.equal((await undo([snoozed], 'snooze')).undone, 1);
    assert.deepEqual(await read(), before);
  });

  it('takes back what a filter found, but for what has changed since', async () => {
    const { projectId } = await openErrors(STATUS_GROUPS_MAX + 20);
    const body = { filter: { projectId }, status: 'resolved', change: 'matching' };
    const { updated, before } = await send<MatchingStatusesChanged>('PATCH', '/api/errors/matching', body);
    assert.equal(updated, STATUS_GROUPS_MAX + 20);
    await daemon.post('/api/events', anEvent({ projectId, message: toMessage(3) }));
    const ids = before.unresolved;
    const parts = [ids.slice(0, STATUS_GROUPS_MAX), ids.slice(STATUS_GROUPS_MAX)];
    const answers = await Promise.all(parts.map((part) => undo(part, 'matching')));
    assert.equal(
      answers.reduce((sum, { undone }) => sum + undone, 0),
      updated - 1,
    );
    const left = answers.flatMap((answer) => answer.left);
    const groups = await daemon.errorGroups(projectId);
    assert.deepEqual(
      groups.filter(({ id }) => left.includes(id)).map(({ message }) => message),
      [toMessage(3)],
    );
  });

  it('refuses names that are none, too many ids, and a name beside what is no snooze', async () => {
    const { ids } = await openErrors(1);
    const [id = ''] = ids;
    const longest = 'x'.repeat(CHANGE_NAME_CHARS_MAX);
    assert.equal((await undo(ids, longest)).undone, 0);
    for (const body of [
      { ids },
      { change: 'a' },
      { ids: [], change: 'a' },
      { ids: Array.from({ length: STATUS_GROUPS_MAX + 1 }, String), change: 'a' },
      { ids, change: '' },
      { ids, change: `${longest}x` },
      { ids, change: 'a b' },
      { ids, change: 'a', status: 'resolved' },
    ])
      assert.equal((await call('POST', '/api/errors/undo', body)).status, 400, JSON.stringify(body));
    assert.equal((await call('PATCH', `/api/errors/${id}`, { status: 'ignored', change: '\0' })).status, 400);
    assert.equal((await call('PATCH', `/api/errors/${id}/triage`, { note: 'a', change: 'a' })).status, 400);
  });
});
