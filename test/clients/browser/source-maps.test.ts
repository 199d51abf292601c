// Frames lead to what was written: in applications of Vite, as they are developed and as they are built, and in pages with
// scripts of their own.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import type { Page } from 'playwright-core';
import { MAPPED_EVENT_WAIT_MS } from '../../../clients/browser/src/limits.js';
import type { EventRecord } from '../../../schemas/event.js';
import { BATCH_INTERVAL_MS } from '../../../src/constants.js';
import { useBrowser } from '../../support/browser.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';
import { useSite } from '../../support/site.js';
import { useTempDir } from '../../support/temp-dir.js';
import {
  copyClient,
  installExample,
  placeOf,
  type ServedApp,
  serveBuilt,
  serveForDevelopment,
} from '../../support/vite-app.js';
import { openWatchedPage, type PageContents, readEvents, type WatchedPage } from '../../support/watched-page.js';

/** A page whose timers stand still: what waits for an answer, waits for it. */
const stopTimers = async (page: Page): Promise<void> => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
};

describe('the frames of an application of Vite', () => {
  const SHOP = 'src/shop.jsx';
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  const dir = useTempDir();
  let app: ServedApp | undefined;
  afterEach(async () => {
    await app?.close();
    await daemon.post('/api/clear', {});
  });

  const install = (): string =>
    installExample(dir(), (root) => {
      copyClient(join(root, 'node_modules/@errord/browser'));
      const main = join(root, 'src/main.jsx');
      // The clients of the page, for the test to ask it to send.
      writeFileSync(
        main,
        `import * as errord from '@errord/browser';\nwindow.errord = errord;\n${readFileSync(main, 'utf8')}`,
      );
    });

  const breakBasket = async (page: Page): Promise<EventRecord> => {
    await page.getByText('Nothing yet.').waitFor();
    await page.getByRole('button', { name: 'Buy nothing' }).click();
    assert.equal(await page.evaluate('errord.flush(8000)'), true);
    const event = (await readEvents(daemon, 'example-react')).find(({ message }) => message.includes('toUpperCase'));
    assert.ok(event);
    return event;
  };

  const assertWritten = (
    root: string,
    url: string,
    { stackFrames, componentName, componentStack }: EventRecord,
  ): void => {
    const shop = { filename: `${url}${SHOP}`, inApp: true };
    const [inner, outer, ...others] = stackFrames;
    assert.deepEqual({ ...inner }, { ...shop, ...placeOf(join(root, SHOP), 'fruit.toUpperCase', 'fruit.'.length) });
    assert.deepEqual(
      { ...outer },
      { ...shop, function: 'Basket', ...placeOf(join(root, SHOP), 'fruits.map(', 'fruits.'.length) },
    );
    for (const { inApp, contextLine } of others)
      assert.deepEqual({ inApp, contextLine }, { inApp: false, contextLine: undefined });
    assert.equal(componentName, 'Basket');
    const { lineno, colno } = placeOf(join(root, SHOP), 'function Basket({ fruits', 'function Basket({ '.length);
    assert.match(componentStack ?? '', new RegExp(`^\\s*at Basket \\(${url}${SHOP}:${lineno}:${colno}\\)\\n`));
    assert.match(componentStack ?? '', new RegExp(`at Shop \\(${url}${SHOP}:`));
  };

  it('are those of its sources while it is developed, also after an edit', async function () {
    this.timeout(120_000);
    const root = install();
    app = await serveForDevelopment(root, daemon.url());
    const page = await browser.open(app.url, { mayLog: /./, prepare: stopTimers });
    assertWritten(root, app.url, await breakBasket(page));
    await page.waitForSelector('errord-overlay', { state: 'attached' });
    await daemon.post('/api/clear', {});
    const reloaded = page.waitForEvent('load');
    await page.clock.resume();
    writeFileSync(join(root, SHOP), `// Edited,\n// twice.\n${readFileSync(join(root, SHOP), 'utf8')}`);
    await reloaded;
    await page.clock.pauseAt(Date.now() + 600_000);
    assertWritten(root, app.url, await breakBasket(page));
  });

  it('are those of its sources when it is built, with the names of functions', async function () {
    this.timeout(120_000);
    const root = install();
    app = await serveBuilt(root, daemon.url());
    const page = await browser.open(app.url, { mayLog: /./, prepare: stopTimers });
    const event = await breakBasket(page);
    assertWritten(root, app.url, event);
    assert.match(event.stack ?? '', new RegExp(`at Basket \\(${app.url}${SHOP}:15:21\\)`));
  });
});

describe('the frames of a page with a script of its own', () => {
  const daemon = useSharedDaemon();
  const browser = useBrowser();
  const site = useSite();

  const SOURCE = `// The cart.
const prices: Record<string, number> = { apple: 1 };

class Basket {
  total(fruits: readonly string[]): string {
    const cheapest = (name: string): string => {
      if (!(name in prices)) throw new RangeError('no price for ' + name);
      return prices[name]!.toFixed(2);
    };
    return fruits.map(cheapest).join();
  }
}
globalThis.go = (): string => new Basket().total(['plum']);
`;
  const WRITTEN = [
    ['cheapest', 7],
    ['Basket.total', 10],
    ['globalThis.go', 13],
  ] as const;

  interface Built {
    readonly code: string;
    readonly map: string;
  }

  /** As a bundler leaves it: on one line, with short names. */
  const build = (): Promise<Built> =>
    transform(SOURCE, { loader: 'ts', minify: true, sourcemap: true, sourcefile: '../src/cart.ts', format: 'iife' });

  const toInline = (map: string): string => `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
  const asked = (path: string): number => site.requests.filter((request) => request.path === path).length;

  const open = (contents: PageContents): Promise<WatchedPage> =>
    openWatchedPage({ daemon, browser, site, prepare: stopTimers }, contents);
  const fail = (opened: WatchedPage): Promise<void> =>
    opened.page.evaluate('try { go() } catch (error) { errord.captureError(error) }');
  const framesOf = ({ stackFrames }: EventRecord): unknown[] =>
    stackFrames.slice(0, 3).map(({ filename, function: name, lineno }) => [filename, name, lineno]);
  const written = (): unknown[] => WRITTEN.map(([name, line]) => [`${site.url()}/src/cart.ts`, name, line]);
  const isUnmapped = ({ stackFrames: [frame] }: EventRecord): boolean => frame?.filename === `${site.url()}/app.js`;

  /** Where a map may be: what stands at the end of the script, and what is served besides. */
  const PLACES: Readonly<Record<string, (map: string) => string>> = {
    'in a file beside it': (map) => {
      site.serve('/maps/cart.js.map', map);
      return '//# sourceMappingURL=maps/cart.js.map';
    },
    'in the script': (map) => `//# sourceMappingURL=${toInline(map)}`,
    'in the script, as text': (map) => `/*# sourceMappingURL=data:application/json,${encodeURIComponent(map)} */`,
    'in the last comment of several': (map) =>
      `//# sourceMappingURL=none.map\n//# sourceMappingURL=${toInline(map)}\nvar text = "sourceMappingURL=no.map";`,
    'in a file that begins with a guard': (map) => {
      site.serve('/guarded.map', `)]}'\n${map}`);
      return '//@ sourceMappingURL=/guarded.map';
    },
    'in sections': (map) => {
      const sections = [{ offset: { line: 0, column: 0 }, map: JSON.parse(map) as unknown }];
      return `//# sourceMappingURL=${toInline(JSON.stringify({ version: 3, sections }))}`;
    },
  };

  for (const [place, put] of Object.entries(PLACES)) {
    it(`are those of its source when the map is ${place}`, async () => {
      const { code, map } = await build();
      const opened = await open({ script: `${code}\n${put(map)}` });
      await fail(opened);
      assert.deepEqual(framesOf(await opened.onlyEvent()), written());
    });
  }

  it('are those of its source when a header names the map', async () => {
    const { code, map } = await build();
    site.serve('/cart.map', map);
    const opened = await open({
      script: (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/javascript', SourceMap: '/cart.map' }).end(code);
      },
    });
    await fail(opened);
    assert.deepEqual(framesOf(await opened.onlyEvent()), written());
  });

  it('have the lines of the script where there is no map, or none that can be read', async () => {
    const ends = [
      '',
      '//# sourceMappingURL=none.map',
      '//# sourceMappingURL=data:application/json,{"version":3',
      '//# sourceMappingURL=http://[/',
    ];
    site.serve('/torn.map', '{"version":3,"sources":["a"],"mappings":"!!!!"}');
    for (const end of [...ends, '//# sourceMappingURL=/torn.map']) {
      const opened = await open({ script: `function go() {\n  throw new Error('plain');\n}\n${end}` });
      await fail(opened);
      const [frame] = (await opened.onlyEvent()).stackFrames;
      assert.deepEqual(
        { ...frame },
        {
          filename: `${site.url()}/app.js`,
          function: 'go',
          lineno: 2,
          colno: 9,
          inApp: true,
          contextLine: "  throw new Error('plain');",
          preContext: ['function go() {'],
          postContext: ['}', end],
        },
        end,
      );
    }
  });

  it('are looked up once, without a trace among the requests of the page', async () => {
    const { code, map } = await build();
    site.serve('/cart.map', map);
    const opened = await open({ script: `${code}\n//# sourceMappingURL=/cart.map` });
    await fail(opened);
    await fail(opened);
    await fail(opened);
    const events = await opened.events();
    assert.deepEqual(events.map(framesOf), [written(), written(), written()]);
    assert.deepEqual([asked('/app.js'), asked('/cart.map')], [1, 1]);
    assert.deepEqual(await opened.requests(), []);
    assert.deepEqual(
      events.flatMap(({ breadcrumbs = [] }) => breadcrumbs),
      [],
    );
  });

  /** A script whose map nobody gets. */
  const openStuck = async (): Promise<WatchedPage> => {
    const { code } = await build();
    site.serve('/stuck.map', () => undefined);
    const opened = await open({ script: `${code}\n//# sourceMappingURL=/stuck.map` });
    const isAsked = opened.page.waitForRequest(/stuck\.map/);
    await fail(opened);
    await isAsked;
    return opened;
  };

  it('are sent as they are when the map takes too long', async () => {
    const opened = await openStuck();
    await opened.page.clock.runFor(MAPPED_EVENT_WAIT_MS - 1);
    assert.deepEqual(await readEvents(daemon, opened.projectId), []);
    const stored = opened.page.waitForResponse(/\/api\/events\/batch/);
    await opened.page.clock.runFor(1 + BATCH_INTERVAL_MS);
    await stored;
    const [event, ...others] = await readEvents(daemon, opened.projectId);
    assert.ok(event !== undefined && others.length === 0 && isUnmapped(event));
  });

  it('are sent as they are when the page goes before', async () => {
    const opened = await openStuck();
    const sent = opened.page.waitForRequest(/\/api\/events\/batch/);
    await opened.page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide"))');
    assert.match((await sent).postData() ?? '', /app\.js/);
  });

  it('stay as they are, with nothing fetched, on a page of another machine', async () => {
    const { code, map } = await build();
    const script = `${code}\n//# sourceMappingURL=${toInline(map)}`;
    const opened = await open({ script });
    // The page that this machine serves, under a name that may be anybody's.
    const address = opened.page.url().replace('127.0.0.1', 'shop.example');
    await opened.page.route(/shop\.example/, async (route) => {
      const response = await route.fetch({ url: route.request().url().replace('shop.example', '127.0.0.1') });
      await route.fulfill({ response });
    });
    // A browser lets no such page call this machine unasked.
    await opened.page.route(`${daemon.url()}/**`, async (route) => {
      await route.fulfill({ response: await route.fetch() });
    });
    await opened.page.goto(address);
    await fail(opened);
    const event = await opened.onlyEvent();
    assert.equal(event.stackFrames[0]?.filename, `${site.url().replace('127.0.0.1', 'shop.example')}/app.js`);
    assert.equal(event.stackFrames[0].contextLine, undefined);
  });
});
