import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, createServer, type InlineConfig, preview } from 'vite';
import { CONTEXT_LINES } from '../../clients/core/limits.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CLIENT = join(ROOT, 'clients/browser');

/** What `npm pack` would put into the package of the client. */
export function copyClient(path: string): void {
  for (const name of ['package.json', 'dist']) cpSync(join(CLIENT, name), join(path, name), { recursive: true });
}

export function linkClient(path: string): void {
  symlinkSync(CLIENT, path);
}

export function copyPackage(name: string, app: string): void {
  cpSync(join(ROOT, 'node_modules', name), join(app, 'node_modules', name), { recursive: true });
}

/** The example with its dependencies in a directory; its path. */
export function installExample(app: string, putClient: (app: string) => void): string {
  cpSync(join(ROOT, 'examples/vite-react'), app, { recursive: true });
  mkdirSync(join(app, 'node_modules/@errord'), { recursive: true });
  for (const name of ['react', 'react-dom', 'scheduler']) copyPackage(name, app);
  symlinkSync(join(ROOT, 'node_modules/vite'), join(app, 'node_modules/vite'));
  putClient(app);
  return app;
}

export interface ServedApp {
  readonly url: string;
  close(): Promise<void>;
}

function toConfig(root: string, daemonUrl: string): InlineConfig {
  return { root, logLevel: 'silent', define: { 'import.meta.env.VITE_ERRORD_URL': JSON.stringify(daemonUrl) } };
}

/** Vite's development server, on a free port, with what it would find out by a first visit told beforehand. */
export async function serveForDevelopment(root: string, daemonUrl: string): Promise<ServedApp> {
  const restore = setNodeEnv('development');
  const server = await createServer({
    ...toConfig(root, daemonUrl),
    server: { port: 0, host: '127.0.0.1' },
    optimizeDeps: {
      include: ['react', 'react-dom/client', 'react/jsx-dev-runtime', '@errord/browser', '@errord/browser/react'],
    },
  });
  await server.listen();
  return toServed(server.resolvedUrls?.local[0], () => server.close().finally(restore));
}

/** Builds it for production, and serves that as `vite preview` does. */
export async function serveBuilt(root: string, daemonUrl: string): Promise<ServedApp> {
  const restore = setNodeEnv('production');
  await build(toConfig(root, daemonUrl));
  const server = await preview({ ...toConfig(root, daemonUrl), preview: { port: 0, host: '127.0.0.1' } });
  return toServed(server.resolvedUrls?.local[0], () => server.close().finally(restore));
}

function toServed(url: string | undefined, close: () => Promise<void>): ServedApp {
  return { url: url ?? '', close };
}

/** Vite goes by the variable of the process as long as it serves, and would leave it to the next one. */
function setNodeEnv(value: string): () => void {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = value;
  return () => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  };
}

/** Where a text stands in a file, counted from 1, and the lines around it. */
export function placeOf(path: string, text: string, offset = 0) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const index = lines.findIndex((line) => line.includes(text));
  return {
    lineno: index + 1,
    colno: (lines[index] ?? '').indexOf(text) + offset + 1,
    contextLine: lines[index],
    preContext: lines.slice(Math.max(0, index - CONTEXT_LINES), index),
    postContext: lines.slice(index + 1, index + 1 + CONTEXT_LINES),
  };
}
