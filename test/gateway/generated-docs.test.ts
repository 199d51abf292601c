import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { ERROR_CODES } from '../../src/errors.js';
import { toOpenApi, toOperationId } from '../../src/gateway/openapi.js';
import { ROUTES } from '../../src/gateway/routes.js';
import type { DialectName, RecordKind } from '../../src/messages.js';
import { PACKAGE_ROOT } from '../../src/package.js';

interface Generator {
  readonly generate: () => Promise<ReadonlyMap<string, string>>;
}

const read = (path: string) => readFileSync(new URL(path, PACKAGE_ROOT), 'utf8');

describe('generated documents', () => {
  it('are what scripts/generate.mjs writes, with no file left over', async () => {
    const { generate } = (await import(new URL('scripts/generate.mjs', PACKAGE_ROOT).href)) as Generator;
    const files = await generate();
    for (const [path, text] of files) assert.equal(read(path), text, `${path}: run node scripts/generate.mjs`);
    const present = readdirSync(new URL('schemas/json/', PACKAGE_ROOT)).map((name) => `schemas/json/${name}`);
    assert.deepEqual(present.sort(), [...files.keys()].filter((path) => path.startsWith('schemas/json/')).sort());
  });

  it('explain every error code', () => {
    const page = read('docs/errors.md');
    for (const [code, { status, error }] of Object.entries(ERROR_CODES)) {
      assert.ok(page.includes(`## ${code}\n\nStatus ${status}. “${error}”\n\n`), code);
    }
  });

  it('list every route', () => {
    const page = read('docs/api.md');
    for (const { method, path } of ROUTES) assert.ok(page.includes(`## ${method} ${path}\n`), `${method} ${path}`);
  });
});

describe('OpenAPI document', () => {
  it('refers only to schemas it holds', () => {
    const text = JSON.stringify(toOpenApi('1.2.3'));
    const { components } = JSON.parse(text) as { components: { schemas: Record<string, unknown> } };
    const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    assert.ok(names.length > 20);
    for (const name of names) assert.ok(name !== undefined && name in components.schemas, name);
  });

  it('gives every operation an id of its own', () => {
    const ids = [...JSON.stringify(toOpenApi('1.2.3')).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    assert.equal(ids.length, ROUTES.length);
    assert.equal(new Set(ids).size, ROUTES.length);
  });

  it('names the dialect of a call that is not in our own', () => {
    const idOf = (dialect: string, kind: RecordKind | null, isBatch: boolean): string =>
      toOperationId({ action: { kind: 'ingest', form: { dialect: dialect as DialectName, kind, isBatch } } });
    assert.equal(idOf('errord', 'event', true), 'ingestEventBatch');
    assert.equal(idOf('other', 'event', true), 'ingestOtherEventBatch');
    assert.equal(idOf('other', null, false), 'ingestOther');
  });
});
