import { fileURLToPath } from 'node:url';
import type { StackFrame } from '../../core/types.js';

const DEPENDENCY = /(?:^|[\\/])node_modules(?:[\\/]|$)/;

/** Frames as the daemon groups by them: paths instead of URLs, each marked as the application's own or not. */
export function toNodeFrames(frames: readonly StackFrame[]): StackFrame[] {
  return frames.map((frame) => {
    const filename = toPath(frame.filename);
    return { ...frame, ...(filename !== undefined && { filename }), inApp: isInApp(filename) };
  });
}

/** False for the runtime's files, for dependencies, and for what is in no file: `new Promise (<anonymous>)`. */
export function isInApp(filename: string | undefined): boolean {
  if (filename === undefined || filename === '<anonymous>' || filename === 'native') return false;
  return !filename.startsWith('node:') && !DEPENDENCY.test(filename);
}

/** A `file:` URL as a path; anything else as it is. */
export function toPath(filename: string | undefined): string | undefined {
  if (filename?.startsWith('file://') !== true) return filename;
  try {
    // Loaders that reload modules add a query.
    return fileURLToPath(filename.replace(/[?#].*$/, ''));
  } catch {
    // No URL of this system.
    return filename;
  }
}
