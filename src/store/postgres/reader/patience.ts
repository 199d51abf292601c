// Queries of a server that does not answer. The first of them wait as long as a query may; from then on one at a time finds out
// whether it answers again, and the others are refused at once, so that they do not wait behind each other.

import { ErrordError } from '../../../errors.js';
import { GaveUp } from '../lane.js';

export interface Patience {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function openPatience(): Patience {
  let isSilent = false;
  let isTrying = false;
  return {
    async run(work) {
      if (isSilent && isTrying) throw new ErrordError('storage_unavailable', 'PostgreSQL does not answer');
      isTrying = isSilent;
      const mayTryAgain = isTrying;
      try {
        const result = await work();
        isSilent = false;
        return result;
      } catch (error) {
        // Any other word of the server is an answer.
        isSilent = error instanceof GaveUp;
        throw error;
      } finally {
        if (mayTryAgain) isTrying = false;
      }
    },
  };
}
