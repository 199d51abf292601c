// `debug_meta.images` of type `sourcemap`: which build a file of the stack is of, by an id that its source map has too.

import { SENTRY_FRAMES_MAX } from '../../limits.js';
import { asList, asMap, asText, type JsonMap } from './sentry-values.js';

/** The frames with the debug ids of their files; the same frames where the event names none. */
export function withDebugIds(
  frames: readonly JsonMap[] | undefined,
  debugMeta: unknown,
): readonly JsonMap[] | undefined {
  const images = asMap(debugMeta)?.images;
  if (frames === undefined || !Array.isArray(images) || images.length === 0) return frames;
  const byFile = new Map<string, string>();
  // No more files than frames.
  for (const image of asList(images).slice(0, SENTRY_FRAMES_MAX)) {
    const { type, debug_id: debugId, code_file: file } = asMap(image) ?? {};
    if (type === 'sourcemap' && asText(debugId) !== undefined && asText(file) !== undefined)
      byFile.set(file as string, debugId as string);
  }
  if (byFile.size === 0) return frames;
  return frames.map((frame) => {
    const debugId = byFile.get(asText(frame.filename) ?? '');
    return debugId === undefined ? frame : { ...frame, debugId };
  });
}
