// C0, DEL and C1 (which hold every terminal escape sequence), line and paragraph separators, and the bidirectional
// controls that make a line read differently from what it says.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Text that is safe to print on one line of a terminal, whoever wrote it: what could move the cursor, change colours,
 * set a title or reorder the line is shown as `\u001b`. JSON text stays the same JSON.
 */
export function toTerminalText(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
