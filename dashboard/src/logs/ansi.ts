import { toVisible } from '../ui/hostile-text.ts';

/** The colours there are tokens for; every other one becomes the nearest of them, so that it can be read in both themes. */
export type AnsiColor = 'red' | 'yellow' | 'green' | 'cyan' | 'blue' | 'magenta' | 'gray';

export interface AnsiStyle {
  /** Null is the colour of ordinary text. */
  readonly color: AnsiColor | null;
  readonly ground: AnsiColor | null;
  readonly isInverse: boolean;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
  readonly isStruck: boolean;
}

/** A run of text in one style. The text is ready to be shown: of control characters it has line breaks and tabs only. */
export interface Segment {
  readonly text: string;
  readonly style: AnsiStyle;
}

const PLAIN: AnsiStyle = {
  color: null,
  ground: null,
  isInverse: false,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
};

/**
 * Control sequences by ECMA-48: `ESC [ … letter`; texts for the terminal (`ESC ]`, `P`, `X`, `^`, `_`) up to their end;
 * and two-character ones. A text without its end loses only its beginning, so that nothing can hide what follows it.
 * No part can match in two ways, and none goes past the next escape: the time is linear in the text.
 */
const SEQUENCE =
  /(?:\u001b\[|\u009b)([0-?]*)[ -/]*([@-~])|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\0-\u0008\n-\u001f\u007f-\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;

/** What a message says, with the styles that its escape sequences ask for; every other control sequence is dropped. */
export function toSegments(message: string): readonly Segment[] {
  const text = message.replace(/\r\n?/g, '\n');
  const segments: Segment[] = [];
  const add = (part: string, style: AnsiStyle): void => {
    if (part !== '') segments.push({ text: toVisible(part), style });
  };
  let style = PLAIN;
  let from = 0;
  for (const match of text.matchAll(SEQUENCE)) {
    const [sequence, parameters, final] = match;
    add(text.slice(from, match.index), style);
    from = match.index + sequence.length;
    if (final === 'm' && parameters !== undefined) style = toStyle(style, parameters);
  }
  add(text.slice(from), style);
  return segments;
}

/** What a message says, without any style. */
export function toPlainText(message: string): string {
  return toSegments(message)
    .map(({ text }) => text)
    .join('');
}

/** Past these many numbers a sequence is not there for colours. */
const CODES_MAX = 32;

function toStyle(style: AnsiStyle, parameters: string): AnsiStyle {
  // Private sequences, which only look like colours.
  if (/[<-?]/.test(parameters)) return style;
  const codes = parameters.split(';', CODES_MAX).flatMap(toCodes);
  let next = style;
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const { color, used } = readColor(codes.slice(index + 1, index + 5));
      next = { ...next, [code === 38 ? 'color' : 'ground']: color };
      index += used;
    } else next = code === 0 ? PLAIN : { ...next, ...(CHANGES[code] ?? toNamedColor(code)) };
  }
  return next;
}

/** `38:2::r:g:b` and `38:5:n` as the numbers that the form with semicolons has; of others (`4:3`) the first. */
function toCodes(part: string): readonly number[] {
  const [code = 0, mode, ...rest] = part.split(':').map(Number);
  if (mode === 2) return [code, mode, ...rest.slice(-3)];
  return mode === 5 ? [code, mode, ...rest.slice(0, 1)] : [code];
}

const CHANGES: Readonly<Record<number, Partial<AnsiStyle>>> = {
  1: { isBold: true },
  2: { isDim: true },
  3: { isItalic: true },
  4: { isUnderlined: true },
  7: { isInverse: true },
  9: { isStruck: true },
  21: { isUnderlined: true },
  22: { isBold: false, isDim: false },
  23: { isItalic: false },
  24: { isUnderlined: false },
  27: { isInverse: false },
  29: { isStruck: false },
  39: { color: null },
  49: { ground: null },
};

/** Black, as a terminal on a dark ground shows it, and white are grey and ordinary text. */
const NAMED: readonly (AnsiColor | null)[] = ['gray', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', null];

function toNamedColor(code: number): Partial<AnsiStyle> {
  const [tens, index] = [Math.floor(code / 10), code % 10];
  if (index > 7) return {};
  if (tens === 3 || tens === 9) return { color: NAMED[index] ?? null };
  return tens === 4 || tens === 10 ? { ground: NAMED[index] ?? null } : {};
}

/** What follows 38 or 48: `5;n` of the palette or `2;r;g;b`. */
function readColor([mode, first = 0, green = 0, blue = 0]: readonly number[]): {
  readonly color: AnsiColor | null;
  readonly used: number;
} {
  if (mode === 5) return { color: fromPalette(first), used: 2 };
  return mode === 2 ? { color: fromRgb([first, green, blue]), used: 4 } : { color: null, used: 0 };
}

/** 16 named colours, a cube of 6 × 6 × 6, and a scale of greys. */
function fromPalette(index: number): AnsiColor | null {
  if (index < 16) return NAMED[index % 8] ?? null;
  if (index > 231) return index < 248 ? 'gray' : null;
  const [red, green, blue] = [Math.floor((index - 16) / 36), Math.floor((index - 16) / 6) % 6, (index - 16) % 6];
  return fromRgb([red * 51, green * 51, blue * 51]);
}

/** Below this much between its strongest and its weakest part a colour is a grey. */
const CHROMA_MIN = 40;
const LIGHT_MIN = 170;
/** Where on the circle of hues each colour ends. */
const HUES: readonly (readonly [number, AnsiColor])[] = [
  [25, 'red'],
  [75, 'yellow'],
  [160, 'green'],
  [200, 'cyan'],
  [255, 'blue'],
  [335, 'magenta'],
];

function fromRgb([red, green, blue]: readonly [number, number, number]): AnsiColor | null {
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const chroma = max - min;
  if (chroma < CHROMA_MIN) return min > LIGHT_MIN ? null : 'gray';
  let sixth = (red - green) / chroma + 4;
  if (max === red) sixth = (green - blue) / chroma + 6;
  else if (max === green) sixth = (blue - red) / chroma + 2;
  const hue = (sixth * 60) % 360;
  return HUES.find(([end]) => hue < end)?.[1] ?? 'red';
}
