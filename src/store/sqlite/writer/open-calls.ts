// Calls of the writer that are not answered yet.

/** The close call is answered while the set does not hold it yet, so it waits for every call but itself. */
export function track(open: Set<Promise<void>>, answered: Promise<void>): void {
  open.add(answered);
  void answered.then(() => open.delete(answered));
}
