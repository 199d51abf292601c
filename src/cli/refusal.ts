import type { ErrorReply } from '../../schemas/error-reply.js';
import { type DaemonAnswer, parseErrorReply } from './daemon-call.js';
import { CLI_REFUSAL_DETAILS_MAX } from './limits.js';
import { toTerminalText } from './terminal-text.js';

/** Why a daemon did not do what it was asked, with the details that it gives, to complete a sentence. */
export function describeRefusal(answer: DaemonAnswer): string {
  if (answer.kind !== 'answer') return toTerminalText(answer.cause);
  const reply = parseErrorReply(answer.json);
  return `HTTP ${answer.status}, ${reply === null ? 'no answer of errord' : toTerminalText(toText(reply))}`;
}

function toText({ code, error, details = [] }: ErrorReply): string {
  if (details.length === 0) return `${code}: ${error}`;
  const told = details
    .slice(0, CLI_REFUSAL_DETAILS_MAX)
    .map(({ path, message }) => `${path.replace(/^\//, '')} ${message}`.trimStart());
  const moreCount = details.length - told.length;
  const list = [...told, ...(moreCount > 0 ? [`and ${moreCount} more`] : [])].join('; ');
  // The details stand within the sentence that speaks of them.
  return `${code}: ${error.replace(/\.$/, '')} (${list}).`;
}
