import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { KEYS_MAX } from '../../../../schemas/limits.js';
import type { AuditRecord, NewKey } from '../../../../src/store/access.js';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { AUDIT_REFUSED_ROWS_MAX, AUDIT_ROWS_MAX, KEYS_REVOKED_MAX } from '../../../../src/store/sqlite/limits.js';
import { openAuditCommands } from '../../../../src/store/sqlite/tables/audit.js';
import { openKeyCommands } from '../../../../src/store/sqlite/tables/keys.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { cleanUp } from '../../../support/store-harness.js';

const BY = { name: null, address: null };

/** As many rows as a table may have, written at once. */
const toRows = (count: number): string =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;

describe('the tables of keys and the audit', () => {
  afterEach(cleanUp);

  const openTables = () => {
    const db = openWritable(join(tempDir(), 'service.db'));
    const count = (table: string): unknown => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    return { db, count, keys: openKeyCommands(db), audit: openAuditCommands(db) };
  };

  it('hold as many live keys as may be, and refuse one more', () => {
    const { db, keys } = openTables();
    db.exec(`INSERT INTO keys (hash, name, role, created_at_ms)
      ${toRows(KEYS_MAX - 1)} SELECT 'h' || i, 'n' || i, 'admin', 0 FROM n`);
    const key = (name: string): NewKey => ({ name, role: 'reader', project: null, hash: name, createdAtMs: 0 });
    assert.equal(keys.insert(key('last'), false).kind, 'added');
    assert.deepEqual(keys.insert(key('over'), false), { kind: 'refused', code: 'key_limit' });
    db.close();
  });

  it('keep as many revoked keys as may be, the latest', () => {
    const { db, keys, count } = openTables();
    db.exec(`INSERT INTO keys (hash, name, role, created_at_ms, revoked_at_ms)
      ${toRows(KEYS_REVOKED_MAX - 1)} SELECT 'h' || i, 'n', 'reader', 0, i FROM n`);
    for (const [name, rows] of [
      ['at the limit', KEYS_REVOKED_MAX],
      ['one past it', KEYS_REVOKED_MAX],
    ] as const) {
      const adding = keys.insert({ name, role: 'reader', project: null, hash: name, createdAtMs: 0 }, true);
      assert.ok(adding.kind === 'added');
      assert.equal(keys.revoke(adding.key.id, false, 1_000_000), 'revoked');
      assert.equal(count('keys'), rows, name);
    }
    assert.equal(count("keys WHERE hash = 'h1'"), 0);
    assert.equal(count("keys WHERE hash = 'h2'"), 1);
    db.close();
  });

  it('keep as many rows of the audit as may be, the newest', () => {
    const { db, audit, count } = openTables();
    const record: AuditRecord = { action: 'clear', by: BY, project: null, detail: {} };
    db.exec(`INSERT INTO audit (at_ms, action, detail) ${toRows(AUDIT_ROWS_MAX - 1)} SELECT i, 'login', '{}' FROM n`);
    audit.insert(record, 0);
    assert.equal(count('audit'), AUDIT_ROWS_MAX);
    audit.insert(record, 0);
    assert.deepEqual([count('audit'), count('audit WHERE at_ms = 1')], [AUDIT_ROWS_MAX, 0]);
    db.close();
  });

  it('let refused logins push out nothing but refused logins', () => {
    const { db, audit, count } = openTables();
    const record: AuditRecord = { action: 'login_refused', by: BY, project: null, detail: {} };
    audit.insert({ ...record, action: 'clear' }, 0);
    db.exec(`INSERT INTO audit (at_ms, action, detail)
      ${toRows(AUDIT_REFUSED_ROWS_MAX - 1)} SELECT i, 'login_refused', '{}' FROM n`);
    for (const rows of [AUDIT_REFUSED_ROWS_MAX, AUDIT_REFUSED_ROWS_MAX]) {
      audit.insert(record, 0);
      assert.equal(count("audit WHERE action = 'login_refused'"), rows);
    }
    assert.deepEqual([count("audit WHERE action = 'clear'"), count('audit WHERE at_ms = 1')], [1, 0]);
    db.close();
  });
});
