// Suites of other test runners that end long before a batch is full or due.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../../src/package.js';
import { endApps, runApp } from '../../support/client-app.js';
import { type FakeDaemon, startFakeDaemon } from '../../support/fake-daemon.js';
import { useTempDir } from '../../support/temp-dir.js';

const MODULES = fileURLToPath(new URL('node_modules', PACKAGE_ROOT));
const FILES = ['a', 'b'] as const;

/** A suite that reports one error. Starting once more where Jest takes no hook must not fail it. */
const toSuite = (name: string, load: string): string => `
  ${load}
  const start = () => errord.init({ serverUrl: process.env.ERRORD_URL, projectId: 'shop' });
  start();
  test('reports', () => { start(); errord.captureError(new Error('in ${name}')); });
`;

const RUNNERS: Readonly<Record<string, { readonly program: string; readonly args: readonly string[]; load: string }>> =
  {
    'Jest, in workers': {
      program: 'jest/bin/jest.js',
      args: ['--workers=2'],
      load: "const errord = require('@errord/node');",
    },
    'Jest, in band': {
      program: 'jest/bin/jest.js',
      args: ['--runInBand'],
      load: "const errord = require('@errord/node');",
    },
    'Vitest, in processes': {
      program: 'vitest/vitest.mjs',
      args: ['run', '--pool=forks'],
      load: "import { test } from 'vitest'; import * as errord from '@errord/node';",
    },
    'Vitest, in threads': {
      program: 'vitest/vitest.mjs',
      args: ['run', '--pool=threads'],
      load: "import { test } from 'vitest'; import * as errord from '@errord/node';",
    },
  };

describe('a suite that ends at once', () => {
  const dir = useTempDir();
  let daemon: FakeDaemon;
  beforeEach(async () => {
    daemon = await startFakeDaemon();
  });
  afterEach(async () => {
    await endApps();
    await daemon.stop();
  });

  /** Runs suites in the folder; resolves with the messages that arrived. Nothing may fail, and nothing be printed for us. */
  async function runSuites(
    { program, args }: { readonly program: string; readonly args: readonly string[] },
    suites: Readonly<Record<string, string>>,
  ): Promise<string[]> {
    const isJest = program.startsWith('jest');
    mkdirSync(join(dir(), 'node_modules/@errord'), { recursive: true });
    symlinkSync(fileURLToPath(new URL('clients/node', PACKAGE_ROOT)), join(dir(), 'node_modules/@errord/node'));
    if (!isJest) symlinkSync(join(MODULES, 'vitest'), join(dir(), 'node_modules/vitest'));
    writeFileSync(join(dir(), 'package.json'), '{ "name": "shop", "private": true }');
    for (const [file, text] of Object.entries(suites))
      writeFileSync(join(dir(), `${file}.test.${isJest ? 'js' : 'mjs'}`), text);
    const { code, stdout, stderr } = await runApp(join(MODULES, program), {
      args,
      cwd: dir(),
      env: { ERRORD_URL: daemon.url, NO_COLOR: '1' },
    });
    assert.equal(code, 0, stdout + stderr);
    assert.doesNotMatch(stdout + stderr, /errord:|deprecat|warning|torn down|did not exit/i);
    return daemon
      .records('events')
      .map(({ message }) => String(message))
      .sort();
  }

  for (const [name, { load, ...runner }] of Object.entries(RUNNERS)) {
    it(`loses nothing, and nothing is printed for it: ${name}`, async function () {
      this.timeout(120_000);
      const suites = Object.fromEntries(FILES.map((file) => [file, toSuite(file, load)]));
      assert.deepEqual(await runSuites(runner, suites), ['in a', 'in b']);
    });

    it(`ends and loses nothing where its timers are not real: ${name}`, async function () {
      this.timeout(120_000);
      const fake = runner.program.startsWith('jest') ? 'jest.useFakeTimers()' : 'vi.useFakeTimers()';
      const from = load.replace('{ test }', '{ beforeAll, test, vi }');
      const toFake = (file: string): string => `beforeAll(() => { ${fake}; });${toSuite(file, '')}`;
      const suites = Object.fromEntries(FILES.map((file) => [file, `${from}${toFake(file)}`]));
      assert.deepEqual(await runSuites(runner, suites), ['in a', 'in b']);
    });
  }

  for (const name of ['Jest, in workers', 'Jest, in band'] as const) {
    it(`loses nothing where the client is started in a hook or a test: ${name}`, async function () {
      this.timeout(120_000);
      const { load, ...runner } = RUNNERS[name] ?? assert.fail();
      const started = "errord.init({ serverUrl: process.env.ERRORD_URL, projectId: 'shop' });";
      const reports = (file: string): string => `errord.captureError(new Error('in ${file}'));`;
      const suites = {
        a: `${load} beforeAll(() => { ${started} }); test('reports', () => { ${reports('a')} });`,
        b: `${load} test('reports', () => { ${started} ${reports('b')} });`,
      };
      assert.deepEqual(await runSuites(runner, suites), ['in a', 'in b']);
    });
  }
});
