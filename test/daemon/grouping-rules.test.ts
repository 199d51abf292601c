// Rules of a project's own, from the settings to the group that an event comes into.

import assert from 'node:assert/strict';
import type { AuditList } from '../../schemas/audit.js';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { GroupingPreview, GroupingRulesPreview } from '../../schemas/grouping.js';
import type { GroupingRule } from '../../schemas/project-settings.js';
import type { Triage } from '../../schemas/triage.js';
import { useDaemon } from '../support/daemon.js';

const RULES: readonly GroupingRule[] = [
  { name: 'stock', message: 'no * left', fingerprint: 'out of stock' },
  { name: 'payment', package: 'stripe', fingerprint: 'payment: {type}' },
];

const event = (message: string, filename = '/srv/shop/src/cart.js') => ({
  type: 'CartError',
  source: 'backend',
  projectId: 'shop',
  message,
  stackFrames: [{ filename, function: message, lineno: 1, colno: 1 }],
});

const STRIPE = '/srv/shop/node_modules/stripe/lib/error.js';
const NOTHING = { before: 0, after: 0 };
const EVENTS = [event('no shoes left'), event('no hats left'), event('declined', STRIPE), event('too old', STRIPE)];

describe('rules of a project', () => {
  const fixture = useDaemon();

  it('do to events that come what their preview told of those that came, and are told in the audit', async () => {
    const { url } = await fixture.start();
    const call = async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
      const answer = await fetch(url + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
      assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
      return (await answer.json()) as T;
    };
    const list = async () => (await call<ErrorGroupList>('/api/errors')).errors;
    const body = { groupingRules: RULES };
    await call('/api/events/batch', 'POST', [...EVENTS, event('another')]);
    const before = await list();
    assert.equal(before.length, 5);
    const preview = await call<GroupingRulesPreview>('/api/projects/shop/grouping-rules/preview', 'POST', body);
    assert.deepEqual(preview.groups, { before: 5, after: 3 });
    assert.deepEqual(
      preview.rules.map(({ name, events, groups }) => [name, events, groups]),
      [
        ['stock', 2, 2],
        ['payment', 2, 2],
      ],
    );
    assert.deepEqual(preview.changes.flatMap(({ fingerprints }) => fingerprints).sort(), [
      'out of stock',
      'payment: CartError',
    ]);

    await call('/api/projects/shop/settings', 'PATCH', body);
    await call('/api/events/batch', 'POST', EVENTS);
    const after = await list();
    assert.deepEqual(after.map(({ count }) => count).sort(), [1, 1, 1, 1, 1, 2, 2], 'what is stored stays');
    const details = await Promise.all(
      after.filter(({ count }) => count === 2).map(({ id }) => call<ErrorGroupDetail>(`/api/errors/${id}`)),
    );
    assert.deepEqual(details.map(({ error }) => error.grouping.rule).sort(), ['payment', 'stock']);
    const { entries } = await call<AuditList>('/api/audit');
    const [changed] = entries.filter(({ action }) => action === 'project_settings_changed');
    assert.deepEqual(changed?.detail, body);

    await call('/api/projects/shop/settings', 'PATCH', { groupingRules: null });
    await call('/api/events/batch', 'POST', EVENTS);
    assert.deepEqual((await list()).map(({ count }) => count).sort(), [1, 2, 2, 2, 2, 2, 2]);
  });

  it('ignore what comes new, in the group it would be in or in that of the rule, as their preview told', async () => {
    const { url } = await fixture.start();
    const call = async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
      const answer = await fetch(url + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
      assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
      return (await answer.json()) as T;
    };
    const list = async (query = '') => (await call<ErrorGroupList>(`/api/errors${query}`)).errors;
    await call('/api/events', 'POST', event('known noise'));
    const body: { groupingRules: GroupingRule[] } = {
      groupingRules: [
        { name: 'noise', message: '* noise', fingerprint: '{{ default }}', ignore: true },
        { name: 'stripe', package: 'stripe', fingerprint: 'payment', ignore: true },
      ],
    };
    const preview = await call<GroupingRulesPreview>('/api/projects/shop/grouping-rules/preview', 'POST', body);
    assert.deepEqual(preview.rules[0], { name: 'noise', events: 1, groups: 1, ignore: true });
    assert.deepEqual(preview.groups, { before: 1, after: 1 });
    await call('/api/projects/shop/settings', 'PATCH', body);
    const noise = [event('known noise'), event('loud noise'), event('white noise'), event('another')];
    await call('/api/events/batch', 'POST', [...noise, ...EVENTS.slice(2)]);
    const statuses = (await list()).map(({ message, status, count }) => `${message}: ${status} ${count}`).sort();
    assert.deepEqual(statuses, [
      'another: unresolved 1',
      'declined: ignored 2',
      'known noise: unresolved 2',
      'loud noise: ignored 1',
      'white noise: ignored 1',
    ]);
    const [of] = await list(`?query=${encodeURIComponent('is:ignored loud')}`);
    const { history } = await call<Triage>(`/api/errors/${of?.id}/triage`);
    assert.deepEqual(
      history.map(({ kind, text }) => [kind, text]),
      [['ignored', 'noise']],
    );
  });

  it('have an empty preview where the project has settings and no record yet, and none where nobody has named it', async () => {
    const { url } = await fixture.start();
    const send = (method: string, path: string) =>
      fetch(`${url}/api/projects/${path}`, { method, body: JSON.stringify({ groupingRules: RULES }) });
    assert.equal((await send('PATCH', 'new/settings')).status, 200);
    const answer = await send('POST', 'new/grouping-rules/preview');
    assert.equal(answer.status, 200);
    const { groups, looked, rules } = (await answer.json()) as GroupingRulesPreview;
    assert.deepEqual([groups, looked], [NOTHING, { groups: 0, events: 0, isWhole: true }]);
    assert.deepEqual(
      rules.map(({ name, events }) => [name, events]),
      [
        ['stock', 0],
        ['payment', 0],
      ],
    );
    const version = await fetch(`${url}/api/projects/new/grouping/preview?version=2`);
    assert.equal(version.status, 200);
    assert.deepEqual(((await version.json()) as GroupingPreview).groups, NOTHING);
    assert.equal((await send('POST', 'nobody/grouping-rules/preview')).status, 404);
    assert.equal((await fetch(`${url}/api/projects/nobody/grouping/preview?version=2`)).status, 404);
  });
});
