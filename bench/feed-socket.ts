// A client of the feed that costs little: many of them run in one process beside what they measure.

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const UPGRADE_END = Buffer.from('\r\n\r\n');
const SHORT_MAX = 125;
const LENGTH_16 = 126;
const TEXT_FRAME = 0x81;
const PING_FRAME = 0x89;
const PONG_FRAME = 0x8a;
/** Clients mask, with zeros here. */
const MASKED = 0x80;
const NO_MASK = Buffer.alloc(4);

/** Follows the feed. Only as much of WebSocket as a server sends: whole frames, without masks. */
export function subscribe(
  port: number,
  onMessage: (payload: Buffer, atMs: number) => void,
  onClose: () => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const key = randomBytes(16).toString('base64');
    socket.write(
      `GET /ws HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
    );
    let pending: Buffer = Buffer.alloc(0);
    let isOpen = false;
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      if (!isOpen) {
        const end = pending.indexOf(UPGRADE_END);
        if (end === -1) return;
        if (pending.toString('latin1', 9, 12) !== '101') reject(new Error('the feed refused a subscriber'));
        pending = pending.subarray(end + UPGRADE_END.length);
        isOpen = true;
        resolve(socket);
      }
      pending = readFrames(pending, { socket, onMessage });
    });
    socket.on('error', reject);
    socket.on('close', onClose);
  });
}

/** Calls for each whole frame; answers what is left over. */
function readFrames(
  bytes: Buffer,
  { socket, onMessage }: { socket: Socket; onMessage: (payload: Buffer, atMs: number) => void },
): Buffer {
  const receivedAtMs = performance.now();
  let at = 0;
  while (bytes.length - at >= 2) {
    const short = bytes[at + 1] ?? 0;
    const headBytes = short <= SHORT_MAX ? 2 : short === LENGTH_16 ? 4 : 10;
    if (bytes.length - at < headBytes) break;
    const length =
      headBytes === 2 ? short : headBytes === 4 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    if (bytes.length - at < headBytes + length) break;
    const payload = bytes.subarray(at + headBytes, at + headBytes + length);
    if (bytes[at] === TEXT_FRAME) onMessage(payload, receivedAtMs);
    else if (bytes[at] === PING_FRAME) {
      socket.write(Buffer.concat([Buffer.from([PONG_FRAME, MASKED | length]), NO_MASK, payload]));
    }
    at += headBytes + length;
  }
  return bytes.subarray(at);
}
