import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** An assistant as the SDK has it. */
export interface Assistant {
  readonly client: Client;
  /** The one text of an answer. */
  call(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
}

export interface Assistants {
  /** Connects; what is open is closed after the test. */
  connect(transport: Transport): Promise<Assistant>;
  /** Over HTTP, to `/mcp` with what follows it. */
  connectTo(url: string, options?: { key?: string; query?: string }): Promise<Assistant>;
}

export function useAssistants(): Assistants {
  const open: Client[] = [];
  afterEach(async () => {
    for (const client of open.splice(0)) await client.close();
  });
  const connect = async (transport: Transport): Promise<Assistant> => {
    const client = new Client({ name: 'errord-test', version: '1.0.0' });
    open.push(client);
    await client.connect(transport);
    return {
      client,
      async call(name, input = {}) {
        const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
        const [content, ...others] = result.content;
        assert.ok(content?.type === 'text' && others.length === 0);
        assert.equal(result.structuredContent, undefined);
        return { text: content.text, isError: result.isError === true };
      },
    };
  };
  return {
    connect,
    connectTo: (url, { key, query = '' } = {}) => {
      const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
      // The type of the SDK leaves out that its session is undefined where there is none.
      return connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), { requestInit: { headers } }));
    },
  };
}

/** The answer without what stands between its marks, which are those that it names. */
export function toOwnWords(text: string): string {
  const [, name] = /Between <(data-[0-9a-f]{16})> and/.exec(text) ?? [];
  if (name === undefined) return text;
  return text.replaceAll(new RegExp(`\\n<${name}>\\n[^]*?\\n</${name}>(?=\\n|$)`, 'g'), '\n');
}
