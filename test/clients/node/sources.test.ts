import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StackFrame } from '../../../clients/core/types.js';
import { toNodeFrames } from '../../../clients/node/src/frames.js';
import { MAP_STEPS_MAX } from '../../../clients/node/src/limits.js';
import { Sources } from '../../../clients/node/src/sources.js';
import { useTempDir } from '../../support/temp-dir.js';

/** Line 2 of `cart.js` was line 11 of `src/cart.ts`: `;` skips a line, `AAAA` is its beginning, `AAUA` ten lines further. */
const MAP = { version: 3, sources: ['src/cart.ts'], names: [], mappings: 'AAAA;AAUA' };
const SOURCE = Array.from({ length: 20 }, (_, index) => `source line ${index + 1}`);

describe('the source of a frame', () => {
  const dir = useTempDir();
  const frame = (name: string, lineno = 2): StackFrame => ({
    filename: join(dir(), name),
    lineno,
    colno: 1,
    inApp: true,
  });
  const write = (name: string, text: string): void => {
    mkdirSync(join(dir(), 'src'), { recursive: true });
    writeFileSync(join(dir(), name), text);
  };
  /** Both ways of reading give the same. */
  const read = async (frames: readonly StackFrame[]): Promise<StackFrame[]> => {
    const frameList = await new Sources().read(frames);
    assert.deepEqual(new Sources().readNow(frames), frameList);
    return frameList;
  };

  it('is shown with five lines either side, as many as there are', async () => {
    write('a.js', SOURCE.join('\n'));
    const [middle, first, last, beyond] = await read([
      frame('a.js', 10),
      frame('a.js', 1),
      frame('a.js', 20),
      frame('a.js', 21),
    ]);
    assert.equal(middle?.contextLine, 'source line 10');
    assert.deepEqual(middle.preContext, SOURCE.slice(4, 9));
    assert.deepEqual(middle.postContext, SOURCE.slice(10, 15));
    assert.deepEqual(first?.preContext, []);
    assert.deepEqual(last?.postContext, []);
    assert.equal(beyond?.contextLine, undefined);
  });

  it('is the one that was written, by a map in a file', async () => {
    write('cart.js', 'a\nb\n//# sourceMappingURL=cart.js.map\n');
    write('cart.js.map', JSON.stringify(MAP));
    write('src/cart.ts', SOURCE.join('\n'));
    const [found] = await read([frame('cart.js')]);
    assert.equal(found?.filename, join(dir(), 'src/cart.ts'));
    assert.equal(found.lineno, 11);
    assert.equal(found.contextLine, 'source line 11');
  });

  it('is the one that was written, by an inline map that holds it', async () => {
    const map = { ...MAP, sourcesContent: [SOURCE.join('\n')] };
    const url = `data:application/json;charset=utf-8;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
    write('cart.js', `a\nb\n//# sourceMappingURL=${url}`);
    const [found] = await read([frame('cart.js')]);
    assert.equal(found?.lineno, 11);
    assert.equal(found.contextLine, 'source line 11');
  });

  it('is the one that was written, by as many maps as a build has, and not by one more', async () => {
    const last = MAP_STEPS_MAX + 1;
    for (let step = 0; step <= last; step++) {
      const text = SOURCE.map((line) => `${line} of ${step}`).join('\n');
      write(`src/${step}.js`, `${text}\n//# sourceMappingURL=${step}.js.map\n`);
      // Each line was one line further down.
      const map = { ...MAP, sources: [`${step + 1}.js`], sourcesContent: step === 0 ? ['gone'] : undefined };
      write(`src/${step}.js.map`, JSON.stringify({ ...map, mappings: `AACA${';AACA'.repeat(SOURCE.length)}` }));
    }
    const [found] = await read([frame('src/0.js', 1)]);
    assert.equal(found?.filename, join(dir(), `src/${MAP_STEPS_MAX}.js`));
    assert.equal(found.contextLine, `source line ${MAP_STEPS_MAX + 1} of ${MAP_STEPS_MAX}`);
  });

  it('is found once where a map leads to its own file', async () => {
    write('cart.js', `${SOURCE.join('\n')}\n//# sourceMappingURL=cart.js.map\n`);
    write('cart.js.map', JSON.stringify({ ...MAP, sources: ['cart.js'], mappings: 'AACA;AACA;AACA' }));
    const [found] = await read([frame('cart.js')]);
    assert.deepEqual([found?.lineno, found?.contextLine], [3, 'source line 3']);
  });

  it('knows which sources of a bundle are dependencies', async () => {
    const map = { ...MAP, sources: ['webpack://shop/./node_modules/cart/index.js'] };
    write('cart.js', 'a\nb\n//# sourceMappingURL=cart.js.map\n');
    write('cart.js.map', JSON.stringify(map));
    const [found] = await read([frame('cart.js')]);
    assert.equal(found?.filename, 'webpack://shop/./node_modules/cart/index.js');
    assert.equal(found.inApp, false);
    assert.equal(found.contextLine, undefined);
  });

  for (const [what, text] of [
    ['is broken', '{"version":3'],
    ['is no map', '[]'],
    ['names no sources', '{"version":3,"sources":7,"mappings":"AAAA;AAUA"}'],
    ['names sources that are no names', '{"version":3,"sources":[7],"mappings":"AAAA;AAUA"}'],
    ['names a place outside of its sources', '{"version":3,"sources":[],"mappings":"AAAA;AAUA"}'],
    ['has no mappings', '{"version":3,"sources":["a.ts"]}'],
    ['is missing', null],
  ] as const) {
    it(`is the compiled one when its map ${what}`, async () => {
      write('cart.js', 'a\nb\n//# sourceMappingURL=cart.js.map\n');
      if (text !== null) write('cart.js.map', text);
      const [found] = await read([frame('cart.js')]);
      assert.equal(found?.filename, join(dir(), 'cart.js'));
      assert.equal(found.contextLine, 'b');
    });
  }

  it('is cut where a line is too long to show', async () => {
    write('a.js', `${'a'.repeat(5000)}HERE${'b'.repeat(5000)}`);
    const [found] = await read([{ ...frame('a.js', 1), colno: 5001 }]);
    assert.equal(found?.contextLine?.length, 512);
    assert.ok(found.contextLine.includes('HERE'));
  });

  it('is read once', async () => {
    write('a.js', 'a\nb');
    const sources = new Sources();
    await sources.read([frame('a.js')]);
    rmSync(join(dir(), 'a.js'));
    const [found] = await sources.read([frame('a.js')]);
    assert.equal(found?.contextLine, 'b');
  });

  it('is not looked for in directories, in dependencies, and in files that are no code', async () => {
    mkdirSync(join(dir(), 'd.js'));
    write('secrets.env', 'a\nb');
    const frames = [frame('d.js'), frame('secrets.env'), { ...frame('a.js'), inApp: false }];
    assert.deepEqual(await read(frames), frames);
  });

  it('belongs to the application unless Node or a dependency is in its path', () => {
    const filenames = [
      '/app/a.js',
      'node:fs',
      '/app/node_modules/b/c.js',
      '<anonymous>',
      undefined,
      '/app/my_node_modules/a.js',
    ];
    const frames = toNodeFrames(filenames.map((filename) => (filename === undefined ? {} : { filename })));
    assert.deepEqual(
      frames.map(({ inApp }) => inApp),
      [true, false, false, false, false, true],
    );
  });

  it('has a path instead of a URL', () => {
    const path = join(dir(), 'with space.js');
    const [found, broken] = toNodeFrames([{ filename: `${pathToFileURL(path).href}?t=1` }, { filename: 'file://%' }]);
    assert.equal(found?.filename, path);
    assert.equal(broken?.filename, 'file://%');
  });
});
