/** Colours and movements of a terminal, as ECMA-48 has them: no part can match in two ways, so the time is linear in the text. */
const TERMINAL_CODES = /\u001b\[[0-?]*[ -/]*[@-~]/g;

/** A text without what a terminal would have coloured it by: what people see of it, and search for. */
export function withoutTerminalCodes(text: string): string {
  return text.includes('\u001b') ? text.replace(TERMINAL_CODES, '') : text;
}
