// `debug: true`: what became of the calls that a process made while it ended; nothing is tried again.

import { toPublicUrl } from '../../core/debug.js';
import type { LastAnswer, LastCall } from './last-call.js';

/** As `deliver`; tells the answer, or why there was none. */
export function tellLastCall(
  deliver: (call: LastCall) => LastAnswer,
  print: (line: string) => void,
): (call: LastCall) => LastAnswer {
  return (call) => {
    const place = `from ${toPublicUrl(call.serverUrl)} as the process ended`;
    try {
      const answer = deliver(call);
      const { status, reason } = answer;
      print(status === 0 ? `errord: no answer ${place}: ${reason}` : `errord: ${status} ${place}`);
      return answer;
    } catch (error) {
      print(`errord: no answer ${place}: the call could not be made: ${String(error)}`);
      throw error;
    }
  };
}

/** Of records that go with the process. */
export function toLossLine(recordCount: number, serverUrl: string, reason: string): string {
  const count = recordCount === 1 ? '1 record' : `${recordCount} records`;
  return `errord: ${count} not delivered to ${toPublicUrl(serverUrl)} as the process ended: ${reason}`;
}
