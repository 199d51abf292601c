import assert from 'node:assert/strict';
import { PACKAGE_ROOT } from '../../src/package.js';

interface Batch {
  readonly name: string;
  readonly files: readonly string[];
}

const { toBatches, toOtherNodeFiles, toPortableBatches, toPostgresBatches, splitSigns } = (await import(
  new URL('scripts/test-batches.mjs', PACKAGE_ROOT).href
)) as {
  toBatches(files: readonly string[], read: (file: string) => string): Record<'beside' | 'alone', readonly Batch[]>;
  toPortableBatches(files: readonly string[], read: (file: string) => string): readonly Batch[];
  toPostgresBatches(
    files: readonly string[],
    read: (file: string) => string,
  ): Record<'beside' | 'alone', readonly Batch[]>;
  toOtherNodeFiles(files: readonly string[], major: string): readonly string[];
  splitSigns(chunk: string): { readonly signs: string; readonly report: string };
};

const TEXTS: Readonly<Record<string, string>> = {
  'dist/test/dashboard/logs.test.js': 'pages',
  'dist/test/attacks/stalls.test.js': ['//', 'Runs alone: it times a daemon.'].join(' '),
  'dist/test/clients/core/event.test.js': 'records',
  'dist/test/daemon/feed.test.js': 'sockets',
  'dist/test/cli/status.test.js': 'a process',
  'dist/test/docs.test.js': 'pages',
  'dist/test/store/lists.test.js': 'rows',
  'dist/test/workers/digest.test.js': 'bytes',
};

describe('the batches of tests', () => {
  const batches = toBatches(Object.keys(TEXTS), (file) => TEXTS[file] ?? '');

  it('hold every file once', () => {
    const files = [...batches.beside, ...batches.alone].flatMap((batch) => batch.files);
    assert.deepEqual(files.sort(), Object.keys(TEXTS).sort());
  });

  it('run again on other versions of Node where they depend on it: SQLite, attacks on the server, the hooks of the client', () => {
    const again = [
      'store/sqlite/database',
      'daemon/crash',
      'attacks/http',
      'clients/node/ends',
      'clients/node/frameworks',
    ];
    const files = [...again, 'store/sqlite/full-disk', 'clients/core/event', 'attacks/fairness'];
    const built = files.map((name) => `dist/test/${name}.test.js`);
    for (const major of ['22', '24']) assert.deepEqual(toOtherNodeFiles(built, major), built.slice(0, again.length));
  });

  it('run again on PostgreSQL where they are about what is stored', () => {
    const files = ['daemon/crash', 'attacks/retries', 'attacks/stalls', 'daemon/full-disk', 'gateway/server'];
    const built = files.map((name) => `dist/test/${name}.test.js`);
    const read = (file: string) => (file.includes('stalls') ? ['//', 'Runs alone: it times a daemon.'].join(' ') : '');
    assert.deepEqual(toPostgresBatches(built, read), {
      beside: [{ name: 'PostgreSQL 1 of 1', files: built.slice(0, 2) }],
      alone: [{ name: 'PostgreSQL alone', files: built.slice(2, 3) }],
    });
  });

  it('run again on the portable server where they open a gateway and measure nothing', () => {
    const opens = ['const open = use', 'Gateways()'].join('');
    const texts: Readonly<Record<string, string>> = {
      'dist/test/gateway/feed.test.js': opens,
      'dist/test/gateway/dsn.test.js': 'pure',
      'dist/test/attacks/http.test.js': ['await startDaemon', 'Process()'].join(''),
      'dist/test/attacks/stalls.test.js': `${['//', 'Runs alone: it times a daemon.'].join(' ')}\n${opens}`,
      'dist/test/dashboard/logs.test.js': opens,
    };
    const again = toPortableBatches(Object.keys(texts), (file) => texts[file] ?? '');
    assert.deepEqual(again, [
      { name: 'portable 1 of 1', files: ['dist/test/gateway/feed.test.js', 'dist/test/attacks/http.test.js'] },
    ]);
  });

  it('keep what says that it times a daemon for a run of its own', () => {
    assert.deepEqual(batches.alone, [{ name: 'alone', files: ['dist/test/attacks/stalls.test.js'] }]);
  });

  it('run side by side otherwise, those with a browser first', () => {
    assert.deepEqual(
      batches.beside.map(({ name, files }) => [name, files.length]),
      [
        ['dashboard 1 of 1', 1],
        ['store 1 of 1', 1],
        ['daemon 1 of 1', 2],
        ['clients 1 of 1', 1],
        ['parts 1 of 1', 2],
      ],
    );
  });

  it('are small, and neighbours are in different ones', () => {
    const pages = Array.from({ length: 9 }, (_, index) => `dist/test/dashboard/page-${index}.test.js`);
    const [first, ...others] = toBatches(pages, () => '').beside;
    assert.deepEqual(first, { name: 'dashboard 1 of 3', files: [pages[0], pages[3], pages[6]] });
    assert.deepEqual(
      others.map(({ name }) => name),
      ['dashboard 2 of 3', 'dashboard 3 of 3'],
    );
  });

  it('leave out a group of files that has none', () => {
    assert.deepEqual(
      toBatches([], () => ''),
      { beside: [], alone: [] },
    );
  });

  it('show a sign per test at once and keep the report', () => {
    assert.deepEqual(splitSigns('\n  ..!,'), { signs: '\n  ..!,', report: '' });
    assert.deepEqual(splitSigns('.\n\n  2 passing (1s)\n'), { signs: '.\n\n  ', report: '2 passing (1s)\n' });
    assert.deepEqual(splitSigns('Error: said by a test'), { signs: '', report: 'Error: said by a test' });
  });
});
