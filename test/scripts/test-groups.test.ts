import assert from 'node:assert/strict';
import { PACKAGE_ROOT } from '../../src/package.js';

interface Group {
  readonly name: string;
  readonly files: readonly string[];
}

const { toGroups, splitSigns } = (await import(new URL('scripts/test-groups.mjs', PACKAGE_ROOT).href)) as {
  toGroups(
    files: readonly string[],
    read: (file: string) => string,
  ): { readonly beside: readonly Group[]; readonly alone: readonly Group[] };
  splitSigns(chunk: string): { readonly signs: string; readonly report: string };
};

const TEXTS: Readonly<Record<string, string>> = {
  'dist/test/dashboard/logs.test.js': 'pages',
  'dist/test/dashboard/live-load.test.js': ['const startedAtMs = performance', 'now();'].join('.'),
  'dist/test/clients/core/event.test.js': 'records',
  'dist/test/daemon/feed.test.js': 'sockets',
  'dist/test/cli/status.test.js': 'a process',
  'dist/test/docs.test.js': 'pages',
  'dist/test/store/lists.test.js': 'rows',
  'dist/test/workers/digest.test.js': ['process.memory', 'Usage().heapUsed'].join(''),
  'dist/test/workers/domain/redact.test.js': ["from '../../support/assert", "quick.js'"].join('-'),
};

describe('the groups of tests', () => {
  const groups = toGroups(Object.keys(TEXTS), (file) => TEXTS[file] ?? '');

  it('hold every file once', () => {
    const files = [...groups.beside, ...groups.alone].flatMap((group) => group.files);
    assert.deepEqual(files.sort(), Object.keys(TEXTS).sort());
  });

  it('keep what measures time or memory for a run of its own', () => {
    assert.deepEqual(groups.alone, [
      {
        name: 'alone',
        files: [
          'dist/test/dashboard/live-load.test.js',
          'dist/test/workers/digest.test.js',
          'dist/test/workers/domain/redact.test.js',
        ],
      },
    ]);
  });

  it('run side by side otherwise, those with a browser first', () => {
    assert.deepEqual(
      groups.beside.map(({ name, files }) => [name, files.length]),
      [
        ['dashboard', 1],
        ['daemon', 2],
        ['clients', 1],
        ['parts', 2],
      ],
    );
  });

  it('leave out a group without files', () => {
    assert.deepEqual(
      toGroups([], () => ''),
      { beside: [], alone: [] },
    );
  });

  it('show a sign per test at once and keep the report', () => {
    assert.deepEqual(splitSigns('\n  ..!,'), { signs: '\n  ..!,', report: '' });
    assert.deepEqual(splitSigns('.\n\n  2 passing (1s)\n'), { signs: '.\n\n  ', report: '2 passing (1s)\n' });
    assert.deepEqual(splitSigns('Error: said by a test'), { signs: '', report: 'Error: said by a test' });
  });
});
