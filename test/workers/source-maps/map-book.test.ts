// What a thread reads for source maps, and what it does not: files outside of the folders, too large ones, hostile ones.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEBUG_ID_CHARS_MAX } from '../../../schemas/limits.js';
import {
  BUILT_FILE_BYTES_MAX,
  DEV_SERVER_CALLS_MAX,
  DEV_SERVER_LOOK_MS,
  SOURCE_FILE_BYTES_MAX,
  SOURCE_FILE_LOOK_MS,
  SOURCE_FOLDER_DEPTH_MAX,
  SOURCE_FOLDER_FILES_MAX,
  SOURCE_FOLDER_LOOK_MS,
  SOURCE_MAP_BYTES_MAX,
  SOURCE_MAP_CALL_BYTES_MAX,
  SOURCE_MAP_ITEMS_MAX,
  SOURCE_MAP_SEGMENTS_MAX,
  SOURCE_MAPS_KEPT_BYTES_MAX,
  SOURCE_MAPS_KEPT_MAX,
  SOURCE_NAME_SEARCH_CHARS,
  SOURCE_PATH_SEGMENTS_MAX,
} from '../../../src/limits.js';
import { DEFAULT_RULES } from '../../../src/workers/domain/redact-rules.js';
import { parseFrameFile } from '../../../src/workers/source-maps/frame-file.js';
import { openMapBook } from '../../../src/workers/source-maps/map-book.js';
import { mapFrames, unmapFrames } from '../../../src/workers/source-maps/map-frames.js';
import { parseMap, toDebugId } from '../../../src/workers/source-maps/parse-map.js';
import { toPlaces } from '../../../src/workers/source-maps/places.js';
import { useTempDir } from '../../support/temp-dir.js';

const bytes = (value: unknown): Uint8Array => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const SOURCE = 'export function sum() {\n  return missing;\n}\n';
const CODE = 'function a(){return b}\n';
/** `a` is `sum`, and `return` is that of its second line. */
const MAP = {
  version: 3,
  sources: ['../src/sum.ts'],
  sourcesContent: [SOURCE],
  names: ['sum'],
  mappings: 'AAAA,SAAgBA,IACd',
};
const frame = (filename: string, more: object = {}) => ({
  inApp: true,
  filename,
  function: 'a',
  lineno: 1,
  colno: 16,
  ...more,
});

describe('the maps of a thread', () => {
  const dir = useTempDir();
  const time = { ms: 0 };
  const asked: string[] = [];
  const served = new Map<string, string>();
  const open = () =>
    openMapBook({
      nowMs: () => time.ms,
      fetchFile: (address) => {
        asked.push(address);
        const text = served.get(address);
        return text === undefined ? null : bytes(text);
      },
    });
  beforeEach(() => {
    time.ms = 0;
    asked.splice(0);
    served.clear();
  });
  const put = (path: string, text: string): string => {
    const whole = join(dir(), path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, text);
    return whole;
  };
  const putBuilt = (path: string, map: unknown = MAP, code = CODE): string => {
    put(`${path}.map`, typeof map === 'string' ? map : JSON.stringify(map));
    return put(path, `${code}//# sourceMappingURL=${path.split('/').at(-1)}.map\n`);
  };
  const lookUp = (filename: string, places: readonly string[], { book = open(), more = {} } = {}) => {
    const { frames } = mapFrames([frame(filename, more)], { book, places: toPlaces(places), rules: DEFAULT_RULES });
    return frames[0];
  };
  const dist = (): string => join(dir(), 'app/dist');
  const isMapped = (...args: Parameters<typeof lookUp>): boolean => lookUp(...args)?.minified !== undefined;

  it('tell name, place and lines of a frame, and give the frame as it was back', () => {
    const sent = frame(putBuilt('app/dist/a.js'));
    const mapped = lookUp(sent.filename, [dist()]);
    assert.deepEqual(mapped, {
      inApp: true,
      filename: 'src/sum.ts',
      function: 'sum',
      lineno: 2,
      colno: 3,
      contextLine: '  return missing;',
      preContext: ['export function sum() {'],
      postContext: ['}', ''],
      sourcePath: join(dir(), 'app/src/sum.ts'),
      minified: sent,
    });
    assert.deepEqual(unmapFrames([mapped]), [sent]);
  });

  it('find the file of a page by the end of its address, and by its name where one file alone has it', () => {
    putBuilt('app/dist/assets/a.js');
    for (const filename of [
      'http://localhost:3000/assets/a.js?v=1#x',
      'https://shop.example.com/below/assets/a.js',
      'app:///assets/a.js',
      '/srv/other/a.js',
      'C:\\app\\assets\\a.js',
    ])
      assert.ok(isMapped(filename, [dist()]), filename);
    putBuilt('app/dist/other/a.js');
    assert.ok(isMapped('http://localhost/assets/a.js', [dist()]));
    for (const filename of [
      'http://localhost/a.js',
      'http://localhost/node_modules/x/assets.js',
      'node:internal/a.js',
      'blob:http://localhost/a.js',
      'http://localhost/assets/a.ts',
      'http://localhost/%00/assets/a.js',
      'http://localhost/%zz/a.js',
    ])
      assert.ok(!isMapped(filename, [dist()]), filename);
  });

  it('never read outside of the folders, by whatever way a path leads there', () => {
    putBuilt('secret/a.js');
    put('secret/key.ts', 'secret line\n');
    mkdirSync(dist(), { recursive: true });
    symlinkSync(join(dir(), 'secret'), join(dist(), 'link'));
    symlinkSync(join(dir(), 'secret/a.js'), join(dist(), 'b.js'));
    for (const path of ['../../secret/a.js', '/../../secret/a.js', '%2e%2e/%2e%2e/secret/a.js', 'link/a.js', 'b.js'])
      assert.ok(!isMapped(`http://localhost/${path}`, [dist()]), path);
    assert.ok(!isMapped(join(dir(), 'secret/a.js'), [dist()]));
    // A name that begins like the folder is not in it.
    putBuilt('app/dist-old/a.js');
    assert.ok(!isMapped(join(dir(), 'app/dist-old/a.js'), [dist()]));
    // Neither a map, nor a source that a map names.
    put('app/dist/c.js', `${CODE}//# sourceMappingURL=../../secret/a.js.map\n`);
    assert.ok(!isMapped(join(dist(), 'c.js'), [dist()]));
    for (const source of [
      '../../secret/key.ts',
      join(dir(), 'secret/key.ts'),
      `file://${join(dir(), 'secret/key.ts')}`,
      'link/key.ts',
    ]) {
      putBuilt('app/dist/d.js', { ...MAP, sources: [source], sourcesContent: null });
      const mapped = lookUp(join(dist(), 'd.js'), [dist()]);
      assert.equal(mapped?.lineno, 2, source);
      assert.equal(mapped.contextLine, undefined, source);
    }
  });

  it('read sources of listed folders, of the kinds that frames come from', () => {
    put('app/dist/src/sum.ts', SOURCE);
    put('app/dist/.env', 'a\nKEY=1\n');
    for (const [source, line] of [
      ['src/sum.ts', '  return missing;'],
      ['.env', undefined],
    ] as const) {
      putBuilt('app/dist/a.js', { ...MAP, sources: [source], sourcesContent: null });
      assert.equal(lookUp(join(dist(), 'a.js'), [dist()])?.contextLine, line);
    }
    truncateSync(join(dist(), 'src/sum.ts'), SOURCE_FILE_BYTES_MAX);
    putBuilt('app/dist/a.js', { ...MAP, sources: ['src/sum.ts'], sourcesContent: null });
    assert.equal(lookUp(join(dist(), 'a.js'), [dist()])?.contextLine, '  return missing;');
    truncateSync(join(dist(), 'src/sum.ts'), SOURCE_FILE_BYTES_MAX + 1);
    assert.equal(lookUp(join(dist(), 'a.js'), [dist()])?.contextLine, undefined);
  });

  it('redact source lines as what a client sends', () => {
    putBuilt('app/dist/a.js', {
      ...MAP,
      sourcesContent: ['function x() {\n  fetch("https://ann:hunter2@example.com")\n}'],
    });
    assert.doesNotMatch(JSON.stringify(lookUp(join(dist(), 'a.js'), [dist()])), /hunter2/);
  });

  it('take no larger file than its limit', () => {
    const path = putBuilt(
      'app/dist/a.js',
      MAP,
      CODE.padEnd(BUILT_FILE_BYTES_MAX - '//# sourceMappingURL=a.js.map\n'.length),
    );
    assert.ok(isMapped(path, [dist()]));
    putBuilt('app/dist/a.js', MAP, CODE.padEnd(BUILT_FILE_BYTES_MAX));
    assert.ok(!isMapped(path, [dist()]));
  });

  it('have only so much read for one call', () => {
    const count = Math.ceil(SOURCE_MAP_CALL_BYTES_MAX / BUILT_FILE_BYTES_MAX);
    const paths = Array.from({ length: count + 2 }, (_, index) => putBuilt(`app/dist/n${index}.js`));
    for (const path of paths) truncateSync(path, BUILT_FILE_BYTES_MAX);
    const book = open();
    book.startCall();
    const found = paths.map((path) => isMapped(path, [dist()], { book }));
    assert.ok(found.slice(0, count - 1).every(Boolean));
    assert.equal(found.at(-1), false);
    book.startCall();
    assert.ok(isMapped(paths.at(-1) ?? '', [dist()], { book }));
  });

  it('are forgotten, the oldest first, past a number and past their bytes', () => {
    const book = open();
    const paths = Array.from({ length: SOURCE_MAPS_KEPT_MAX + 1 }, (_, index) => putBuilt(`app/dist/n${index}.js`));
    const useOf = (path: string) =>
      mapFrames([frame(path)], { book, places: toPlaces([dist()]), rules: DEFAULT_RULES }).used;
    const used = paths.map(useOf);
    const isKept = (index: number): boolean => used[index]?.every((use) => book.isCurrent(use)) === true;
    assert.deepEqual([isKept(0), isKept(1), isKept(SOURCE_MAPS_KEPT_MAX)], [false, true, true]);
    // A file of 16 MiB takes twice that in memory.
    const large = Array.from(
      { length: Math.ceil(SOURCE_MAPS_KEPT_BYTES_MAX / (BUILT_FILE_BYTES_MAX * 2)) + 1 },
      (_, index) => {
        const path = putBuilt(`app/dist/l${index}.js`);
        truncateSync(path, BUILT_FILE_BYTES_MAX);
        book.startCall();
        return useOf(path);
      },
    );
    assert.ok(!large[0]?.every((use) => book.isCurrent(use)));
    assert.ok(large.at(-1)?.every((use) => book.isCurrent(use)));
  });

  it('are looked at again after a while, and not before', () => {
    const book = open();
    const path = putBuilt('app/dist/a.js');
    assert.equal(lookUp(path, [dist()], { book })?.lineno, 2);
    putBuilt('app/dist/a.js', { ...MAP, mappings: 'AAAA,SAAgBA,IAEd' });
    utimesSync(path, 1, 1);
    time.ms = SOURCE_FILE_LOOK_MS - 1;
    assert.equal(lookUp(path, [dist()], { book })?.lineno, 2);
    time.ms = SOURCE_FILE_LOOK_MS;
    assert.equal(lookUp(path, [dist()], { book })?.lineno, 3);
  });

  it('look through a folder so deep, for so many files, and so often', () => {
    const deep = (depth: number): string => Array.from({ length: depth }, (_, index) => `d${index}`).join('/');
    putBuilt(`app/dist/${deep(SOURCE_FOLDER_DEPTH_MAX)}/deep.js`);
    putBuilt(`app/dist/${deep(SOURCE_FOLDER_DEPTH_MAX + 1)}/deeper.js`);
    const book = open();
    assert.ok(isMapped('http://localhost/deep.js', [dist()], { book }));
    assert.ok(!isMapped('http://localhost/deeper.js', [dist()], { book }));
    putBuilt('app/dist/d0/late.js');
    time.ms = SOURCE_FOLDER_LOOK_MS - 1;
    assert.ok(!isMapped('http://localhost/late.js', [dist()], { book }));
    time.ms = SOURCE_FOLDER_LOOK_MS;
    assert.ok(isMapped('http://localhost/late.js', [dist()], { book }));
    for (let index = 0; index < SOURCE_FOLDER_FILES_MAX - 1; index += 1) put(`app/many/n${index}.js`, '');
    putBuilt('app/many/z/z.js');
    assert.ok(isMapped('http://localhost/z.js', [join(dir(), 'app/many')]));
    put('app/many/one-more.js', '');
    assert.ok(!isMapped('http://localhost/z.js', [join(dir(), 'app/many')]));
  }).timeout(60_000);

  it('go by debug ids: those of the frame, the file and its map are one', () => {
    const id = '85314830-023f-4cf1-a267-535f4e37bb17';
    const more = { debugId: id.toUpperCase() };
    const code = (own: string): string => `${CODE}//# debugId=${own}\n`;
    const path = putBuilt('app/dist/a.js', { ...MAP, debugId: id }, code(id));
    assert.ok(isMapped(path, [dist()], { more }));
    assert.ok(isMapped('https://cdn.example.com/renamed.js', [dist()], { more }));
    assert.ok(!isMapped(path, [dist()], { more: { debugId: id.replace('8', '9') } }));
    putBuilt('app/dist/a.js', { ...MAP, debugId: id.replace('8', '9') }, code(id));
    assert.ok(!isMapped(path, [dist()]), 'a map of another build');
    assert.equal(toDebugId('f'.repeat(DEBUG_ID_CHARS_MAX)), 'f'.repeat(DEBUG_ID_CHARS_MAX));
    assert.equal(toDebugId('f'.repeat(DEBUG_ID_CHARS_MAX + 1)), undefined);
  });

  it('ask a dev server so often for a call, again after a while, and for nothing that lies elsewhere', () => {
    const at = (name: string): string => `http://localhost:5173/${name}`;
    const data = `data:application/json;base64,${Buffer.from(JSON.stringify(MAP)).toString('base64')}`;
    for (const name of ['a.js', 'b.js', 'c.js']) served.set(at(name), `${CODE}//# sourceMappingURL=${data}`);
    const book = open();
    const places = ['http://localhost:5173'];
    book.startCall();
    assert.equal(DEV_SERVER_CALLS_MAX, 2);
    assert.deepEqual(
      ['a.js', 'b.js', 'c.js'].map((name) => isMapped(at(name), places, { book })),
      [true, true, false],
    );
    book.startCall();
    assert.ok(isMapped(at('a.js'), places, { book }));
    assert.equal(asked.length, 2, 'it is remembered');
    time.ms = DEV_SERVER_LOOK_MS;
    assert.ok(isMapped(at('a.js'), places, { book }));
    assert.equal(asked.length, 3);
    served.set(at('d.js'), `${CODE}//# sourceMappingURL=http://169.254.169.254/a.map`);
    book.startCall();
    assert.ok(!isMapped(at('d.js'), places, { book }));
    for (const filename of ['http://localhost:9/a.js', 'http://example.com/a.js'])
      assert.ok(!isMapped(filename, places));
    assert.ok(asked.every((address) => address.startsWith('http://localhost:5173/')));
  });

  it('keep a long name and look for what defines a short one in front of the frame, so far', () => {
    const near = putBuilt('app/dist/a.js', MAP, CODE);
    assert.equal(lookUp(near, [dist()], { more: { function: 'Object.a' } })?.function, 'Object.sum');
    assert.equal(lookUp(near, [dist()], { more: { function: 'unknownName' } })?.function, 'unknownName');
    assert.equal(lookUp(near, [dist()], { more: { function: 'z' } })?.function, undefined);
    const far = `function a(){${' '.repeat(SOURCE_NAME_SEARCH_CHARS)}return b}`;
    const path = putBuilt('app/dist/far.js', MAP, far);
    assert.equal(lookUp(path, [dist()], { more: { colno: SOURCE_NAME_SEARCH_CHARS } })?.function, 'sum');
    assert.equal(lookUp(path, [dist()], { more: { colno: far.length } })?.function, undefined);
  });

  it('leave frames alone that are in no such file, or at no such place', () => {
    const path = putBuilt('app/dist/a.js');
    for (const more of [
      { lineno: 9 },
      { colno: 999 },
      { lineno: 0 },
      { colno: -1 },
      { lineno: 1.5 },
      { colno: undefined },
    ])
      assert.ok(!isMapped(path, [dist()], { more }), JSON.stringify(more));
  });

  it('compare no more of a path than its end', () => {
    const segments = parseFrameFile(`http://localhost/${'d/'.repeat(SOURCE_PATH_SEGMENTS_MAX)}a.js`)?.segments;
    assert.equal(segments?.length, SOURCE_PATH_SEGMENTS_MAX);
    assert.equal(parseFrameFile('http://localhost/d/a.js')?.segments.length, 2);
  });
});

describe('a source map', () => {
  it('is refused where it is none, or says what cannot be', () => {
    const refused: unknown[] = [
      '',
      'no JSON',
      '[]',
      'null',
      '{}',
      { ...MAP, version: 2 },
      { ...MAP, mappings: 5 },
      { ...MAP, mappings: 'A!A' },
      { ...MAP, sources: 'a' },
      { ...MAP, sources: [{}] },
      { ...MAP, names: [1] },
      { ...MAP, sourcesContent: [1] },
      { ...MAP, sourceRoot: {} },
      { version: 3, sections: {} },
      { version: 3, sections: [{ offset: { line: 0, column: 0 }, url: 'http://example.com/a.map' }] },
      { version: 3, sections: [{ offset: { line: 1e9, column: 0 }, map: MAP }] },
      { version: 3, sections: [{ offset: { line: -1, column: 0 }, map: MAP }] },
      { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: { version: 3, sections: [] } }] },
      {
        version: 3,
        sections: [
          { offset: { line: 5, column: 0 }, map: MAP },
          { offset: { line: 1, column: 0 }, map: MAP },
        ],
      },
    ];
    for (const map of refused) assert.equal(parseMap(bytes(map)), null, JSON.stringify(map));
  });

  it('may have sections', () => {
    const parsed = parseMap(
      bytes({
        version: 3,
        sections: [
          { offset: { line: 0, column: 0 }, map: MAP },
          { offset: { line: 7, column: 2 }, map: MAP },
        ],
      }),
    );
    assert.equal(parsed?.trace.sources.length, 2);
  });

  it('has no more bytes, segments, items and values than its limits', () => {
    const padded = (size: number): Uint8Array => {
      const text = JSON.stringify(MAP);
      return bytes(text + ' '.repeat(size - text.length));
    };
    assert.ok(parseMap(padded(SOURCE_MAP_BYTES_MAX)) !== null);
    assert.equal(parseMap(padded(SOURCE_MAP_BYTES_MAX + 1)), null);
    assert.ok(parseMap(bytes({ ...MAP, mappings: ';'.repeat(SOURCE_MAP_SEGMENTS_MAX - 1) })) !== null);
    assert.equal(parseMap(bytes({ ...MAP, mappings: ';'.repeat(SOURCE_MAP_SEGMENTS_MAX) })), null);
    const names = (count: number): string[] => Array.from({ length: count }, () => 'n');
    assert.ok(parseMap(bytes({ ...MAP, names: names(SOURCE_MAP_ITEMS_MAX) })) !== null);
    assert.equal(parseMap(bytes({ ...MAP, names: names(SOURCE_MAP_ITEMS_MAX + 1) })), null);
    assert.equal(parseMap(bytes(`{"version":3,"x":[${'{},'.repeat(SOURCE_MAP_ITEMS_MAX * 2)}{}]}`)), null);
  }).timeout(60_000);
});
