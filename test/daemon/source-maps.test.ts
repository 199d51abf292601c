// Source maps without upload: real builds, thrown in Node and in a browser, through errord's own protocol and Sentry's.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import type { StackFrame } from '../../schemas/event.js';
import type { ProjectSettings } from '../../schemas/project-settings.js';
import {
  BREAKS_AT,
  type BuiltApp,
  buildByEsbuild,
  buildByTerser,
  buildByVite,
  readText,
  writeApp,
} from '../support/builds.js';
import { type TestDaemon, useDaemon } from '../support/daemon.js';
import { useTempDir } from '../support/temp-dir.js';

const THROWS = 'addUpLines([{ price: { amount: 1 } }, {}]);\n';
const SETTINGS = '/api/projects/shop/settings';

function openCalls(daemon: TestDaemon) {
  const call = async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
    const answer = await fetch(daemon.url + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
    return (await answer.json()) as T;
  };
  return {
    call,
    list: (places: readonly string[] | null, more: object = {}) =>
      call<ProjectSettings>(SETTINGS, 'PATCH', { sourceMaps: places, ...more }),
    send: (event: object) => call('/api/events', 'POST', event),
    groups: async () => (await call<ErrorGroupList>('/api/errors')).errors,
    async only(): Promise<ErrorGroupDetail> {
      const { errors } = await call<ErrorGroupList>('/api/errors');
      assert.equal(errors.length, 1, errors.map(({ message }) => message).join(', '));
      return call<ErrorGroupDetail>(`/api/errors/${errors[0]?.id}`);
    },
    async regrouped(): Promise<ProjectSettings> {
      for (;;) {
        const settings = await call<ProjectSettings>(SETTINGS);
        if (settings.regroup === null || settings.regroup.finishedAt !== undefined) return settings;
      }
    },
  };
}

/** The stack of what a built file throws when Node runs it. */
function throwInNode({ file }: BuiltApp): string {
  const script = `import(${JSON.stringify(file)}).catch((error) => console.log(error.stack))`;
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim();
}

function toFrames(stack: string): StackFrame[] {
  return [...stack.matchAll(/^ +at (?:(.+) \()?(?:file:\/\/)?(\/[^()]*|https?:[^()]*):(\d+):(\d+)\)?$/gm)].map(
    ([, name, filename = '', line, column]) => ({
      ...(name !== undefined && { function: name }),
      filename,
      lineno: Number(line),
      colno: Number(column),
      inApp: true,
    }),
  );
}

const eventOf = (stack: string, frames = toFrames(stack)) => ({
  type: 'TypeError',
  message: /: (.*)/.exec(stack)?.[1] ?? '',
  source: 'frontend',
  projectId: 'shop',
  stackFrames: frames,
});

/** What a frame of the original source has to say. */
function assertMapped(frame: StackFrame | undefined, minified: StackFrame | undefined): void {
  const { filename, function: name, lineno, colno } = frame ?? {};
  assert.deepEqual({ filename, function: name, lineno, colno }, BREAKS_AT);
  assert.equal(frame?.contextLine, '  return (oneLine as Required<Line>).price.amount;');
  assert.equal(frame.preContext?.at(-1), '  // A line without a price is what breaks.');
  assert.deepEqual(frame.postContext, ['}', '']);
  assert.equal(frame.minified?.filename, minified?.filename);
  assert.deepEqual([frame.minified?.lineno, frame.minified?.colno], [minified?.lineno, minified?.colno]);
}

describe('source maps of a project', function () {
  this.timeout(60_000);
  const fixture = useDaemon();
  const dir = useTempDir();
  const root = (name = 'app'): string => join(dir(), name);

  const builds: readonly [string, (path: string) => Promise<BuiltApp>][] = [
    ['esbuild', (path) => buildByEsbuild(path)],
    ['esbuild with an inline map', (path) => buildByEsbuild(path, { inline: true })],
    ['terser', buildByTerser],
    ['Vite', (path) => buildByVite(path)],
  ];
  for (const [name, build] of builds) {
    it(`tell where a file of ${name} that Node ran was written, and group by that`, async () => {
      writeApp(root(), THROWS);
      const app = await build(root());
      const daemon = await fixture.start();
      const { list, send, only } = openCalls(daemon);
      assert.deepEqual((await list([app.dist])).sourceMaps, [app.dist]);
      const event = eventOf(throwInNode(app));
      await send(event);
      const { error, events } = await only();
      assertMapped(events[0]?.stackFrames[0], event.stackFrames[0]);
      assert.equal(events[0]?.stackFrames[0]?.sourcePath, join(root(), 'src/cart.ts'));
      assert.equal(error.grouping.version, 3);
      const { filename, function: called, lineno } = BREAKS_AT;
      assert.deepEqual(error.grouping.frames[0], { filename, function: called, lineno });
    });
  }

  it('join what two builds have thrown, and part it again when nothing is listed any more', async () => {
    writeApp(root(), THROWS);
    const first = await buildByEsbuild(root(), { name: 'main-1' });
    const daemon = await fixture.start();
    const { call, list, send, only, groups, regrouped } = openCalls(daemon);
    await send(eventOf(throwInNode(first)));
    const second = await buildByEsbuild(root(), { name: 'other-2', banner: 'const version = 2;' });
    await send(eventOf(throwInNode(second)));
    const before = await groups();
    assert.equal(before.length, 2, 'two builds are two groups by version 1');
    const oldest = before.map(({ id }) => id).sort()[0];
    await list([first.dist]);
    await regrouped();
    const { error, events } = await only();
    assert.equal(error.id, oldest);
    assert.deepEqual(
      events.map(({ stackFrames }) => stackFrames[0]?.function),
      ['readAmount', 'readAmount'],
    );
    await send(eventOf(throwInNode(second)));
    assert.equal((await only()).error.count, 3, 'what comes now joins them');
    await list(null);
    await regrouped();
    const after = await groups();
    assert.deepEqual(
      after.map(({ id, fingerprint }) => `${id} ${fingerprint}`).sort(),
      before.map(({ id, fingerprint }) => `${id} ${fingerprint}`).sort(),
    );
    // What was mapped stays readable.
    const detail = await call<ErrorGroupDetail>(`/api/errors/${after[0]?.id}`);
    assert.equal(detail.events[0]?.stackFrames[0]?.function, 'readAmount');
  });

  it('count for both rules of grouping, and a preview sees them', async () => {
    writeApp(root(), THROWS);
    const app = await buildByEsbuild(root());
    const daemon = await fixture.start();
    const { call, list, send, only, regrouped } = openCalls(daemon);
    assert.equal((await list([app.dist], { grouping: 2 })).grouping, 2);
    await send(eventOf(throwInNode(app)));
    const { error } = await only();
    assert.equal(error.grouping.version, 4);
    assert.equal(error.grouping.frames[0]?.function, 'readAmount');
    const preview = await call<{ groups: { before: number; after: number } }>(
      '/api/projects/shop/grouping/preview?version=1',
    );
    assert.deepEqual(preview.groups, { before: 1, after: 1 });
    await call(SETTINGS, 'PATCH', { grouping: 1 });
    await regrouped();
    assert.equal((await only()).error.grouping.version, 3);
    assert.equal((await only()).error.grouping.frames[0]?.function, 'readAmount');
  });

  it('outlive a restart', async () => {
    writeApp(root(), THROWS);
    const app = await buildByEsbuild(root());
    const first = await fixture.start();
    await openCalls(first).list([app.dist]);
    await first.stop();
    const { call, send, only } = openCalls(await fixture.start());
    assert.deepEqual((await call<ProjectSettings>(SETTINGS)).sourceMaps, [app.dist]);
    await send(eventOf(throwInNode(app)));
    assert.equal((await only()).events[0]?.stackFrames[0]?.function, 'readAmount');
  });

  it('are read anew after the next build of a file with the same name', async () => {
    writeApp(root(), THROWS);
    const app = await buildByEsbuild(root());
    const { list, send, call, groups } = openCalls(await fixture.start());
    await list([app.dist]);
    await send(eventOf(throwInNode(app)));
    writeApp(root(), `const first = 1;\nexport { first };\n\n${THROWS}`);
    await buildByEsbuild(root());
    utimesSync(app.file, new Date(), new Date(Date.now() + 5000));
    // The thread looks at a file once a second.
    let lines: (number | undefined)[] = [];
    while (!lines.includes(5)) {
      await send(eventOf(throwInNode(app)));
      const details = await Promise.all((await groups()).map(({ id }) => call<ErrorGroupDetail>(`/api/errors/${id}`)));
      lines = details.flatMap(({ events }) => events.map(({ stackFrames }) => stackFrames[2]?.lineno));
    }
    assert.ok(lines.includes(2));
  });

  it('leave stored events alone that are older than the build, unless a debug id names it', async () => {
    writeApp(root(), THROWS);
    const app = await buildByVite(root(), { debugIds: true });
    const debugId = /debugId=([\w-]+)/.exec(readText(app.file))?.[1] ?? '';
    assert.match(debugId, /^[\w-]{36}$/);
    const { list, send, groups, call, regrouped } = openCalls(await fixture.start());
    const event = eventOf(throwInNode(app));
    const named = event.stackFrames.map((frame) => ({ ...frame, debugId }));
    await send({ ...event, message: 'without' });
    await send({ ...event, message: 'with', stackFrames: named });
    await send({
      ...event,
      message: 'foreign',
      stackFrames: event.stackFrames.map((frame) => ({ ...frame, debugId: 'f'.repeat(36) })),
    });
    for (const path of [app.file, `${app.file}.map`]) utimesSync(path, new Date(), new Date(Date.now() + 3_600_000));
    await list([app.dist]);
    await regrouped();
    const told = new Map<string, string | undefined>();
    for (const { id, message } of await groups())
      told.set(message, (await call<ErrorGroupDetail>(`/api/errors/${id}`)).events[0]?.stackFrames[0]?.function);
    assert.equal(told.get('with'), 'readAmount');
    assert.notEqual(told.get('without'), 'readAmount');
    assert.notEqual(told.get('foreign'), 'readAmount');
  });

  it('are found by the debug ids of an envelope of Sentry, wherever the file lies in the folder', async () => {
    writeApp(root(), THROWS);
    const app = await buildByVite(root(), { debugIds: true });
    const debugId = /debugId=([\w-]+)/.exec(readText(app.file))?.[1] ?? '';
    const daemon = await fixture.start();
    const { call, list, only } = openCalls(daemon);
    await list([root()]);
    const { stackFrames } = eventOf(throwInNode(app));
    const code = 'https://cdn.example.com/v7/renamed.js';
    const frames = stackFrames.map(({ function: name, lineno, colno }) => ({
      filename: code,
      function: name,
      lineno,
      colno,
      in_app: true,
    }));
    const item = JSON.stringify({
      event_id: '9ec79c33ec9942ab8353589fcb2e04dc',
      platform: 'javascript',
      exception: { values: [{ type: 'TypeError', value: 'no price', stacktrace: { frames: frames.reverse() } }] },
      debug_meta: { images: [{ type: 'sourcemap', code_file: code, debug_id: debugId.toUpperCase() }] },
    });
    const answer = await fetch(`${daemon.url}/api/1/envelope/?sentry_key=shop`, {
      method: 'POST',
      body: `{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc"}\n{"type":"event"}\n${item}\n`,
    });
    assert.equal(answer.status, 200, await answer.text());
    const { events } = await only();
    assert.equal(events[0]?.projectId, 'shop');
    assertMapped(events[0].stackFrames[0], { ...stackFrames[0], inApp: true, filename: code });
    assert.ok((await call<ProjectSettings>(SETTINGS)).sourceMaps.length === 1);
  });

  it('come from a dev server of this machine that is listed, and from no other', async () => {
    writeApp(root(), THROWS);
    const app = await buildByEsbuild(root(), { inline: true });
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(readText(app.file));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const { list, send, only, groups } = openCalls(await fixture.start());
      const stack = throwInNode(app);
      const at = (origin: string) =>
        eventOf(
          stack,
          toFrames(stack).map((frame) => ({ ...frame, filename: `${origin}/src/main.js?t=1` })),
        );
      await list([`http://localhost:${port}`]);
      await send(at(`http://localhost:${port}`));
      assertMapped((await only()).events[0]?.stackFrames[0], {
        ...at(`http://localhost:${port}`).stackFrames[0],
        inApp: true,
      });
      assert.deepEqual(asked, ['/src/main.js?t=1']);
      await send({ ...at(`http://127.0.0.1:${port}`), message: 'another origin' });
      assert.equal(asked.length, 1, 'nothing that is not listed is asked');
      assert.equal((await groups()).length, 2);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('cost nothing where a listed folder is gone, holds no map, or a map of something else', async () => {
    writeApp(root(), THROWS);
    const app = await buildByEsbuild(root());
    const event = eventOf(throwInNode(app));
    const { list, send, call, groups } = openCalls(await fixture.start());
    await list([join(dir(), 'nowhere'), app.dist]);
    writeFileSync(`${app.file}.map`, '{"version":3,"sources":["x"],"names":[],"mappings":"!!!!"}');
    await send({ ...event, message: 'broken' });
    rmSync(`${app.file}.map`);
    await send({ ...event, message: 'none' });
    for (const { id, fingerprint } of await groups()) {
      const { error, events } = await call<ErrorGroupDetail>(`/api/errors/${id}`);
      assert.equal(events[0]?.stackFrames[0]?.minified, undefined);
      assert.equal(error.grouping.version, 3);
      assert.match(fingerprint, /^[0-9a-f]{64}$/);
    }
  });

  it('are refused where a place is no folder of this machine and no dev server of it', async () => {
    const daemon = await fixture.start();
    for (const place of [
      '/',
      'dist',
      '../dist',
      '/srv/../etc',
      'http://example.com',
      'http://localhost:80/x',
      'file:///srv',
      '/a\u0000b',
      'C:',
      '',
    ]) {
      const answer = await fetch(daemon.url + SETTINGS, {
        method: 'PATCH',
        body: JSON.stringify({ sourceMaps: [place] }),
      });
      assert.equal(answer.status, 400, place);
    }
    for (const place of [
      '/srv/shop/dist',
      '/srv/..shop',
      'C:\\shop\\dist',
      'http://localhost:5173',
      'https://127.0.0.1:443',
      'http://[::1]:3000',
    ]) {
      const answer = await fetch(daemon.url + SETTINGS, {
        method: 'PATCH',
        body: JSON.stringify({ sourceMaps: [place] }),
      });
      assert.equal(answer.status, 200, place);
    }
  });
});
