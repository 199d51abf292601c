// Where an error comes from: the first frame of an event that is the application's own. Stores keep it with the group as one
// text, file, line and function on a line each, so that searches find the file at its beginning.

import { CULPRIT_FILE_CHARS_MAX, CULPRIT_FUNCTION_CHARS_MAX } from './limits.js';
import { sliceText } from './slice-text.js';
import { parseStackFrames } from './stack-text.js';

export interface Culprit {
  readonly function?: string;
  readonly file?: string;
  readonly line?: number;
}

interface CulpritFrame {
  readonly filename?: string;
  readonly function?: string;
  readonly lineno?: number;
}

/** The text of a frame; null for one that names neither file nor function. */
export function toCulpritText(frame: CulpritFrame | undefined): string | null {
  if (frame === undefined) return null;
  const file = toLine(frame.filename).slice(-CULPRIT_FILE_CHARS_MAX).toWellFormed();
  const name = sliceText(toLine(frame.function), CULPRIT_FUNCTION_CHARS_MAX);
  if (file === '' && name === '') return null;
  return `${file}\n${Number.isSafeInteger(frame.lineno) ? frame.lineno : ''}\n${name}`;
}

/** The culprit of a text that `toCulpritText` has made; undefined for null. */
export function parseCulprit(text: string | null): Culprit | undefined {
  if (text === null) return undefined;
  const [file = '', line = '', name = ''] = text.split('\n');
  return {
    ...(name !== '' && { function: name }),
    ...(file !== '' && { file }),
    ...(line !== '' && Number.isSafeInteger(Number(line)) && { line: Number(line) }),
  };
}

/** The same of a stored event, from the text that its frames are stored in. */
export function toStoredCulprit(stack: string | null): string | null {
  return toCulpritText(parseStackFrames(stack).find(({ inApp }) => inApp));
}

function toLine(text: string | undefined): string {
  return (text ?? '').replaceAll('\n', ' ');
}
