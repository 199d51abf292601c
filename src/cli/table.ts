import { toTerminalText } from './terminal-text.js';

/** Rows under their heads, each column as wide as its widest cell. Cells may come from anywhere: they are made safe here. */
export function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = [heads, ...rows.map((row) => row.map(toTerminalText))];
  const widths = heads.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
