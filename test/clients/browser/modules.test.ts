// What needs no page of the browser client: which frames are the application's, which browser it is, what attributes say.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import {
  MAPPED_FRAMES_MAX,
  NAME_CHARS_SEARCHED,
  SCRIPT_BYTES_MAX,
  SCRIPTS_BYTES_MAX,
  SCRIPTS_MAX,
} from '../../../clients/browser/src/limits.js';
import type { StackFrame } from '../../../clients/core/types.js';

/** As in clients/browser/src/source-maps.ts, whose types are those of a browser. */
declare class SourceMaps {
  constructor(options: {
    readonly fetch: (url: string) => Promise<Response>;
    readonly origin: string;
    readonly mark: (frames: StackFrame[]) => StackFrame[];
  });
  load(places: { readonly stackFrames: StackFrame[] }): Promise<void>;
  toOriginal(places: { readonly stackFrames: StackFrame[] }): unknown;
}

/** Exports of a module, bundled as for pages, because its types are those of a browser. The caller knows the types. */
async function load<T>(path: string): Promise<T> {
  const entry = fileURLToPath(new URL(`../../../../clients/browser/src/${path}`, import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)) as T;
}

describe('the frames of a page', () => {
  const ORIGIN = 'https://app.example';
  let markFrames: (frames: StackFrame[], ownOrigin: string) => StackFrame[];
  before(async () => {
    ({ markFrames } = await load<{ markFrames: typeof markFrames }>('hooks/frames.ts'));
  });

  const isInApp = (filename: string): boolean | undefined => markFrames([{ filename }], ORIGIN)[0]?.inApp;

  it('are the application’s when they are of its own origin, also by the names of bundlers', () => {
    for (const filename of [
      `${ORIGIN}/src/cart.ts?t=1`,
      `${ORIGIN}/assets/index-4f3a2b1c.js`,
      `${ORIGIN}/vendor-portal/list.js`,
      `blob:${ORIGIN}/3f5c1c6e`,
      'webpack-internal:///./src/app.js',
      'webpack:///src/app.js',
      'debugger eval code',
    ]) {
      assert.equal(isInApp(filename), true, filename);
    }
  });

  it('are not when they are of packages, bundlers, extensions, or other origins', () => {
    for (const filename of [
      `${ORIGIN}/node_modules/@scope/kit/kit.js`,
      `${ORIGIN}/node_modules/.vite/deps/react-dom_client.js?v=1`,
      `${ORIGIN}/@vite/client`,
      `${ORIGIN}/@react-refresh`,
      `${ORIGIN}/assets/vendor-4f3a2b1c.js`,
      `${ORIGIN}/js/chunk-vendors.4f3a2b1c.js`,
      `${ORIGIN}/static/js/vendors~main.chunk.js`,
      `${ORIGIN}/_next/static/chunks/framework-4f3a2b1c.js`,
      `${ORIGIN}/_next/static/chunks/polyfills-1.js`,
      `${ORIGIN}/webpack/bootstrap`,
      'webpack-internal:///./node_modules/react/index.js',
      'chrome-extension://abc/content.js',
      'moz-extension://abc/content.js',
      'safari-web-extension://abc/content.js',
      'https://app.example.evil/a.js',
      'https://cdn.example/a.js',
    ]) {
      assert.equal(isInApp(filename), false, filename);
    }
  });
});

describe('the browser', () => {
  type Facts = { userAgent: string; userAgentData?: unknown };
  let toBrowser: (facts: Facts) => string | undefined;
  before(async () => {
    ({ toBrowser } = await load<{ toBrowser: typeof toBrowser }>('hooks/environment.ts'));
  });

  const MOZILLA = 'Mozilla/5.0 (X11; Linux x86_64)';
  const AGENTS: readonly (readonly [string, string | undefined])[] = [
    [`${MOZILLA} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36`, 'Chrome 143'],
    [`${MOZILLA} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`, 'Edge 143'],
    [`${MOZILLA} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 OPR/125.0.0.0`, 'Opera 125'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145'],
    [`${MOZILLA} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`, 'Safari 26.1'],
    [`${MOZILLA} AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0 Mobile/15E148 Safari/604.1`, 'Chrome 143'],
    [`${MOZILLA} AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox 145'],
    ['', undefined],
    [`${'x'.repeat(1000)} Firefox/145.0`, undefined],
  ];

  it('is known by what it says of itself', () => {
    for (const [userAgent, name] of AGENTS) assert.equal(toBrowser({ userAgent }), name, userAgent);
  });

  it('is known by its brands, where it has them, of which one is made up', () => {
    const brand = (...names: string[]): Facts => ({
      userAgent: '',
      userAgentData: { brands: ['Not;A=Brand', 'Chromium', ...names].map((name) => ({ brand: name, version: '143' })) },
    });
    assert.equal(toBrowser(brand('Google Chrome')), 'Chrome 143');
    assert.equal(toBrowser(brand('Microsoft Edge')), 'Microsoft Edge 143');
    assert.equal(toBrowser(brand()), 'Chromium 143');
  });
});

describe('the attributes of the script', () => {
  type Attributes = Record<string, string>;
  let toScriptOptions: (attributes: Attributes, src: string) => Record<string, unknown>;
  before(async () => {
    ({ toScriptOptions } = await load<{ toScriptOptions: typeof toScriptOptions }>('script-options.ts'));
  });

  it('are the options; the daemon is where the script came from', () => {
    assert.deepEqual(toScriptOptions({ projectId: 'shop' }, 'http://localhost:3800/errord.js'), {
      serverUrl: 'http://localhost:3800',
      projectId: 'shop',
    });
    assert.deepEqual(toScriptOptions({}, 'https://app.example/tools/errord/errord.js?v=1#x'), {
      serverUrl: 'https://app.example/tools/errord',
    });
  });

  it('say texts, numbers, flags and lists, and nothing of what other tools put there', () => {
    const attributes = {
      serverUrl: 'http://there:1',
      token: 't',
      release: '1',
      environment: 'staging',
      sampleRate: '0.5',
      enabled: 'false',
      debug: '',
      captureConsole: 'warn, info',
      correlationOrigins: 'https://a.example,https://b.example',
      ignoreErrors: 'ResizeObserver loop',
      turboTrack: 'reload',
    };
    assert.deepEqual(toScriptOptions(attributes, 'http://here:1/errord.js'), {
      serverUrl: 'http://there:1',
      token: 't',
      release: '1',
      environment: 'staging',
      sampleRate: 0.5,
      enabled: false,
      debug: true,
      captureConsole: ['warn', 'info'],
      correlationOrigins: ['https://a.example', 'https://b.example'],
      ignoreErrors: ['ResizeObserver loop'],
    });
    assert.equal(toScriptOptions({ captureConsole: '' }, '').captureConsole, true);
    assert.ok(Number.isNaN(toScriptOptions({ sampleRate: '' }, '').sampleRate));
  });
});

describe('the options of a page', () => {
  it('take an editor only by an address that cannot run anything', async () => {
    const { parsePageOptions } = await load<{ parsePageOptions: (options: object) => object }>('options.ts');
    parsePageOptions({ overlay: true, editor: 'idea://open?file={path}&line={line}' });
    for (const editor of [
      'javascript:{path}',
      'JavaScript:alert("{path}")',
      'data:text/html,{path}',
      '{path}',
      'vscode://file',
      7,
    ]) {
      assert.throws(() => parsePageOptions({ editor }), /the option "editor" must be an address with \{path\}/);
    }
  });
});

describe('this machine', () => {
  it('is a loopback address or a name that nobody else can own', async () => {
    const { isLocalName } = await load<{ isLocalName: (hostname: string) => boolean }>('local.ts');
    for (const name of ['localhost', 'shop.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])
      assert.ok(isLocalName(name), name);
    for (const name of [
      '',
      'localhost.example',
      'mylocalhost',
      '127.0.0.1.example',
      '128.0.0.1',
      '192.168.0.1',
      '0.0.0.0',
      '[::2]',
      'shop.example',
    ]) {
      assert.equal(isLocalName(name), false, name);
    }
  });
});

describe('source maps in a page', () => {
  const ORIGIN = 'http://localhost';
  const toFrame = (name: string): StackFrame => ({
    filename: `${ORIGIN}/${name}.js`,
    lineno: 1,
    colno: 1,
    inApp: true,
  });
  const answer = (body: string): Response => new Response(body, { headers: { 'content-type': 'text/javascript' } });

  async function openMaps(body = 'go();'): Promise<{ maps: SourceMaps; asked: string[] }> {
    const part = await load<{ SourceMaps: typeof SourceMaps }>('source-maps.ts');
    const asked: string[] = [];
    const fetch = (url: string): Promise<Response> => {
      asked.push(url);
      return Promise.resolve(answer(body));
    };
    const mark = (frames: StackFrame[]): StackFrame[] => frames;
    return { maps: new part.SourceMaps({ fetch, origin: ORIGIN, mark }), asked };
  }

  it('ask for the scripts of so many frames, and for code of the page alone', async () => {
    const { maps, asked } = await openMaps();
    const names = Array.from({ length: MAPPED_FRAMES_MAX + 1 }, (_, index) => `script-${index}`);
    await maps.load({ stackFrames: names.map(toFrame) });
    assert.deepEqual(
      asked,
      names.slice(0, -1).map((name) => `${ORIGIN}/${name}.js`),
    );
    const strangers = ['http://localhost.example/a.js', 'http://localhost/logout', 'http://localhost/api/clear?x.js'];
    await maps.load({ stackFrames: strangers.map((filename) => ({ ...toFrame(''), filename })) });
    await maps.load({ stackFrames: [{ ...toFrame('vendor'), inApp: false }] });
    assert.equal(asked.length, MAPPED_FRAMES_MAX);
  });

  it('forget the script that was used least recently, past so many', async () => {
    const { maps, asked } = await openMaps();
    const names = Array.from({ length: SCRIPTS_MAX }, (_, index) => `script-${index}`);
    for (const name of names) await maps.load({ stackFrames: [toFrame(name)] });
    maps.toOriginal({ stackFrames: [toFrame('script-0')] });
    await maps.load({ stackFrames: [toFrame('script-1')] });
    assert.equal(asked.length, SCRIPTS_MAX);
    await maps.load({ stackFrames: [toFrame('one-more')] });
    await maps.load({ stackFrames: [toFrame('script-0')] });
    assert.equal(asked.length, SCRIPTS_MAX + 1);
    await maps.load({ stackFrames: [toFrame('script-1')] });
    assert.equal(asked.length, SCRIPTS_MAX + 2);
  });

  it('forget scripts past so many bytes of all together', async () => {
    const { maps, asked } = await openMaps(' '.repeat(SCRIPT_BYTES_MAX));
    const count = SCRIPTS_BYTES_MAX / SCRIPT_BYTES_MAX;
    for (let index = 0; index <= count; index += 1) await maps.load({ stackFrames: [toFrame(`large-${index}`)] });
    await maps.load({ stackFrames: [toFrame('large-1')] });
    assert.equal(asked.length, count + 1);
    await maps.load({ stackFrames: [toFrame('large-0')] });
    assert.equal(asked.length, count + 2);
  });

  it('read a file of so many bytes, and none that is larger, of another type, or not there', async () => {
    type Read = (fetch: unknown, url: string, bounds: object) => Promise<{ text: string } | undefined>;
    const { readText } = await load<{ readText: Read }>('maps/read-text.ts');
    const read = (response: Response): Promise<{ text: string } | undefined> =>
      readText(() => Promise.resolve(response), '/', { bytesMax: 8, type: /javascript/ });
    assert.equal((await read(answer('größe!')))?.text, 'größe!');
    assert.equal(await read(answer('größe!!')), undefined);
    assert.equal(await read(new Response('<html>', { headers: { 'content-type': 'text/html' } })), undefined);
    assert.equal(await read(new Response('', { status: 404 })), undefined);
  });

  it('find the name of a function by its last declaration, in so much of the code before', async () => {
    type ToName = (name: string, place: object, find: (offset: number) => string | undefined) => string;
    const { toOriginalName } = await load<{ toOriginalName: ToName }>('maps/original-name.ts');
    const find = (name: string, code: string, written: Readonly<Record<number, string>>): string =>
      toOriginalName(name, { code, offset: code.length }, (offset) => written[offset]);
    assert.equal(find('a', 'function a(){', { 9: 'total() {' }), 'total');
    assert.equal(find('a', 'const a=async(b,c)=>{', { 6: 'total = async () => {' }), 'total');
    assert.equal(find('a', 'var a=b=>', { 4: 'const total = b =>' }), 'total');
    assert.equal(find('a', 'function a(){}function b(){function a(){', { 9: 'outer(', 36: 'inner(' }), 'inner');
    assert.equal(find('new a', 'class a{constructor(){', { 6: 'Cart {' }), 'new Cart');
    assert.equal(find('a.b', 'class a{b(){', { 6: 'Cart {', 8: 'total() {' }), 'Cart.total');
    assert.equal(find('a', 'a=1;a(1);b.a=function(){', {}), 'a');
    assert.equal(find('a', 'function a(){', { 9: 'return 1' }), 'a');
    const gap = (length: number): string => `function a(){${' '.repeat(length)}`;
    const left = NAME_CHARS_SEARCHED - 'a(){'.length;
    assert.equal(find('a', gap(left), { 9: 'total(' }), 'total');
    assert.equal(find('a', gap(left + 1), { 9: 'total(' }), 'a');
  });
});

describe('the adapters', () => {
  it('tell Vue’s errors and leave what was there before to do its part', async () => {
    const { errordVue } = await load<{ errordVue: () => { install(app: unknown): void } }>('vue.ts');
    const told: unknown[] = [];
    const config: { errorHandler?: (...facts: unknown[]) => void } = {
      errorHandler: (...facts) => told.push(...facts),
    };
    errordVue().install({ config });
    const error = new Error('in a component');
    config.errorHandler?.(error, null, 'render function');
    assert.deepEqual(told, [error, null, 'render function']);
  });

  it('answer SvelteKit as the inner handler does', async () => {
    type Handle = (inner?: (input: unknown) => unknown) => (input: unknown) => unknown;
    const { errordHandleError } = await load<{ errordHandleError: Handle }>('svelte.ts');
    const input = { error: new Error('in a load'), status: 500, message: 'Internal Error' };
    assert.deepEqual(errordHandleError(() => ({ message: 'Whoops' }))(input), { message: 'Whoops' });
    assert.equal(errordHandleError()(input), undefined);
  });
});
