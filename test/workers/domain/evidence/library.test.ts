import assert from 'node:assert/strict';
import {
  EXPLAIN_LIBRARIES_MAX,
  EXPLAIN_LIBRARY_FRAMES_MAX,
  EXPLAIN_STACK_CHARS_MAX,
  KNOWN_FILENAME_CHARS_MAX,
  KNOWN_FILENAMES_MAX,
} from '../../../../src/limits.js';
import { librariesOf } from '../../../../src/workers/domain/evidence/library.js';

describe('the libraries of an error', () => {
  it('are read from the frames, the nearest first', () => {
    const stackFrames = [
      '/srv/node_modules/pg-pool/index.js',
      '/srv/node_modules/.pnpm/@scope+name@1.0.0/node_modules/@scope/name/x.js',
      'C:\\app\\node_modules\\express\\lib\\router.js',
      '/srv/shop/cart.js',
    ].map((filename) => ({ filename, inApp: false }));
    assert.deepEqual(librariesOf({ className: null, stackFrames }), ['pg-pool', '@scope/name', 'express']);
  });

  it('are read from the text of a stack in the languages that have them', () => {
    const of = (stack: string): readonly string[] => librariesOf({ className: null, stack });
    assert.deepEqual(of('Error: x\n    at open (node:fs:1:2)\n    at f (/a/node_modules/knex/lib/a.js:1:2)'), [
      'node:fs',
      'knex',
    ]);
    assert.deepEqual(of('  File "/usr/lib/python3/dist-packages/requests/api.py", line 3, in get'), ['requests']);
    assert.deepEqual(of('  File "/usr/lib/python3.11/subprocess.py", line 1950, in _execute_child'), ['subprocess']);
    assert.deepEqual(of('  File "/usr/lib/python3.11/json/decoder.py", line 3, in decode'), []);
    assert.deepEqual(of("/var/gems/activerecord-7.1.2/lib/x.rb:4:in `find'"), ['activerecord']);
    assert.deepEqual(of('/root/.cargo/registry/src/index.crates.io-6f17/tokio-1.35.0/src/x.rs:1'), ['tokio']);
    assert.deepEqual(of('\tat org.hibernate.loader.Loader.list(Loader.java:3)'), [
      'org.hibernate.loader',
      'org.hibernate',
      'org',
    ]);
  });

  it('are the packages of a qualified class too', () => {
    assert.deepEqual(librariesOf({ className: 'java.sql.SQLException' }), ['java.sql', 'java']);
    assert.deepEqual(librariesOf({ className: 'struct.error' }), ['struct']);
    assert.deepEqual(librariesOf({ className: 'diesel::result::Error' }), ['diesel']);
    assert.deepEqual(librariesOf({ className: 'GuzzleHttp\\Exception\\ConnectException' }), ['GuzzleHttp']);
    assert.deepEqual(librariesOf({ className: 'TypeError' }), []);
  });

  it('are looked for in a bounded part of the stack, and bounded in number', () => {
    const frames = (count: number): { filename: string; inApp: boolean }[] =>
      Array.from({ length: count }, (_, index) => ({ filename: `/node_modules/l${index}/x.js`, inApp: false }));
    assert.equal(librariesOf({ className: null, stackFrames: frames(200) }).length, EXPLAIN_LIBRARY_FRAMES_MAX);
    const deep = `at ${Array.from({ length: 7 }, (_, index) => `p${index}`).join('.')}.X`;
    const java = Array.from({ length: 20 }, (_, index) => deep.replaceAll('p', `q${index}p`)).join('\n');
    assert.equal(librariesOf({ className: null, stack: java }).length, EXPLAIN_LIBRARIES_MAX);
    const behind = `${' '.repeat(EXPLAIN_STACK_CHARS_MAX)}\nat f (/node_modules/late/x.js)`;
    assert.deepEqual(librariesOf({ className: null, stack: behind }), []);
  });

  it('are the same for a file that is remembered, one that no longer is, and one too long for it', () => {
    const libraryOf = (filename: string) => librariesOf({ className: null, stackFrames: [{ filename, inApp: false }] });
    const remembered = `/node_modules/pg/${'x'.repeat(KNOWN_FILENAME_CHARS_MAX - 17)}`;
    for (const file of [remembered, `${remembered}x`, '/srv/cart.js']) {
      const first = libraryOf(file);
      assert.deepEqual(first, file.startsWith(remembered) ? ['pg'] : []);
      assert.deepEqual(libraryOf(file), first);
    }
    for (let other = 0; other <= KNOWN_FILENAMES_MAX; other++) libraryOf(`/node_modules/l${other}/x.js`);
    assert.deepEqual(libraryOf(remembered), ['pg']);
  });
});
