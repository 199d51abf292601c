// SvelteKit itself, in development and as adapter-node has built it, behind `--import` alone.

import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { EventRecord } from '../../../schemas/event.js';
import type { RequestList, RequestRecord } from '../../../schemas/request.js';
import { PACKAGE_ROOT } from '../../../src/package.js';
import { openApiClient } from '../../support/api-client.js';
import { type App, endApps, runApp, startApp } from '../../support/client-app.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';
import { useTempDir } from '../../support/temp-dir.js';

const MODULES = fileURLToPath(new URL('node_modules', PACKAGE_ROOT));
const VITE = join(MODULES, 'vite/bin/vite.js');

/** Each place in which code of an application fails, and the file that does. */
const PLACES: Readonly<Record<string, string>> = {
  load: 'src/routes/load/+page.server.js',
  universal: 'src/routes/universal/+page.js',
  endpoint: 'src/routes/endpoint/+server.js',
  action: 'src/routes/action/+page.server.js',
  component: 'src/routes/component/+page.svelte',
  hook: 'src/hooks.server.js',
};

/** Answers to mistakes of the client's. */
const REFUSED = ['refused', 'nowhere'];

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'vite.config.js': `
    import { sveltekit } from '@sveltejs/kit/vite';
    export default { plugins: [sveltekit()], build: { sourcemap: true } };`,
  'svelte.config.js': `
    import adapter from '@sveltejs/adapter-node';
    export default { kit: { adapter: adapter() } };`,
  'src/app.html': '<html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
  'src/routes/load/+page.svelte': '<p>orders</p>',
  'src/routes/universal/+page.svelte': '<p>orders</p>',
  'src/routes/action/+page.svelte': '<p>orders</p>',
  'src/routes/refused/+server.js': `
    import { error } from '@sveltejs/kit';
    export const GET = () => error(404, 'no such order');`,
  'src/routes/load/+page.server.js': "export const load = async () => { throw new Error('lost in load'); };",
  'src/routes/universal/+page.js': "export const load = () => { throw new Error('lost in universal'); };",
  'src/routes/endpoint/+server.js': "export const GET = () => { throw new Error('lost in endpoint'); };",
  'src/routes/action/+page.server.js':
    "export const actions = { default: async () => { throw new Error('lost in action'); } };",
  'src/routes/component/+page.svelte': `
    <script>
      const order = () => { throw new Error('lost in component'); };
    </script>
    <p>{order()}</p>`,
  'src/hooks.server.js': `
    export const handle = ({ event, resolve }) => {
      if (event.url.pathname === '/hook') throw new Error('lost in hook');
      return resolve(event);
    };`,
};

/** How it is served, and the protocol that it takes a form to come from. */
const WAYS: Readonly<Record<string, { readonly protocol: string; start(dir: string): Promise<StartedBy> }>> = {
  'in development': {
    protocol: 'http',
    start: () => Promise.resolve({ script: VITE, args: ['dev', '--host', '127.0.0.1'] }),
  },
  'as adapter-node has built it': {
    protocol: 'https',
    start: async (dir) => {
      const { code, stderr } = await runApp(VITE, { args: ['build'], cwd: dir });
      assert.equal(code, 0, stderr);
      return { script: join(dir, 'build/index.js'), args: [] };
    },
  },
};

interface StartedBy {
  readonly script: string;
  readonly args: readonly string[];
}

describe('SvelteKit 2', () => {
  const shared = useSharedDaemon();
  const dir = useTempDir();
  afterEach(endApps);

  for (const [way, { protocol, start }] of Object.entries(WAYS)) {
    it(`${way}: what is thrown in each place is one event in one group, and nothing else is one`, async () => {
      writeApp(dir());
      const projectId = shared.newProject();
      const { script, args } = await start(dir());
      const app = startApp(script, {
        args,
        cwd: dir(),
        nodeArgs: ['--import', '@errord/node/auto'],
        env: { ERRORD_URL: shared.url(), ERRORD_PROJECT: projectId, HOST: '127.0.0.1', PORT: '0' },
      });
      await failEverywhere(await readUrl(app), protocol);
      app.child.kill('SIGTERM');
      await app.ended;

      const events = await openApiClient(shared.url()).events(projectId);
      const { body } = await shared.get<RequestList>(`/api/requests?projectId=${projectId}`);
      assert.deepEqual(
        events.map(({ message }) => message).sort(),
        Object.keys(PLACES)
          .map((place) => `lost in ${place}`)
          .sort(),
      );
      assert.equal((await shared.errorGroups(projectId)).length, events.length);
      for (const event of events) assertTold(event, body.requests);
    });
  }

  function writeApp(root: string): void {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    // A folder of its own: Vite puts caches and a copy of its configuration there for a moment.
    mkdirSync(join(root, 'node_modules'));
    for (const name of ['@errord', '@sveltejs', 'svelte', 'vite']) {
      symlinkSync(join(MODULES, name), join(root, 'node_modules', name));
    }
  }

  /** The address that it says it listens on. */
  async function readUrl(app: App): Promise<string> {
    for (;;) {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(stripVTControlCharacters(await app.line())) ?? [];
      if (url !== undefined) return url;
    }
  }

  async function failEverywhere(url: string, protocol: string): Promise<void> {
    const origin = url.replace('http', protocol);
    const form = { method: 'POST', headers: { origin }, body: new URLSearchParams({ fruit: 'apples' }) };
    for (const place of Object.keys(PLACES)) {
      const answer = await fetch(`${url}/${place}`, place === 'action' ? form : {});
      await answer.text();
      assert.equal(answer.status, 500, place);
    }
    for (const path of REFUSED) assert.equal((await fetch(`${url}/${path}`)).status, 404);
  }

  function assertTold(event: EventRecord, requests: readonly RequestRecord[]): void {
    const place = event.message.replace('lost in ', '');
    assert.equal(event.request?.url, `/${place}`);
    const [frame] = event.stackFrames;
    assert.ok(frame?.filename?.endsWith(PLACES[place] ?? ''), `${place}: ${frame?.filename}`);
    assert.equal(frame?.inApp, true);
    const request = requests.find(({ url }) => url === `/${place}`);
    assert.deepEqual([request?.statusCode, request?.errorEventId], [500, event.eventId]);
  }
});
