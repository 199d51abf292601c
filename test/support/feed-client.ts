import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type ClientOptions, WebSocket } from 'ws';

/** A feed client that keeps what it got until somebody asks. */
export class FeedClient {
  readonly #messages: string[] = [];
  readonly #waiters: (() => void)[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<number>;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (message: Buffer) => {
      this.#messages.push(message.toString());
      for (const resolve of this.#waiters.splice(0)) resolve();
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    // A reset shows as a close, which is what tests wait for.
    socket.on('error', () => undefined);
  }

  static async open(url: string, options: ClientOptions = {}): Promise<FeedClient> {
    const client = new FeedClient(new WebSocket(url, options));
    await once(client.socket, 'open');
    return client;
  }

  /** The next message, parsed. */
  async next(): Promise<{ type: string; payload: Record<string, unknown> }> {
    return JSON.parse(await this.nextText()) as { type: string; payload: Record<string, unknown> };
  }

  async nextText(): Promise<string> {
    for (;;) {
      const message = this.#messages.shift();
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => {
        this.#waiters.push(resolve);
      });
    }
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

/** The answer to an upgrade that is refused. */
export async function refuseFeed(
  url: string,
  options: ClientOptions = {},
): Promise<{ status: number; code: string; response: IncomingMessage }> {
  const socket = new WebSocket(url, options);
  socket.on('error', () => undefined);
  const opened = once(socket, 'open').then(() => assert.fail('the feed was opened'));
  opened.catch(() => undefined);
  const refused = once(socket, 'unexpected-response') as Promise<[unknown, IncomingMessage]>;
  const [, response] = await Promise.race([refused, opened]);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { code } = JSON.parse(Buffer.concat(chunks).toString()) as { code: string };
  return { status: response.statusCode ?? 0, code, response };
}
