import assert from 'node:assert/strict';
import type { ErrorGroupDetail, EventDetail } from '../../schemas/error-group.js';
import { anEvent } from '../support/events.js';
import { FeedClient } from '../support/feed-client.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

const FRAME = { filename: '/app/db.py', function: 'connect', module: 'app.db', lineno: 7, inApp: true };

const DETAILS = {
  code: '57P03',
  platform: 'python',
  handled: true,
  mechanism: 'logging',
  causes: [
    { type: 'OperationalError', message: 'no server', code: '08001', stackFrames: [FRAME] },
    { type: 'OSError', message: 'no route', stack: 'OSError: no route' },
  ],
  contexts: { os: { name: 'Linux', version: '6.1' }, runtime: { name: 'CPython', version: '3.12.1' } },
  serverName: 'web-1',
  transaction: 'GET /cart',
  logger: 'shop.cart',
  sdk: { name: 'sentry.python', version: '2.1.0' },
  attachments: [{ name: 'dump.txt', contentType: 'text/plain', size: 12 }],
} as const;

type Names = keyof typeof DETAILS;

function detailsIn(event: object): Record<string, unknown> {
  const names = new Set<string>(Object.keys(DETAILS) as Names[]);
  return Object.fromEntries(Object.entries(event).filter(([name]) => names.has(name)));
}

describe('the named details of an event', () => {
  const daemon = useSharedDaemon();

  it('are in the answers about it', async () => {
    const projectId = daemon.newProject();
    const sent = anEvent({ projectId, ...DETAILS, stackFrames: [FRAME] });
    assert.equal((await daemon.post('/api/events', sent)).status, 201);
    const { error } = await daemon.onlyErrorGroup(projectId);
    const { body: group } = await daemon.get<ErrorGroupDetail>(`/api/errors/${error.id}`);
    const { body: one } = await daemon.get<EventDetail>(`/api/events/${sent.eventId ?? ''}?projectId=${projectId}`);
    for (const event of [group.events[0], one.event]) {
      assert.ok(event);
      assert.deepEqual(detailsIn(event), DETAILS);
      assert.deepEqual(event.stackFrames, [FRAME]);
    }
  });

  it('are in the feed', async () => {
    const projectId = daemon.newProject();
    await daemon.post('/api/events', anEvent({ projectId }));
    const feed = await FeedClient.open(`${daemon.url().replace('http', 'ws')}/ws?projectId=${projectId}`);
    await daemon.post('/api/events', anEvent({ projectId, ...DETAILS }));
    const { type, payload } = await feed.next();
    assert.equal(type, 'new_event');
    assert.deepEqual(detailsIn(payload.event as object), DETAILS);
    await feed.close();
  });

  it('are shown with contexts that differ from event to event', async () => {
    const projectId = daemon.newProject();
    const contexts = { ...DETAILS.contexts, trace: { span_id: 'a1' } };
    await daemon.post('/api/events', anEvent({ projectId, contexts }));
    const { events } = await daemon.onlyErrorGroup(projectId);
    assert.deepEqual(events[0]?.contexts, contexts);
  });

  it('refuse no event when they are of a wrong form', async () => {
    const projectId = daemon.newProject();
    const wrong = Object.fromEntries(Object.keys(DETAILS).map((name) => [name, name === 'handled' ? 1 : false]));
    const sent = { ...anEvent({ projectId }), ...wrong, stackFrames: [{ ...FRAME, module: { a: 1 } }] };
    assert.equal((await daemon.post('/api/events', sent)).status, 201);
    const { events } = await daemon.onlyErrorGroup(projectId);
    assert.ok(events[0]);
    assert.deepEqual(detailsIn(events[0]), {});
    assert.equal(events[0].stackFrames[0]?.module, undefined);
  });
});
