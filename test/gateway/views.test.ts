import { strict as assert } from 'node:assert';
import { VIEW_NAME_CHARS_MAX } from '../../schemas/limits.js';
import type { SavedView } from '../../schemas/views.js';
import { useSharedDaemon } from '../support/shared-daemon.js';

describe('saved views over HTTP', () => {
  const daemon = useSharedDaemon();
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(daemon.url() + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as SavedView & { code: string; error: string } };
  };

  it('have names of VIEW_NAME_CHARS_MAX characters at most, without control characters', async () => {
    const add = (name: string) => call('POST', '/api/views', { name, query: '' });
    assert.equal((await add('n'.repeat(VIEW_NAME_CHARS_MAX))).status, 201);
    for (const name of ['n'.repeat(VIEW_NAME_CHARS_MAX + 1), '', ' a', 'a ', 'a\nb', '\u001b[31m'])
      assert.equal((await add(name)).body.code, 'validation_failed', JSON.stringify(name));
  });

  it('are refused with a query that cannot be read, when they are added and when they are changed', async () => {
    const bad = await call('POST', '/api/views', { name: 'bad', query: 'is:open' });
    assert.deepEqual([bad.status, bad.body.code], [400, 'invalid_query']);
    assert.match(bad.body.error, /at character 4: "is:" takes unresolved/);
    const { body: view } = await call('POST', '/api/views', { name: 'good', query: 'is:ignored' });
    assert.equal((await call('PATCH', `/api/views/${view.id}`, { query: 'seen:<1y' })).body.code, 'invalid_query');
    assert.equal((await call('DELETE', `/api/views/${view.id}`)).status, 200);
    assert.equal((await call('DELETE', `/api/views/${view.id}`)).body.code, 'view_not_found');
  });

  it('and lists say what is wrong with a query, and where', async () => {
    const { status, body } = await call('GET', '/api/errors?query=is:open');
    assert.deepEqual([status, body.code], [400, 'invalid_query']);
    assert.match(JSON.stringify(body), /at character 4: /);
  });
});
