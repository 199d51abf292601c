// Limits of the MCP server. See src/limits.ts; those that its tools name are in schemas/limits.ts.

const KIB = 1024;

/**
 * Bytes of UTF-8 that count as one token. Models differ and none of their tokenizers is here: English is some 4 bytes a token,
 * code and stacks 3, Chinese 3.
 */
export const MCP_TOKEN_BYTES = 3;
/** One message to the server, over HTTP: a call of a tool is under 2 KiB, what a client says of itself some more. */
export const MCP_MESSAGE_BYTES_MAX = 64 * KIB;
/** What is read of standard input before its lines are taken apart: a message, and a pipe full of them. */
export const MCP_STDIN_BYTES_MAX = 4 * MCP_MESSAGE_BYTES_MAX;
/** Calls of tools at once, of all clients: each makes up to seven queries and reads their answers on the gateway's thread. */
export const MCP_CALLS_AT_ONCE_MAX = 8;
/** Characters looked at of one text, such as a stack or the state of an application. */
export const MCP_TEXT_CHARS_MAX = 16 * KIB;
/** Characters in one line of a part: a longer one is broken, so that a cursor can stand in it. */
export const MCP_LINE_CHARS_MAX = 600;
/** Bytes of a row in a list, such as a message; fewer where many rows share a small answer. */
export const MCP_ROW_BYTES_MAX = 600;
/** Less than this is no row: then an answer has fewer of them than were asked for. */
export const MCP_ROW_BYTES_MIN = 200;
/** Requests, logs and errors of the same correlation id, each. */
export const MCP_RELATED_ROWS_MAX = 20;
/** Error groups of the same type. */
export const MCP_SIMILAR_ROWS_MAX = 5;
/** Types of errors that the statistics name: those with most events. */
export const MCP_TYPES_MAX = 20;
/** Projects that the statistics name. */
export const MCP_PROJECTS_MAX = 50;
/** Saved views that are named where the one that was asked for is not there, and bytes of each name: within the smallest answer. */
export const MCP_VIEWS_MAX = 20;
export const MCP_VIEW_BYTES_MAX = 120;
/** Characters of a sentence that the daemon gave as its reason. */
export const MCP_REASON_CHARS_MAX = 500;
