// URLs of protocols that know no limit for them.

import { URL_CHARS_MAX } from '../../../schemas/limits.js';
import { SECRET_AHEAD_CHARS } from '../../limits.js';
import { sliceText } from '../../slice-text.js';

/**
 * The start of a URL that is too long. It ends in front of the part that the limit falls into, and of an address near it:
 * cut through, a password in it would not be known as one.
 */
export function cutUrl(url: string): string {
  if (url.length <= URL_CHARS_MAX) return url;
  const near = URL_CHARS_MAX - SECRET_AHEAD_CHARS;
  const address = url.indexOf('//', near);
  if (address !== -1 && address < URL_CHARS_MAX) return url.slice(0, address);
  const lastMark = Math.max(...PART_MARKS.map((mark) => url.lastIndexOf(mark, URL_CHARS_MAX)));
  return lastMark > near ? url.slice(0, lastMark) : sliceText(url, URL_CHARS_MAX);
}

const PART_MARKS = ['/', '?', '&', ';', '#'];
