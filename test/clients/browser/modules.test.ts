// What needs no page of the browser client: which frames are the application's, which browser it is, what attributes say.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { StackFrame } from '../../../clients/core/types.js';

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
