import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Sends bytes as they are and resolves to what came back when `until` matches it or the connection ends. */
export async function exchangeRaw(port: number, text: string | Uint8Array, until?: RegExp): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const received = await readUntil(socket, until ?? /\r\n\r\n.*[}>]$/s);
  socket.destroy();
  return received;
}

/** Reads until the text matches or the connection ends, in whatever way. */
export async function readUntil(socket: Socket, until: RegExp): Promise<string> {
  let received = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (until.test(received)) resolve();
    });
    socket.once('close', resolve);
    // A reset is an end like another here; what came before it is what counts.
    socket.once('error', () => {
      resolve();
    });
  });
  return received;
}

/** An open connection. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
