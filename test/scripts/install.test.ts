import { strict as assert } from 'node:assert';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package.js';
import { useTempDir } from '../support/temp-dir.js';

const { refuseLinked } = (await import(new URL('scripts/install.mjs', PACKAGE_ROOT).href)) as {
  refuseLinked(folder: string): string | null;
};

describe('an install', () => {
  const dir = useTempDir();

  it('goes into a folder, or makes it', () => {
    assert.equal(refuseLinked(join(dir(), 'node_modules')), null);
    mkdirSync(join(dir(), 'node_modules'));
    assert.equal(refuseLinked(join(dir(), 'node_modules')), null);
  });

  it('does not empty the folder of others that a link leads to', () => {
    mkdirSync(join(dir(), 'others'));
    symlinkSync(join(dir(), 'others'), join(dir(), 'node_modules'));
    const refusal = refuseLinked(join(dir(), 'node_modules')) ?? '';
    assert.ok(refusal.includes(`is a link to ${join(dir(), 'others')}`) && refusal.includes('install where it is'));
  });
});
