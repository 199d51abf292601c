// Versions 3 and 4: the rules of versions 1 and 2 by the frames that source maps tell. A fingerprint of them is never equal to
// one by frames as they were sent, so that groups of both can wait beside each other.

import { hash } from 'node:crypto';
import type { Grouping } from '../../../../schemas/error-group.js';
import type { StackFrame } from '../../../../schemas/event.js';
import { isJavascriptOwn } from '../own-javascript.js';
import { toKeyOfParts } from './v1.js';

export interface MappedFingerprint {
  readonly value: string;
  readonly version: number;
  readonly parts: Grouping;
}

/** What one of the two rules makes of mapped frames, as a fingerprint of its own version. */
export function toMappedFingerprint(print: { readonly value: string; readonly parts: Grouping }): MappedFingerprint {
  const version = print.parts.version + 2;
  return {
    value: hash('sha256', JSON.stringify([version, print.value]), 'hex'),
    version,
    parts: { ...print.parts, version },
  };
}

/** Version 1's fingerprint of the parts that it was made of. */
export function fromParts(stored: Grouping): { readonly value: string; readonly parts: Grouping } {
  const parts = { ...stored, version: 1 };
  return { value: hash('sha256', JSON.stringify(toKeyOfParts(parts)), 'hex'), parts };
}

/** As version 1 takes them: the first three of the application, of those that are stored. */
export function toGroupingFrames(frames: readonly StackFrame[]): readonly StackFrame[] {
  return frames.filter(({ inApp, filename = '' }) => inApp && isJavascriptOwn(filename)).slice(0, GROUPING_FRAMES);
}

const GROUPING_FRAMES = 3;
