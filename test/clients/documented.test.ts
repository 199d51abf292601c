// The programs of README.md and of the pages about SDKs, as they stand there: only the port is another. A block of JavaScript
// that no test runs fails.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { LogList } from '../../schemas/log.js';
import type { RequestList } from '../../schemas/request.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import { useBrowser } from '../support/browser.js';
import { endApps, runApp, startApp } from '../support/client-app.js';
import { type TestDaemon, useDaemon } from '../support/daemon.js';
import { takeFreePort } from '../support/free-port.js';
import { callJson } from '../support/http.js';
import { toEnvironment } from '../support/sdk-app.js';
import { bundleScript, useSite } from '../support/site.js';
import { useTempDir } from '../support/temp-dir.js';

interface Block {
  readonly language: string;
  readonly code: string;
}

const PAGES = ['README.md', 'docs/sdks.md', 'docs/sdks-opentelemetry.md'] as const;

function blocksOf(page: (typeof PAGES)[number]): readonly Block[] {
  const text = readFileSync(new URL(page, PACKAGE_ROOT), 'utf8');
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({ language, code }));
}

/** The name that the first line of a block gives it. */
function fileOf({ code }: Block): string {
  return /^\/\/ ([\w.]+)/.exec(code)?.[1] ?? '';
}

describe('in the documents,', () => {
  const fixture = useDaemon();
  const browser = useBrowser();
  const site = useSite();
  const dir = useTempDir();
  const used = new Set<string>();
  afterEach(endApps);

  const find = (page: (typeof PAGES)[number], file: string, { port }: TestDaemon): string => {
    const block = blocksOf(page).find((candidate) => fileOf(candidate) === file);
    assert.ok(block, `${page} has no ${file}`);
    used.add(`${page} ${file}`);
    return block.code.replaceAll('localhost:3800', `localhost:${port}`);
  };
  /** Writes a block to a file beside the packages of the repository. */
  const write = (page: (typeof PAGES)[number], file: string, daemon: TestDaemon): string => {
    const path = join(dir(), file);
    writeFileSync(path, find(page, file, daemon));
    return path;
  };
  beforeEach(() => {
    mkdirSync(join(dir(), 'node_modules'), { recursive: true });
    for (const scope of ['@sentry', '@opentelemetry', 'express']) {
      symlinkSync(fileURLToPath(new URL(`node_modules/${scope}`, PACKAGE_ROOT)), join(dir(), 'node_modules', scope));
    }
  });

  const read = async <T>({ url }: TestDaemon, path: string): Promise<T> => (await callJson<T>(url + path)).body;
  /** What comes while nobody waits for it. */
  const arrived = async (daemon: TestDaemon, path: string): Promise<readonly Record<string, unknown>[]> => {
    for (;;) {
      const { errors, requests, logs } = await read<Record<string, readonly Record<string, unknown>[]>>(daemon, path);
      const list = errors ?? requests ?? logs;
      if (list !== undefined && list.length > 0) return list;
    }
  };
  const serve = async (program: string, nodeArgs: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const port = await takeFreePort();
    startApp(program, { nodeArgs, cwd: dir(), env: { PORT: String(port), ...env } });
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
      if (answer !== null) return answer;
    }
  };

  it('the SDK of Sentry for Node has errors, requests and logs of a server here', async function () {
    this.timeout(60_000);
    const daemon = await fixture.start();
    const instrument = write('docs/sdks.md', 'instrument.mjs', daemon);
    const { status } = await serve(write('docs/sdks.md', 'server.mjs', daemon), ['--import', instrument]);
    assert.equal(status, 500);
    const [error] = (await arrived(daemon, '/api/errors?projectId=shop')) as unknown as ErrorGroupList['errors'];
    assert.equal(error?.message, 'Hello from Express');
    const [request] = (await arrived(daemon, '/api/requests?projectId=shop')) as unknown as RequestList['requests'];
    assert.equal(request?.statusCode, 500);
    const [log] = (await arrived(daemon, '/api/logs?projectId=shop')) as unknown as LogList['logs'];
    assert.equal(log?.message, 'about to fail');
  });

  it('the DSN of the README does', async function () {
    this.timeout(60_000);
    const daemon = await fixture.start();
    const instrument = write('README.md', 'instrument.mjs', daemon);
    const app = join(dir(), 'app.js');
    writeFileSync(app, "setImmediate(() => { throw new Error('Hello from the README'); });");
    assert.equal((await runApp(app, { nodeArgs: ['--import', instrument], cwd: dir() })).code, 1);
    const [error] = (await arrived(daemon, '/api/errors?projectId=shop')) as unknown as ErrorGroupList['errors'];
    assert.equal(error?.message, 'Hello from the README');
  });

  it('the SDK of Sentry for Node sends its copies to Spotlight', async function () {
    this.timeout(60_000);
    const daemon = await fixture.start();
    await runApp(write('docs/sdks.md', 'spotlight.mjs', daemon), { cwd: dir() });
    const [error] = (await arrived(daemon, '/api/errors')) as unknown as ErrorGroupList['errors'];
    assert.deepEqual([error?.message, error?.projectId], ['Hello from Spotlight', undefined]);
  });

  for (const [file, message] of [
    ['page.js', 'Hello from the browser'],
    ['react.jsx', 'Hello from React'],
  ] as const) {
    it(`the SDK of Sentry for ${file} has its error here`, async function () {
      this.timeout(60_000);
      const daemon = await fixture.start();
      site.serve('/app.js', await bundleScript(find('docs/sdks.md', file, daemon)));
      const html = '<!doctype html><body><div id="root"></div><script src="/app.js"></script>';
      await browser.open(site.serve('/', html), { mayLog: /./ });
      const [error] = (await arrived(daemon, '/api/errors?projectId=shop')) as unknown as ErrorGroupList['errors'];
      assert.equal(error?.message, message);
    });
  }

  for (const page of ['README.md', 'docs/sdks-opentelemetry.md'] as const) {
    it(`OpenTelemetry for Node has exceptions, requests and logs of a server here, by the environment of ${page}`, async function () {
      this.timeout(60_000);
      const daemon = await fixture.start();
      const telemetry = write('docs/sdks-opentelemetry.md', 'telemetry.cjs', daemon);
      const app = write('docs/sdks-opentelemetry.md', 'app.cjs', daemon);
      const block = blocksOf(page).find(({ code }) => code.startsWith('OTEL_'));
      assert.ok(block);
      const env = toEnvironment(
        block.code.replaceAll('localhost:3800', `localhost:${daemon.port}`).replaceAll(/ +#.*$|^.*<token>.*$/gm, ''),
      );
      const soon = { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_BLRP_SCHEDULE_DELAY: '100' };
      await serve(app, ['--require', telemetry], { ...env, ...soon });
      const [error] = (await arrived(daemon, '/api/errors?projectId=shop')) as unknown as ErrorGroupList['errors'];
      assert.equal(error?.message, 'Hello from OpenTelemetry');
      const [request] = (await arrived(daemon, '/api/requests?projectId=shop')) as unknown as RequestList['requests'];
      assert.deepEqual([request?.method, request?.statusCode], ['GET', 500]);
      const [log] = (await arrived(daemon, '/api/logs?projectId=shop')) as unknown as LogList['logs'];
      assert.equal(log?.message, 'about to fail');
    });
  }

  it('no block of JavaScript is left that none of these has run', () => {
    const written = PAGES.flatMap((page) =>
      blocksOf(page)
        .filter(({ language }) => /^(?:js|jsx|mjs|cjs|tsx)$/.test(language))
        .map((block) => `${page} ${fileOf(block)}`),
    );
    assert.deepEqual([...used].sort(), written.sort());
    assert.equal(new Set(written).size, written.length);
  });
});
