import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface SiteRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A web server of the test's own, on a free port. */
export interface Site {
  url(): string;
  /** What a path answers from here on: a text as the type that its ending says, HTML without one. */
  serve(path: string, answer: string | Answer): string;
  /** What was asked for so far; what a browser asks by itself is left out. */
  readonly requests: readonly SiteRequest[];
}

export function useSite(): Site {
  const answers = new Map<string, Answer>();
  const requests: SiteRequest[] = [];
  let server: Server | undefined;
  const url = (): string => `http://127.0.0.1:${(server?.address() as AddressInfo).port}`;
  before(async () => {
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      if (pathname === '/favicon.ico') {
        response.writeHead(204).end();
        return;
      }
      requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
      const answer = answers.get(pathname);
      if (answer === undefined) response.writeHead(404).end();
      else answer(request, response);
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    answers.clear();
    requests.splice(0);
  });
  after(async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });
  return {
    url,
    requests,
    serve(path, answer) {
      answers.set(path, typeof answer === 'string' ? toTextAnswer(path, answer) : answer);
      return url() + path;
    },
  };
}

function toTextAnswer(path: string, text: string): Answer {
  const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
  return (_request, response) => {
    response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(text);
  };
}

/** A script for a page, bundled from the text of a module as an application is; packages come from the repository. */
export async function bundleScript(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, loader: 'tsx', resolveDir: fileURLToPath(new URL('../../../', import.meta.url)) },
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
