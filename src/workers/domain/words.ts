// Words that a message has to hold, as text. Most wordings need no expression: text is easier to read and cheaper to look for.

/** The text without its marks, as it stands in a message. */
export function toPlainWords(written: string): string {
  return written.slice(isAtStart(written) ? 1 : 0, isAtEnd(written) ? -1 : undefined);
}

/**
 * Whether the words stand in a message: `^` in front binds them to its start, `$` behind to its end, as in an expression, and
 * all else is text. They count as written. Linear in the length of the message.
 */
export function hasWords(content: string, written: string): boolean {
  const text = toPlainWords(written);
  if (isAtStart(written)) return isAtEnd(written) ? content === text : content.startsWith(text);
  return isAtEnd(written) ? content.endsWith(text) : content.includes(text);
}

function isAtStart(written: string): boolean {
  return written.startsWith('^');
}

function isAtEnd(written: string): boolean {
  return written.endsWith('$');
}
