// Where it happened, as a sentence says it: `, in `toPrice` at `cart/price.ts:42``.

import type { StackFrame } from '../../../../schemas/event.js';
import type { Part } from './finding.js';

/** Names that runtimes give to what has none. */
const NAMELESS: ReadonlySet<string> = new Set([
  '',
  '?',
  '<anonymous>',
  '(anonymous)',
  'anonymous',
  '<module>',
  '<lambda>',
  '{main}',
  '<main>',
  '<top (required)>',
  '<unknown>',
  'Object.<anonymous>',
  'global code',
  'module code',
  'eval code',
]);

/**
 * The innermost call, where it is the application's own; else the nearest own call that led there. Nothing where no own
 * frame names its file and line.
 */
export function toPlace(frames: readonly StackFrame[]): readonly Part[] {
  const [innermost] = frames;
  const own = frames.find(({ inApp }) => inApp);
  if (own?.filename === undefined || own.filename === '' || own.lineno === undefined || own.lineno <= 0) return [];
  const { function: name = '' } = own;
  const text = toFrameText(own);
  const place = { words: `${toShortPath(own.filename)}:${own.lineno}`, shownBy: 'frame', text } as const;
  if (own !== innermost) {
    const caller = NAMELESS.has(name) ? [] : [{ words: name, shownBy: 'frame', text } as const, ' at '];
    return [', in code called by ', ...caller, place];
  }
  return NAMELESS.has(name) ? [', at ', place] : [', in ', { words: name, shownBy: 'frame', text }, ' at ', place];
}

function toFrameText({ function: name = '', filename = '', lineno, colno }: StackFrame): string {
  const place = [filename, lineno, colno].filter((part) => part !== undefined).join(':');
  return name === '' ? place : `${name} (${place})`;
}

const QUERY = /[?#].*$/s;
const SEPARATORS = /[\\/]+/;

/** The file and its folder: enough to know it by, and the evidence has the whole. */
function toShortPath(filename: string): string {
  const parts = filename
    .replace(QUERY, '')
    .split(SEPARATORS)
    .filter((part) => part !== '');
  return parts.slice(-2).join('/') || filename;
}
