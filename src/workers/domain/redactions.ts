// What redaction costs where a text is made of secrets: not by its length, but by each that is found.

/** What this thread has met so far: names of secrets, passwords in addresses, texts that look like JSON. Only grows. */
export const redactions = { count: 0 };

/** Counts one. The build of the browser client leaves the calls out, because nobody reads the count there. */
export function countRedaction(): void {
  redactions.count += 1;
}
