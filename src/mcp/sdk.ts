// The official SDK, as one file that the build makes (scripts/build-mcp.mjs). It is loaded when somebody asks for it: it
// takes some 50 ms and 10 MB.

import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import { PACKAGE_ROOT } from '../package.js';

/** What `scripts/mcp-sdk.mjs` exports. */
export interface Sdk {
  // oxlint-disable-next-line typescript/no-deprecated -- McpServer wants zod for schemas that we have as JSON Schema.
  readonly Server: typeof Server;
  readonly StdioServerTransport: typeof StdioServerTransport;
  readonly CallToolRequestSchema: typeof CallToolRequestSchema;
  readonly ListToolsRequestSchema: typeof ListToolsRequestSchema;
  readonly McpError: typeof McpError;
  readonly ErrorCode: typeof ErrorCode;
  readonly SUPPORTED_PROTOCOL_VERSIONS: typeof SUPPORTED_PROTOCOL_VERSIONS;
}

export type McpServer = InstanceType<Sdk['Server']>;

export async function loadSdk(): Promise<Sdk> {
  return (await import(new URL('dist/mcp/sdk.js', PACKAGE_ROOT).href)) as Sdk;
}
