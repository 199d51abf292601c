import { strict as assert } from 'node:assert';
import type { AuditList } from '../../../schemas/audit.js';
import type { KeyList } from '../../../schemas/keys.js';
import { AUDIT_IDS_MAX } from '../../../schemas/limits.js';
import { AUDIT_DETAIL_BYTES_MAX, SESSIONS_MAX, SESSIONS_PER_KEY_MAX } from '../../../src/limits.js';
import type { Actor, NewKey } from '../../../src/store/access.js';
import type { Store } from '../../../src/store/store.js';
import { eventDigest, logDigest } from '../../support/store-digests.js';
import { times, toQuery } from '../../support/store-harness.js';
import type { Open } from './open.js';

const ADA: Actor = { name: 'ada', address: '127.0.0.1' };
const BY = { hasToken: true, by: ADA };
const LAST = { mayBeLast: false, by: ADA };

let made = 0;
const newKey = (facts: Partial<NewKey> = {}): NewKey => {
  made += 1;
  return { name: `key ${made}`, role: 'reader', project: null, hash: `hash ${made}`, createdAtMs: 1000, ...facts };
};

async function add(store: Store, facts: Partial<NewKey> = {}): Promise<string> {
  const adding = await store.access.addKey(newKey(facts), BY);
  assert.ok(adding.kind === 'added');
  return adding.key.id;
}

async function ask<T>(store: Store, query: Parameters<Store['query']>[0]): Promise<T> {
  return JSON.parse(Buffer.from((await store.query(query)) ?? []).toString()) as T;
}

const readKeys = async (store: Store) => (await ask<KeyList>(store, toQuery('listKeys', {}))).keys;
const readAudit = (store: Store, limit = 100, before?: string) =>
  ask<AuditList>(store, toQuery('listAudit', { limit, ...(before !== undefined && { before }) }));
const actions = async (store: Store) => (await readAudit(store)).entries.map(({ action }) => action);

export function describeAccess(open: Open): void {
  describe('keys', () => {
    it('are live until they are revoked, and their name is free then', async () => {
      const { store } = await open();
      const key = newKey({ name: 'app', role: 'ingest', project: 'shop' });
      const adding = await store.access.addKey(key, BY);
      assert.ok(adding.kind === 'added');
      assert.deepEqual(adding.key, { ...key, id: adding.key.id });
      assert.deepEqual((await store.access.read(0)).keys, [adding.key]);
      const taken = await store.access.addKey(newKey({ name: 'app' }), BY);
      assert.deepEqual(taken, { kind: 'refused', code: 'key_name_taken' });
      assert.equal(await store.access.revokeKey(adding.key.id, LAST), 'revoked');
      assert.equal(await store.access.revokeKey(adding.key.id, LAST), 'key_not_found');
      assert.equal(await store.access.revokeKey('no id', LAST), 'key_not_found');
      assert.deepEqual((await store.access.read(0)).keys, []);
      await add(store, { name: 'app' });
    });

    it('begin with one of an admin unless there is a token, and the last of those stays unless it may go', async () => {
      const { store } = await open();
      const withoutToken = { hasToken: false, by: ADA };
      const refused = await store.access.addKey(newKey({ role: 'ingest' }), withoutToken);
      assert.deepEqual(refused, { kind: 'refused', code: 'admin_key_first' });
      const first = await store.access.addKey(newKey({ role: 'admin' }), withoutToken);
      assert.ok(first.kind === 'added');
      const second = await store.access.addKey(newKey({ role: 'admin' }), withoutToken);
      assert.ok(second.kind === 'added');
      // Two calls that cross: one of them is the last.
      const revoked = await Promise.all([first, second].map(({ key }) => store.access.revokeKey(key.id, LAST)));
      assert.deepEqual(revoked, ['revoked', 'last_admin_key']);
      assert.equal(await store.access.revokeKey(second.key.id, { mayBeLast: true, by: ADA }), 'revoked');
    });

    it('are listed by name with their last use, the revoked ones behind', async () => {
      const { store } = await open();
      const ids = [await add(store, { name: 'b' }), await add(store, { name: 'a' }), await add(store, { name: 'c' })];
      await store.access.noteKeyUses([{ keyId: ids[0] ?? '', atMs: 5000 }]);
      await store.access.revokeKey(ids[2] ?? '', LAST);
      await store.access.noteKeyUses([{ keyId: ids[2] ?? '', atMs: 5000 }]);
      const listed = (await readKeys(store)).map(({ name, lastUsedAt, revokedAt }) => [
        name,
        lastUsedAt,
        revokedAt !== undefined,
      ]);
      assert.deepEqual(listed, [
        ['a', undefined, false],
        ['b', '1970-01-01T00:00:05.000Z', false],
        ['c', undefined, true],
      ]);
    });
  });

  describe('sessions', () => {
    it('are there until they expire, are removed, or their key is revoked', async () => {
      const { store } = await open();
      const keyId = await add(store);
      const session = (hash: string, of: string | null, expiresAtMs = 2000) => ({ hash, keyId: of, expiresAtMs });
      const sessions = [session('a', keyId), session('b', null), session('c', null), session('d', null, 1000)];
      for (const one of sessions) await store.access.addSession(one, ADA);
      await store.access.removeSession('c');
      assert.deepEqual((await store.access.read(999)).sessions, [sessions[0], sessions[1], sessions[3]]);
      assert.deepEqual((await store.access.read(1000)).sessions, [sessions[0], sessions[1]]);
      await store.access.revokeKey(keyId, LAST);
      assert.deepEqual((await store.access.read(0)).sessions, [sessions[1]]);
    });

    it('are as many as may be, and the oldest goes past that', async () => {
      const { store } = await open();
      const keys = SESSIONS_MAX / SESSIONS_PER_KEY_MAX;
      const put = (index: number) =>
        store.access.addSession({ hash: `hash ${index}`, keyId: String(1 + (index % keys)), expiresAtMs: 2000 }, ADA);
      await Promise.all(times(SESSIONS_MAX, put));
      assert.equal((await store.access.read(0)).sessions.length, SESSIONS_MAX);
      await put(SESSIONS_MAX);
      const hashes = async () => (await store.access.read(0)).sessions.map(({ hash }) => hash);
      const ofKey = await hashes();
      assert.deepEqual([ofKey.length, ofKey[0], ofKey.at(-1)], [SESSIONS_MAX, 'hash 1', `hash ${SESSIONS_MAX}`]);
      // Of another key: the one with the most and the oldest pays.
      await store.access.addSession({ hash: 'token', keyId: null, expiresAtMs: 2000 }, ADA);
      const ofAll = await hashes();
      assert.deepEqual([ofAll.length, ofAll[0], ofAll.at(-1)], [SESSIONS_MAX, 'hash 2', 'token']);
    });
  });

  describe('the audit', () => {
    it('tells every change that somebody asked for, and none that nobody did', async () => {
      const { store, putAll, errors } = await open();
      await putAll([eventDigest({ projectName: 'shop' }), logDigest({ projectName: 'blog' })]);
      const [group] = (await errors()).errors;
      const id = group?.id ?? '';
      await store.setStatus(id, 'resolved', ADA);
      await store.setStatus(id, 'unresolved');
      await store.setStatus('unknown', 'resolved', ADA);
      await store.clearLogs('blog', ADA);
      await store.clearLogs(null);
      await store.clear('blog', ADA);
      assert.equal(await store.deleteProject('nobody', ADA), false);
      assert.equal(await store.deleteProject('shop', ADA), true);
      await store.clear(null, { name: null, address: null });
      const { entries, next } = await readAudit(store);
      assert.equal(next, undefined);
      assert.deepEqual(
        entries.map(({ action, actor, address, project, detail }) => [action, actor, address, project, detail]),
        [
          ['clear', null, null, null, {}],
          ['project_deleted', 'ada', '127.0.0.1', 'shop', {}],
          ['clear', 'ada', '127.0.0.1', 'blog', {}],
          ['clear_logs', 'ada', '127.0.0.1', 'blog', {}],
          ['status_changed', 'ada', '127.0.0.1', 'shop', { status: 'resolved', count: 1, ids: [id] }],
        ],
      );
    });

    it('tells changed settings of a project, and the deletion of one that has nothing else, once', async () => {
      const { store, put } = await open();
      await store.setProjectSettings('shop', { eventsPerMinute: 600, retentionDays: null }, ADA);
      await store.setProjectSettings('shop', { retentionDays: 7 });
      assert.equal(await store.deleteProject('shop', ADA), true);
      await store.setProjectSettings('blog', { retentionDays: 7 });
      await put(logDigest({ projectName: 'blog' }));
      assert.equal(await store.deleteProject('blog', ADA), true);
      const { entries } = await readAudit(store);
      assert.deepEqual(
        entries.map(({ action, project, detail }) => [action, project, detail]),
        [
          ['project_deleted', 'blog', {}],
          ['project_deleted', 'shop', {}],
          ['project_settings_changed', 'shop', { eventsPerMinute: 600, retentionDays: null }],
        ],
      );
    });

    it('tells a change of settings as a whole up to a limit, and past it its lists by names and counts', async () => {
      const { store } = await open();
      const rule = { name: 'stock', message: '*', fingerprint: 'stock' };
      const toChange = (message: string) => ({
        groupingRules: [{ ...rule, message }],
        sourceMaps: ['/srv/a', '/srv/b'],
        retentionDays: null,
      });
      const otherBytes = JSON.stringify(toChange('')).length;
      const atLimit = toChange('x'.repeat(AUDIT_DETAIL_BYTES_MAX - otherBytes));
      await store.setProjectSettings('shop', atLimit, ADA);
      await store.setProjectSettings('shop', toChange(`ä${atLimit.groupingRules[0]?.message.slice(1) ?? ''}`), ADA);
      const { entries } = await readAudit(store);
      assert.deepEqual(
        entries.map(({ detail }) => detail),
        [{ groupingRules: ['stock'], sourceMaps: 2, retentionDays: null }, atLimit],
      );
    });

    it('tells keys and logins, without what would open anything', async () => {
      const { store } = await open();
      const keyId = await add(store, { name: 'app', role: 'ingest', project: 'shop', hash: 'secret hash' });
      await store.access.addSession({ hash: 'session hash', keyId, expiresAtMs: 2000 }, ADA);
      await store.access.revokeKey(keyId, LAST);
      await store.access.noteRefusedLogin({ name: null, address: '203.0.113.9' });
      const list = await readAudit(store);
      assert.deepEqual(
        list.entries.map(({ action, project, detail }) => [action, project, detail]),
        [
          ['login_refused', null, {}],
          ['key_revoked', 'shop', { name: 'app', role: 'ingest' }],
          ['login', null, {}],
          ['key_added', 'shop', { name: 'app', role: 'ingest' }],
        ],
      );
      assert.doesNotMatch(JSON.stringify(list), /hash/);
    });

    it('has one row for a change of many groups, with as many ids as it names', async () => {
      const { store, putAll, errors } = await open();
      await putAll(times(AUDIT_IDS_MAX + 1, (index) => eventDigest({ message: `m${index}`, projectName: null })));
      const ids = (await errors({ pageSize: 1000 })).errors.map(({ id }) => id);
      await store.setStatuses(ids.slice(1), 'ignored', ADA);
      await store.setStatuses(ids, 'resolved', ADA);
      const [over, at] = (await readAudit(store)).entries.map(
        ({ detail }) => detail as { count: number; ids: string[] },
      );
      assert.deepEqual([at?.count, at?.ids.length], [AUDIT_IDS_MAX, AUDIT_IDS_MAX]);
      assert.deepEqual([over?.count, over?.ids.length], [AUDIT_IDS_MAX + 1, AUDIT_IDS_MAX]);
    });

    it('is read page by page, newest first', async () => {
      const { store } = await open();
      for (const role of ['ingest', 'reader', 'admin'] as const) await add(store, { role });
      const first = await readAudit(store, 2);
      const second = await readAudit(store, 2, first.next);
      const roles = [...first.entries, ...second.entries].map(({ detail }) => detail.role);
      assert.deepEqual(roles, ['admin', 'reader', 'ingest']);
      assert.equal(second.next, undefined);
      await assert.rejects(store.query(toQuery('listAudit', { limit: 1, before: 'x' })), { code: 'invalid_cursor' });
    });

    it('is kept by clearing and retention', async () => {
      const { store } = await open();
      await add(store);
      await store.clear(null);
      await store.prune({ nowMs: Date.now() + 1e12, retentionDays: 1, maxDbSizeMb: 1 });
      assert.deepEqual(await actions(store), ['key_added']);
      assert.equal((await readKeys(store)).length, 1);
    });
  });
}
