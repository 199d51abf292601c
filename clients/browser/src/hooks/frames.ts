import type { StackFrame } from '../../../core/types.js';

/** Code that came with a package or a bundler: the paths of npm, Vite, webpack, Rollup, Parcel, Next and Nuxt. */
const VENDOR =
  /\/node_modules\/|\/@vite\/|\/@react-refresh|\/\.vite\/|[/\\]webpack[/\\](?:bootstrap|runtime|startup)|\/(?:chunk-)?(?:vendors?|polyfills?|framework|react-dom)(?:[~.-][^/]*)?\.m?js/i;

/** Frames of the page's own origin are the application's, but for those of packages. */
export function markFrames(frames: StackFrame[], ownOrigin: string = location.origin): StackFrame[] {
  for (const frame of frames) {
    const { filename } = frame;
    if (filename !== undefined) frame.inApp = isOwn(filename, ownOrigin) && !VENDOR.test(filename);
  }
  return frames;
}

/** Bundlers name modules by schemes of their own; everything else with a scheme is of an origin or an extension. */
function isOwn(filename: string, ownOrigin: string): boolean {
  if (/^(?:webpack|webpack-internal|turbopack|file):/.test(filename)) return true;
  const place = filename.replace(/^blob:/, '');
  return place.startsWith(`${ownOrigin}/`) || !/^[a-z][\w+.-]*:/i.test(place);
}
