import assert from 'node:assert/strict';
import { ID_CHARS_MAX } from '../../schemas/limits.js';
import type { RecordAccepted, RequestRecord } from '../../schemas/request.js';
import type { Outcomes } from '../../schemas/stats.js';
import { assertBalanced, assertRefused, useSharedDaemon } from '../support/shared-daemon.js';

const KINDS = {
  'request record': { path: '/api/events/request', fields: { method: 'GET', url: '/a' } },
  'log entry': { path: '/api/logs', fields: { level: 'info', message: 'line' } },
} as const;

for (const [kind, { path, fields }] of Object.entries(KINDS)) {
  describe(`a ${kind} with an id of its client`, () => {
    const { newProject, post, get, logs } = useSharedDaemon();
    const isLog = path === '/api/logs';
    const countStored = async (projectId: string): Promise<number> =>
      isLog
        ? (await logs(projectId)).total
        : (await get<{ total: number }>(`/api/requests?projectId=${projectId}`)).body.total;
    const outcomesOf = async (projectId: string) => {
      const { body } = await get<Outcomes>('/api/outcomes');
      assertBalanced(body);
      const { stored, duplicate, received } = body.projects.find((counts) => counts.projectId === projectId) ?? {};
      return { received, stored, duplicate };
    };
    /** The answers to a batch of log entries are the ids themselves. */
    const toIds = (answers: readonly (string | RecordAccepted)[]): string[] =>
      answers.map((answer) => (typeof answer === 'string' ? answer : answer.id));

    it('is refused when the id is empty or too long, and taken when it is as long as it may be, or null', async () => {
      const send = (recordId: unknown) => post(path, { ...fields, recordId });
      for (const recordId of ['', 'r'.repeat(ID_CHARS_MAX + 1), 7]) {
        const { details } = assertRefused(await send(recordId), 400, 'validation_failed');
        assert.equal(details?.[0]?.path, '/recordId');
      }
      for (const recordId of ['r'.repeat(ID_CHARS_MAX), null]) assert.equal((await send(recordId)).status, 201);
    });

    it('has the id that the store made in its answer', async () => {
      const projectId = newProject();
      const { body } = await post<RecordAccepted>(path, { ...fields, projectId, recordId: 'mine' });
      assert.notEqual(body.id, 'mine');
      if (isLog) assert.equal((await logs(projectId)).logs[0]?.id, body.id);
      else assert.equal((await get<RequestRecord>(`/api/requests/${body.id}`)).body.url, '/a');
    });

    it('is stored once in 20 parallel calls, all answered alike', async () => {
      const projectId = newProject();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => post<RecordAccepted>(path, { ...fields, projectId, recordId: 'race' })),
      );
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
      assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
      assert.equal(await countStored(projectId), 1);
      assert.deepEqual(await outcomesOf(projectId), { received: 20, stored: 1, duplicate: 19 });
    });

    it('is recognised in a batch that is sent again with new and bad ones, and counted as a duplicate', async () => {
      const projectId = newProject();
      const record = (recordId: string) => ({ ...fields, projectId, recordId });
      const first = await post<(string | RecordAccepted)[]>(`${path}/batch`, ['a', 'b'].map(record));
      const again = await post<(string | RecordAccepted)[]>(`${path}/batch`, [
        record('n1'),
        record('a'),
        { projectId },
        record('b'),
        record('n1'),
      ]);
      assert.deepEqual([first.status, again.status], [201, 207]);
      const [a, b] = toIds(first.body);
      const [n1, ...rest] = toIds(again.body);
      assert.deepEqual(rest, [a, undefined, b, n1]);
      assert.equal(await countStored(projectId), 3);
      assert.deepEqual(await outcomesOf(projectId), { received: 7, stored: 3, duplicate: 3 });
    });
  });
}
