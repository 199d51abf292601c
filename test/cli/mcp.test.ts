// `errord mcp`, as assistants start it: the client of the SDK and the built command line, each a process.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { MCP_REASON_CHARS_MAX, MCP_STDIN_BYTES_MAX } from '../../src/mcp/limits.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { takeFreePort } from '../support/free-port.js';
import { addKey, ask, bearer } from '../support/keys.js';
import { type Assistant, useAssistants } from '../support/mcp.js';
import { CLI_PATH, openTempDir } from './run-cli.js';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_errors', arguments: {} } };

describe('errord mcp', () => {
  const daemons = useDaemon();
  const assistants = useAssistants();
  let home: ReturnType<typeof openTempDir>;
  beforeEach(() => {
    home = openTempDir();
  });
  afterEach(() => {
    home.remove();
  });

  const environment = (key?: string): Record<string, string> => ({
    HOME: home.path,
    PATH: '/usr/bin:/bin',
    ...(key !== undefined && { ERRORD_KEY: key }),
  });

  function connect(args: readonly string[], key?: string): Promise<Assistant> {
    const command = { command: process.execPath, args: [CLI_PATH, 'mcp', ...args], env: environment(key) };
    return assistants.connect(new StdioClientTransport({ ...command, cwd: home.path, stderr: 'ignore' }));
  }

  /** Runs it with this input, and ends the input unless told otherwise. */
  async function run(args: readonly string[], input: string, act: 'end' | 'SIGTERM' | 'SIGINT' | 'wait' = 'end') {
    const child = spawn(process.execPath, [CLI_PATH, 'mcp', ...args], { cwd: home.path, env: environment() });
    const [out, complaints] = [text(child.stdout), text(child.stderr)];
    child.stdin.on('error', () => undefined);
    child.stdin.write(input);
    if (act === 'end') child.stdin.end();
    else if (act !== 'wait') child.stdout.once('data', () => child.kill(act));
    const [exitCode] = (await once(child, 'close')) as [number | null];
    return { exitCode, lines: (await out).split('\n').filter(Boolean), complaints: await complaints };
  }

  it('reads a daemon over stdio, and one project only where that is said', async () => {
    const { url } = await daemons.start();
    for (const projectId of ['shop', 'other']) await ask(url, 'POST /api/events', { body: anEvent({ projectId }) });
    const assistant = await connect(['--url', url, '--project', 'shop']);
    const { tools } = await assistant.client.listTools();
    assert.ok(!tools.some(({ annotations }) => annotations?.readOnlyHint !== true));
    const list = await assistant.call('list_errors');
    assert.match(list.text, /^1 of 1 error groups[^]*project shop/);
    const [, id = ''] = /\n(\w+) {2}error/.exec(list.text) ?? [];
    assert.match((await assistant.call('investigate_error', { id })).text, new RegExp(`error group ${id}`));
    assert.match(
      (await assistant.call('list_errors', { cursor: 'x' })).text,
      /the daemon refused: HTTP 400, invalid_query/,
    );
  });

  it('triages only with --allow-triage, as the holder of its key', async () => {
    const { url } = await daemons.start({ private: true });
    const { key: admin } = await addKey(url, null, { name: 'ada', role: 'admin' });
    const { key: reader } = await addKey(url, admin, { name: 'eve', role: 'reader' });
    await ask(url, 'POST /api/events', { body: anEvent(), headers: bearer(admin) });
    const one = await connect(['--url', url, '--allow-triage'], admin);
    const [, id = ''] = /\n(\w+) {2}error/.exec((await one.call('list_errors')).text) ?? [];
    assert.equal(
      (await one.call('set_error_status', { id, status: 'ignored' })).text,
      'The error group is ignored now.',
    );
    assert.equal((await one.call('set_error_status', { id: 'none', status: 'ignored' })).isError, true);
    assert.match((await ask(url, 'GET /api/audit', { headers: bearer(admin) })).text, /"status_changed","actor":"ada"/);
    await ask(url, 'POST /api/events', { body: anEvent({ message: 'another' }), headers: bearer(admin) });
    const [, otherId = ''] = /\n(\w+) {2}error .*another/.exec((await one.call('list_errors')).text) ?? [];
    const merged = await one.call('merge_errors', { ids: [id, otherId] });
    assert.match(
      merged.text,
      new RegExp(`^They are one error group now, ${id}, with 2 events\\..* the parts ${otherId}\\.$`),
    );
    assert.match(
      (await one.call('merge_errors', { ids: [id, otherId] })).text,
      /409, merge_refused: These errors are one/,
    );
    assert.match(
      (await one.call('unmerge_error', { id, parts: [otherId] })).text,
      new RegExp(`^Taken out: ${otherId}\\.`),
    );
    assert.match((await one.call('unmerge_error', { id: 'none' })).text, /There is no error group with this id/);
    assert.match((await one.call('split_error', { id, message: 'no such' })).text, /409, split_refused: None of/);
    const other = await connect(['--url', url, '--allow-triage'], reader);
    const refused = await other.call('set_error_status', { id, status: 'resolved' });
    assert.ok(refused.isError);
    assert.match(refused.text, /403, forbidden: This is for an admin key only/);
    assert.match((await other.call('merge_errors', { ids: [id, otherId] })).text, /403, forbidden/);
  });

  it('says what to do when the daemon is away or wants a key, and answers when it is there', async () => {
    const port = await takeFreePort();
    const assistant = await connect(['--port', String(port)]);
    const away = await assistant.call('list_errors');
    assert.ok(away.isError);
    assert.match(away.text, /errord is not running at .*\nStart it with "errord start"/);
    assert.ok(away.text.length <= MCP_REASON_CHARS_MAX);
    const { url } = await daemons.start({ port });
    assert.equal((await assistant.call('list_errors')).isError, false);
    await addKey(url, null, { name: 'ada', role: 'admin' });
    assert.match((await assistant.call('list_errors')).text, /wants a key: set ERRORD_KEY/);
  });

  it('writes nothing but messages to standard output, answers what it has taken, and ends with its input', async () => {
    const { url } = await daemons.start();
    const messages = [PING, 'no JSON', LIST].map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
    const { exitCode, lines, complaints } = await run(['--url', url], `${messages.join('\n')}\n`);
    assert.equal(exitCode, 0);
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { id: number }).id),
      [1, 2],
    );
    assert.match(complaints, /^errord: /);
  });

  it('ends with 0 on SIGTERM and SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const { exitCode, lines } = await run([], `${JSON.stringify(PING)}\n`, signal);
      assert.deepEqual([exitCode, lines.length], [0, 1], signal);
    }
  });

  it('takes MCP_STDIN_BYTES_MAX without a line end, and ends with 1 past it', async () => {
    const empty = JSON.stringify({ ...PING, params: { _meta: { x: '' } } }).length;
    const message = (bytes: number) => JSON.stringify({ ...PING, params: { _meta: { x: 'x'.repeat(bytes - empty) } } });
    const fits = await run([], `${message(MCP_STDIN_BYTES_MAX - 1)}\n`);
    assert.deepEqual([fits.exitCode, fits.lines.length], [0, 1]);
    const over = await run([], message(MCP_STDIN_BYTES_MAX + 1), 'wait');
    assert.deepEqual([over.exitCode, over.lines.length], [1, 0]);
    assert.match(over.complaints, /exceeded maximum size/);
  });

  it('is not loaded by a daemon that nobody asks: none of its modules is imported at the start', () => {
    const folder = new URL('dist/main/', PACKAGE_ROOT);
    const loaded = new Map<string, string>();
    const load = (name: string): void => {
      if (loaded.has(name)) return;
      const code = readFileSync(new URL(name, folder), 'utf8');
      loaded.set(name, code);
      for (const [, imported = ''] of code.matchAll(/^(?:import |\} from )"\.\/([^"]+)";$/gm)) load(imported);
    };
    // The command, and what it loads beside its threads and when they have started.
    const files = readdirSync(folder);
    for (const part of ['cli', 'start', 'serving', 'maintenance'])
      load(files.find((name) => name.replace(/(?:-\w{8})?\.js$/, '') === part) ?? part);
    const modules = [...loaded.values()].flatMap((code) => [...code.matchAll(/^\/\/ (dist\/.+)$/gm)]);
    const names = modules.map(([, name = '']) => name);
    assert.ok(names.includes('dist/src/gateway/mcp.js') && names.length > 200, `${names.length}`);
    assert.deepEqual(names.filter((name) => /\/(?:mcp|lookup)\//.test(name)).sort(), [
      'dist/src/lookup/reader.js',
      'dist/src/mcp/limits.js',
    ]);
  });

  it('runs without the packages of the SDK: its bundle imports nothing but Node', () => {
    const bundle = readFileSync(new URL('dist/mcp/sdk.js', PACKAGE_ROOT), 'utf8');
    const imported = [...bundle.matchAll(/(?:\bfrom|\bimport|\brequire\()\s*["']([^"']+)["']/g)].map(
      ([, name]) => name,
    );
    assert.deepEqual([...new Set(imported)], ['node:process']);
    const own = ['sdk', 'server', 'message'].map((name) =>
      readFileSync(new URL(`dist/src/mcp/${name}.js`, PACKAGE_ROOT), 'utf8'),
    );
    assert.ok(!own.some((code) => code.includes('@modelcontextprotocol')));
    assert.match(readFileSync(new URL('dist/mcp/LICENSES.txt', PACKAGE_ROOT), 'utf8'), /^@modelcontextprotocol\/sdk /);
  });
});
