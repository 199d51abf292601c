// Clients that follow the feed, or ask for an answer, and read it or not. Runs as a process of its own.

import { connect } from 'node:net';
import { answerJob } from './child-processes.js';
import { subscribe } from './feed-socket.js';

export interface OutgoingJob {
  readonly port: number;
  readonly clients: number;
  /** Of an answer that is asked for and never read; null to follow the feed. */
  readonly path: string | null;
  /** Only feed clients read. */
  readonly reads: boolean;
  readonly seconds: number;
}

export interface OutgoingReport {
  readonly messages: number;
  readonly bytes: number;
  /** Those that were disconnected meanwhile. */
  readonly closed: number;
  readonly clientCores: number;
}

answerJob(async ({ port, clients, path, reads, seconds }: OutgoingJob): Promise<OutgoingReport> => {
  let messages = 0;
  let bytes = 0;
  let closed = 0;
  const onClose = (): void => void (closed += 1);
  const onMessage = ({ length }: Buffer): void => {
    messages += 1;
    bytes += length;
  };
  const open = async (): Promise<void> => {
    const socket = path === null ? await subscribe(port, onMessage, onClose) : ask(port, path, onClose);
    if (!reads) socket.pause();
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: clients }, open));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const { user, system } = process.cpuUsage(before);
  return { messages, bytes, closed, clientCores: (user + system) / 1e6 / seconds };
});

function ask(port: number, path: string, onClose: () => void): ReturnType<typeof connect> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
  socket.on('error', () => undefined);
  // A paused socket does not notice its end; only what it is told by a reset counts.
  socket.on('close', onClose);
  return socket;
}
