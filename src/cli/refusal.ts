import { type DaemonAnswer, parseErrorReply } from './daemon-call.js';
import { toTerminalText } from './terminal-text.js';

/** Why a daemon did not do what it was asked, to complete a sentence. */
export function describeRefusal(answer: DaemonAnswer): string {
  if (answer.kind !== 'answer') return toTerminalText(answer.cause);
  const reply = parseErrorReply(answer.json);
  return `HTTP ${answer.status}, ${reply === null ? 'no answer of errord' : toTerminalText(`${reply.code}: ${reply.error}`)}`;
}
