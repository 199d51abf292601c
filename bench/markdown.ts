// Markdown that is made of results.

/** The document with `section` between the two markers. Refuses a document without them. */
export function replaceBetween(document: string, [begin, end]: readonly [string, string], section: string): string {
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from === -1 || to < from) throw new Error(`the document lacks its markers: ${begin}`);
  return `${document.slice(0, from + begin.length)}\n\n${section}\n\n${document.slice(to)}`;
}

/** A padded table; the first row is its head. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  const toLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [toLine(head), toLine(widths.map((width) => '-'.repeat(width))), ...body.map(toLine)].join('\n');
}

const LINE_CHARS_MAX = 120;

/** Breaks a paragraph into lines. */
export function wrap(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > LINE_CHARS_MAX) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
