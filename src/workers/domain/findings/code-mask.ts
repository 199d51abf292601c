// What of a source line is code: texts and comments are blanked, so that nothing in them is taken for it.

const QUOTES: ReadonlySet<string> = new Set(['"', "'", '`']);

export interface CodeMask {
  /** The line up to a comment that ends it, with blanks in place of texts and comments. */
  readonly code: string;
  /** The comment that ends the line, or what looks like one: `//` divides in Python. */
  readonly comment: string;
}

/** Undefined where a text or a comment does not end in the line: it then begins or ends inside of one. */
export function toCodeMask(line: string): CodeMask | undefined {
  let code = '';
  while (code.length < line.length) {
    const at = code.length;
    if (isLineComment(line, at)) return { code, comment: line.slice(at) };
    const end = endOfBlank(line, at);
    if (end === undefined) return undefined;
    code += end === at ? line.charAt(at) : ' '.repeat(end - at);
  }
  return { code, comment: '' };
}

/** `#` begins a comment in Python, Ruby and shells, and a private name in JavaScript. */
function isLineComment(line: string, at: number): boolean {
  return line.startsWith('//', at) || line.startsWith('# ', at);
}

/** Behind the text or the comment that begins at `at`; `at` itself where none does, undefined where it does not end. */
function endOfBlank(line: string, at: number): number | undefined {
  if (QUOTES.has(line.charAt(at))) return endOfText(line, at);
  if (line.startsWith('*/', at)) return undefined;
  if (!line.startsWith('/*', at)) return at;
  const end = line.indexOf('*/', at + 2);
  return end === -1 ? undefined : end + 2;
}

/** Behind the quote that ends the text. Code inside of a template text counts as text. */
function endOfText(line: string, start: number): number | undefined {
  const quote = line.charAt(start);
  for (let at = start + 1; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '\\') at += 1;
    else if (char === quote) return at + 1;
  }
  return undefined;
}
