// What redaction costs where a text is made of secrets, or of marks behind which one may stand: not by its length, but by
// each that is looked at.

import { REDACTION_STEPS } from '../../limits.js';

/** The steps that this thread has taken so far. Only grows. */
export const redaction = { stepCount: 0 };

/** Counts the steps of one look. The build of the browser client leaves the calls out, because nobody reads the count there. */
export function countSteps(steps: number): void {
  redaction.stepCount += steps;
}

/** Counts a secret, or what is looked at as closely: a name of one, a password in an address, a text that looks like JSON. */
export function countRedaction(): void {
  redaction.stepCount += REDACTION_STEPS;
}
