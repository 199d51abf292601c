import { ApiError } from '../api/client.ts';
import { toSecondsClock } from '../ui/format.ts';

/** Why somebody is not logged in, as a sentence; `wrong` is the one for a key or a code that the daemon does not know. */
export function toFault(error: unknown, wrong: string): string {
  if (!(error instanceof ApiError)) throw error;
  const { status, code, retryAfterSeconds, message } = error;
  if (code === 'too_many_attempts') {
    const until =
      retryAfterSeconds === null ? 'in a minute' : `at ${toSecondsClock(Date.now() + retryAfterSeconds * 1000)}`;
    return `Too many wrong keys came from this address. Try again ${until}.`;
  }
  return status === 400 || status === 401 ? wrong : message;
}
