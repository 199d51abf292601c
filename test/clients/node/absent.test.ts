import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../src/package.js';
import { runApp } from '../../support/client-app.js';
import { useTempDir } from '../../support/temp-dir.js';

describe('an application whose client is a link that leads nowhere', () => {
  const dir = useTempDir();

  it('runs, with the file that the documents show', async () => {
    const page = readFileSync(new URL('docs/clients.md', PACKAGE_ROOT), 'utf8');
    const shown = /^\/\/ errord\.mjs.*?(?=^```)/ms.exec(page)?.[0];
    assert.ok(shown);
    mkdirSync(join(dir(), 'node_modules/@errord'), { recursive: true });
    symlinkSync(join(dir(), 'gone'), join(dir(), 'node_modules/@errord/node'));
    writeFileSync(join(dir(), 'errord.mjs'), shown);
    writeFileSync(join(dir(), 'app.mjs'), 'console.log("the application runs");');
    const { code, stdout, stderr } = await runApp(join(dir(), 'app.mjs'), {
      nodeArgs: ['--import', './errord.mjs'],
      cwd: dir(),
    });
    assert.deepEqual([code, stdout], [0, 'the application runs\n']);
    assert.match(stderr, /^errord is not loaded: Cannot find package/);
  });
});
