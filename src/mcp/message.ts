// One message over HTTP: a server for it alone, without a session, so that nothing is kept between two calls.

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { McpMessage } from '../../schemas/mcp.js';
import { loadSdk } from './sdk.js';
import { type McpOptions, openServer } from './server.js';

/** A version that nobody speaks here is the caller's doing. */
export type MessageAnswer = { readonly kind: 'answer'; readonly json: string } | { readonly kind: 'unknown_version' };

/** The answer to a request: a message with an id and a method. `version` is what the client says it speaks, if anything. */
export async function answerMessage(message: McpMessage, version: string, options: McpOptions): Promise<MessageAnswer> {
  const sdk = await loadSdk();
  // What says nothing speaks the oldest version over HTTP, which the server knows. What begins says it in its message.
  if (version !== '' && !sdk.SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return { kind: 'unknown_version' };
  const { server } = openServer(sdk, options);
  try {
    const answer = await new Promise<JSONRPCMessage>((resolve, reject) => {
      const transport: Transport = {
        start: () => Promise.resolve(),
        close: () => Promise.resolve(),
        send: (sent) => {
          resolve(sent);
          return Promise.resolve();
        },
      };
      server.connect(transport).then(() => {
        // The SDK looks at what it is given.
        transport.onmessage?.(message as JSONRPCMessage);
      }, reject);
    });
    return { kind: 'answer', json: JSON.stringify(answer) };
  } finally {
    await server.close();
  }
}
