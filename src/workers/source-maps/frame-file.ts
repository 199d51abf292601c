// What the file name of a frame says of where its file is.

import { SOURCE_PATH_SEGMENTS_MAX } from '../../limits.js';

export interface FrameFile {
  /** Of a page or a server of the application; null for a file of the machine that it ran on. */
  readonly origin: string | null;
  /** With the query string, as a dev server is asked for it. */
  readonly request: string;
  /** Whole, without query string; absolute or below something unknown. */
  readonly path: string;
  /** The last parts of the path. */
  readonly segments: readonly string[];
}

/** Null for what is no file that somebody built: parts of the runtime, text that was evaluated. */
export function parseFrameFile(filename: string): FrameFile | null {
  if (filename === '' || filename.startsWith('node:') || filename.includes('\0')) return null;
  const [, scheme = ''] = /^([a-z][a-z\d+.-]+):/i.exec(filename) ?? [];
  switch (scheme.toLowerCase()) {
    case '':
      return toFile({ origin: null, request: '', path: filename.replaceAll('\\', '/') });
    case 'http':
    case 'https':
    case 'file':
    // Of applications that are no web pages, by Sentry's SDKs and by shells around a browser.
    case 'app':
    case 'capacitor':
      return parseAddress(filename);
    default:
      return null;
  }
}

function parseAddress(filename: string): FrameFile | null {
  if (!URL.canParse(filename)) return null;
  const { protocol, origin, pathname, search } = new URL(filename);
  const path = decodePath(pathname);
  if (path === null) return null;
  return toFile({ origin: protocol.startsWith('http') ? origin : null, request: pathname + search, path });
}

function decodePath(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}

function toFile(file: Omit<FrameFile, 'segments'>): FrameFile | null {
  const parts = file.path.split('/').filter((part) => part !== '' && part !== '.');
  // Nothing in a path that leads up is looked for.
  if (parts.length === 0 || parts.includes('..')) return null;
  return { ...file, segments: parts.slice(-SOURCE_PATH_SEGMENTS_MAX) };
}
