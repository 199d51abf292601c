// The part of Express that the baseline and the tests of the clients use.

declare module 'express' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  export interface Request {
    readonly body: unknown;
  }

  export interface Response {
    status(code: number): Response;
    json(body: unknown): Response;
  }

  export type Handler = (request: Request, response: Response) => unknown;
  export type Middleware = object;

  export interface App {
    (request: IncomingMessage, response: ServerResponse): void;
    use(middleware: Middleware): void;
    get(path: string, handler: Handler): void;
    post(path: string, handler: Handler): void;
    listen(port: number, host: string, ready: () => void): Server;
  }

  const express: { (): App; json(options: { readonly limit: string }): Middleware };
  export default express;
}
