// `debug: true`: says what becomes of each call, which is why nothing arrives where it should.

import type { UnsentBy } from './client.js';
import { DEBUG_BODY_CHARS, DEBUG_LINES_MAX, DEBUG_PERIOD_MS } from './limits.js';
import type { Settings } from './options.js';
import type { Send } from './outbox.js';

/** As `send`; tells each answer, or that there was none, in so many lines a period. What is sent is not told. */
export function tellCalls(send: Send, { serverUrl, projectId }: Settings, print: (line: string) => void): Send {
  const url = toPublicUrl(serverUrl);
  let startedAtMs = 0;
  let count = 0;
  const tell = (text: string): void => {
    const now = Date.now();
    if (now - startedAtMs >= DEBUG_PERIOD_MS) {
      startedAtMs = now;
      count = 0;
    }
    count += 1;
    if (count <= DEBUG_LINES_MAX) print(`errord: ${text}${count === DEBUG_LINES_MAX ? ' (no more for a while)' : ''}`);
  };
  tell(`reports to ${url} as ${projectId ?? 'no project'}`);
  return (path, records) =>
    send(path, records).then(
      (answer) => {
        // Whoever answers may not be a daemon: what it says is told as a quoted text.
        tell(`${answer.status} from ${url}${path}: ${JSON.stringify(answer.body.slice(0, DEBUG_BODY_CHARS))}`);
        return answer;
      },
      (error: unknown) => {
        tell(`no answer from ${url}${path}, which is tried again: ${String(error)}`);
        throw error;
      },
    );
}

/**
 * Says that an option keeps errors from being sent: once a period for each, so that one which leaves out nearly all takes no
 * line from the answers.
 */
export function tellUnsent(print: (line: string) => void): (option: UnsentBy) => void {
  const toldAtMs = new Map<UnsentBy, number>();
  return (option) => {
    const now = Date.now();
    if (now - (toldAtMs.get(option) ?? 0) < DEBUG_PERIOD_MS) return;
    toldAtMs.set(option, now);
    print(`errord: an error is not sent, by ${option} (no more of these for a while)`);
  };
}

/** What is said in the place of everything else with `enabled: false`. */
export const DISABLED_LINE = 'errord: nothing is sent, by enabled: false';

/** A password in it is nobody's business. */
export function toPublicUrl(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//');
}
