import { toOneLine, toWidth } from './terminal-text.js';

export type Style = 'plain' | 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

/** A part of a line. Its text may come from anywhere: it is made safe when the line is rendered. */
export interface Part {
  readonly text: string;
  readonly style?: Style;
  /** Columns that it is cut and filled to. */
  readonly width?: number;
}

/** The parts stand two columns apart. */
export type Line = readonly Part[];

/** The numbers of ECMA-48, 8.3.117. */
const SGR: Readonly<Record<Exclude<Style, 'plain'>, number>> = {
  bold: 1,
  dim: 2,
  red: 31,
  green: 32,
  yellow: 33,
  cyan: 36,
};

const GAP = '  ';

export interface Look {
  readonly columns: number;
  readonly hasColours: boolean;
}

/** One line of a terminal, without its end: never wider than the columns, and without any control but colours of ours. */
export function renderLine(line: Line, { columns, hasColours }: Look): string {
  let left = columns;
  let rendered = '';
  for (const [index, { text, style = 'plain', width }] of line.entries()) {
    if (index > 0) {
      rendered += GAP;
      left -= GAP.length;
    }
    if (left <= 0) break;
    const shown = toOneLine(text, Math.min(width ?? left, left));
    const fill = index === line.length - 1 ? 0 : Math.min(width ?? 0, left) - toWidth(shown);
    rendered += hasColours && style !== 'plain' && shown !== '' ? `\u001b[${SGR[style]}m${shown}\u001b[0m` : shown;
    rendered += ' '.repeat(Math.max(0, fill));
    left -= toWidth(shown) + Math.max(0, fill);
  }
  return rendered.trimEnd();
}
