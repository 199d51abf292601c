import { hash } from 'node:crypto';
import type { Grouping } from '../../../../schemas/error-group.js';
import type { StackFrame } from '../../../../schemas/event.js';
import type { RedactedSite } from '../redact-site.js';
import { normalizeMessage } from './normalize-message.js';

const FINGERPRINT_VERSION = 1;

export interface Fingerprint {
  /** SHA-256 in lower-case hex. */
  readonly value: string;
  readonly version: typeof FINGERPRINT_VERSION;
  /** What it was computed from. */
  readonly parts: Grouping;
}

/**
 * Version 1, frozen: type, normalized message and the first three in-app frames; without one, type and message. A client
 * that sends its own parts groups by these, in which `{{ default }}` stands for the parts it would have had.
 */
export function fingerprint(site: RedactedSite): Fingerprint {
  const message = normalizeMessage(site.message);
  const frames = site.groupingFrames.map(toGroupingFrame);
  const custom = site.clientFingerprint;
  const parts: Grouping = { version: FINGERPRINT_VERSION, type: site.type, message, frames };
  if (custom !== undefined) parts.custom = [...custom];
  // JSON keeps the parts apart whatever they hold.
  const value = hash('sha256', JSON.stringify(toKeyOfParts(parts)), 'hex');
  return { value, version: FINGERPRINT_VERSION, parts };
}

/** What is hashed. */
export function toKeyOfParts({ type, message, frames, custom }: Grouping): unknown {
  const usual = [type, message, frames.map(toFrameKey)];
  return custom === undefined ? usual : toCustomKey(custom, usual);
}

const DEFAULT_PART = /^\{\{\s{0,4}default\s{0,4}\}\}$/;

function toCustomKey(custom: readonly string[], usual: readonly unknown[]): unknown {
  const parts = custom.map((part) => (DEFAULT_PART.test(part) ? usual : part));
  // The default alone is the default, not a group of its own. The object keeps other parts from looking like usual ones.
  return parts.length === 1 && parts[0] === usual ? usual : { custom: parts };
}

type GroupingFrame = Grouping['frames'][number];

function toGroupingFrame(frame: StackFrame): GroupingFrame {
  const kept: GroupingFrame = {};
  if (frame.filename !== undefined) kept.filename = toStableFilename(frame.filename);
  if (frame.function !== undefined) kept.function = frame.function;
  if (frame.lineno !== undefined) kept.lineno = frame.lineno;
  return kept;
}

function toFrameKey({ filename, function: name, lineno }: GroupingFrame): readonly unknown[] {
  return [filename ?? '', name ?? '', lineno ?? null];
}

/** The file name without what changes from build to build or load to load: scheme, query string, hash. */
function toStableFilename(filename: string): string {
  const path = filename.includes(':') ? stripScheme(filename) : filename;
  return stripQuery(path);
}

const FILE_SCHEME = /^file:\/\//i;
const DRIVE_AFTER_SLASH = /^\/[a-z]:[/\\]/i;
/** `webpack://<name>/`, `webpack-internal:///`, and the layer that Next.js puts behind it in parentheses. */
const WEBPACK_SCHEME = /^webpack(?:-internal)?:\/\/[^/]{0,128}\/(?:\([\w-]{1,64}\)\/)?/i;
const DOT_SLASH = /^(?:\.\/)+/;

function stripScheme(filename: string): string {
  if (FILE_SCHEME.test(filename)) {
    const path = filename.replace(FILE_SCHEME, '');
    return DRIVE_AFTER_SLASH.test(path) ? path.slice(1) : path;
  }
  return WEBPACK_SCHEME.test(filename) ? filename.replace(WEBPACK_SCHEME, '').replace(DOT_SLASH, '') : filename;
}

/** A `#` in front of a directory is part of its name (`/src/C#/x.cs`), not a hash. */
function stripQuery(path: string): string {
  const query = path.indexOf('?');
  const bare = query === -1 ? path : path.slice(0, query);
  const fragment = bare.lastIndexOf('#');
  return fragment > bare.lastIndexOf('/') && fragment > 0 ? bare.slice(0, fragment) : bare;
}
