import { KNOWN_FILENAME_CHARS_MAX, KNOWN_FILENAMES_MAX } from '../../limits.js';
import { openBoundedCache } from './bounded-cache.js';

/**
 * The same function, which remembers what it made of the names of files, or of frames that begin with one: an application
 * has few of them, and each of its errors names a dozen.
 */
export function rememberFilenames<Value extends string | object>(
  make: (filename: string) => Value,
): (filename: string) => Value {
  const known = openBoundedCache<string, Value>(KNOWN_FILENAMES_MAX);
  return (filename) => {
    if (filename.length > KNOWN_FILENAME_CHARS_MAX) return make(filename);
    return known.get(filename) ?? known.set(filename, make(filename));
  };
}
