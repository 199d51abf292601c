// The row of the Model Context Protocol in the route table.

import { McpMessage, McpQuery } from '../../schemas/mcp.js';
import { MCP_ENDPOINT } from '../constants.js';
import type { Route } from './route.js';
import { success } from './route-answers.js';
import { toRouteQuery } from './route-query.js';

export const MCP_ROUTE: Route = {
  method: 'POST',
  path: MCP_ENDPOINT,
  action: { kind: 'mcp' },
  summary: 'Speak the Model Context Protocol: one message, and its answer as JSON.',
  // Assistants are set up by people, who copy addresses from elsewhere.
  query: toRouteQuery(McpQuery, { ignoresUnknown: true }),
  body: { schema: McpMessage, required: true },
  unknownId: null,
  successes: [
    success(200, { type: 'object', title: 'JSON-RPC 2.0 response' }),
    { status: 202, description: 'Taken; a notification has no answer.', schema: null },
  ],
  errors: ['not_acceptable'],
};
