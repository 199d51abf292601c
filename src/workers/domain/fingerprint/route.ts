// The route of a URL's path: what the application calls one address, whatever ids are in it.

import { toStableSegment } from './stable-filename.js';

/** More of a path than any route has. */
const SEGMENTS_MAX = 24;
const LOCALE_OR_VERSION = /^(?:v\d{1,3}(?:\.\d{1,3}){0,2}|[a-z]{2}(?:-[A-Z]{2})?|[a-z]{1,12}\d{1,2}|\d{3})$/;
const FILE = /\.(?:[cm]?js|css|png|jpe?g|gif|svg|webp|ico|json|woff2?|map|html?|php|xml|txt)$/i;

/** `/users/42/orders/7f3a…` as `/users/:id/orders/:id`; without query string and slash at the end. */
export function toRoute(path: string): string {
  const end = path.search(/[?#]/);
  const bare = end === -1 ? path : path.slice(0, end);
  const segments = bare.split('/', SEGMENTS_MAX).map(toSegment);
  const route = segments.join('/');
  return route.length > 1 ? route.replace(/\/{1,8}$/, '') : route;
}

function toSegment(segment: string): string {
  if (FILE.test(segment)) return toStableSegment(segment);
  return isId(segment) ? ':id' : segment;
}

/** Digits make an id of a segment, but for versions and short names that end in them. */
function isId(segment: string): boolean {
  if (/^:\w|^\{|^\[|^<|^\*/.test(segment)) return true;
  if (/^\d+$/.test(segment)) return true;
  if (segment.includes('@') || segment.includes('%40')) return true;
  return /\d/.test(segment) && !LOCALE_OR_VERSION.test(segment);
}
