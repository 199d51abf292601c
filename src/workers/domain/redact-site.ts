// A site is what an event is grouped by: type, message, stack, frames. Also run by the client libraries, before anything
// leaves the application.

import type { StackFrame } from '../../../schemas/event.js';
import { MAX_MESSAGE_LENGTH } from '../../constants.js';
import type { NormalizedSite, SiteFields } from './normalize.js';
import { scanText } from './redact-text.js';
import { cutText } from './text.js';

/** Free of secrets and bounded. Only this kind of site is grouped, explained and stored. */
export interface RedactedSite extends SiteFields {
  readonly stage: 'redacted';
}

export function redactSite(site: NormalizedSite): RedactedSite {
  return {
    stage: 'redacted',
    type: site.type,
    message: cutText(redactProse(site.message), MAX_MESSAGE_LENGTH),
    stack: redactOptionalProse(site.stack),
    stackFrames: site.stackFrames.map(redactFrame),
    // They are stored too, as what the fingerprint was computed from.
    groupingFrames: site.groupingFrames.map(redactFrame),
    clientFingerprint: site.clientFingerprint?.map(redactProse),
  };
}

/** A frame that holds no secret comes back as the same reference. Most frames are a path and a name. */
export function redactFrame<Frame extends Partial<StackFrame>>(frame: Frame): Frame {
  if (!mayHoldSecret(frame)) return frame;
  const { filename, contextLine, preContext, postContext } = frame;
  const redacted = { ...frame };
  if (filename !== undefined && isUrlWithSecretForm(filename)) redacted.filename = scanText(filename, 'url');
  if (contextLine !== undefined) redacted.contextLine = redactProse(contextLine);
  if (preContext !== undefined) redacted.preContext = preContext.map(redactProse);
  if (postContext !== undefined) redacted.postContext = postContext.map(redactProse);
  return redacted;
}

function mayHoldSecret({ filename, contextLine, preContext, postContext }: Partial<StackFrame>): boolean {
  if (contextLine !== undefined || preContext !== undefined || postContext !== undefined) return true;
  return filename !== undefined && isUrlWithSecretForm(filename);
}

/** A query string, or a password before the host; `@` alone is common in the paths of packages. */
function isUrlWithSecretForm(filename: string): boolean {
  return filename.includes('=') || (filename.includes('@') && filename.includes('://'));
}

export function redactOptionalProse(text: string | undefined): string | undefined {
  return text === undefined ? undefined : redactProse(text);
}

/** Messages and stacks are sentences and code: only URLs, JSON and printed objects in them are redacted. */
export function redactProse(text: string): string {
  return PROSE_MARKS.some((mark) => text.includes(mark)) ? scanText(text, 'prose') : text;
}

/** Every form that is redacted in prose has one of these; most messages and stacks have none. */
const PROSE_MARKS = ['=', '@', '%3', '":', "':", '`:', '" :', "' :", ': "', ": '", ': `'];
