// Calls of the writer: which there are, and those that are not answered yet.

import type { WriterCall } from '../thread-messages.js';

/** What answers each of them. */
export type Calls<Writer> = {
  [K in keyof WriterCall]: (
    input: WriterCall[K]['in'],
    writer: Writer,
  ) => WriterCall[K]['out'] | Promise<WriterCall[K]['out']>;
};

/** The close call is answered while the set does not hold it yet, so it waits for every call but itself. */
export function track(open: Set<Promise<void>>, answered: Promise<void>): void {
  open.add(answered);
  void answered.then(() => open.delete(answered));
}
