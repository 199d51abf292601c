import type { StackFrame } from '../../../../schemas/event.js';

/** A frame of the application with what its names say. */
export interface OwnFrame {
  readonly frame: StackFrame;
  readonly filename: string;
  /** Without the host that served it, of a script. */
  readonly hostless: string;
  readonly name: string;
  readonly isMinified: boolean;
  readonly isHelper: boolean;
}

/** Of lines that no person wrote into one file: the whole application in a build that is not minified. */
export function isBundle({ lineno = 0 }: StackFrame): boolean {
  return lineno >= BUNDLE_LINE_MIN;
}

const BUNDLE_LINE_MIN = 5000;
