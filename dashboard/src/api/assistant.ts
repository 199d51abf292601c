import type { InvestigateErrorInput } from '../../../schemas/mcp.ts';
import { MCP_ENDPOINT } from '../../../src/constants.ts';
import { ApiError, callApi } from './client.ts';

/** What an assistant gets that asks by itself: see docs/assistants.md. */
const TOOL = 'investigate_error';

interface ToolAnswer {
  readonly result?: { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] };
}

/**
 * An error, or one of its events, as text for an assistant: code, causes, breadcrumbs, context, timeline and explanation, with
 * everything that was recorded enclosed as data. The daemon writes it, by the same rule as for assistants that ask it.
 */
export async function readForAssistant(id: string): Promise<string> {
  const given: InvestigateErrorInput = { id };
  const { result } = await callApi<ToolAnswer>(MCP_ENDPOINT, {
    method: 'POST',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: TOOL, arguments: given } },
  });
  const text = result?.content[0]?.text;
  if (text === undefined || result?.isError === true)
    throw new ApiError(text ?? 'The daemon wrote no report.', { status: 0, code: 'no_report' });
  return text;
}
