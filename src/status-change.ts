import type { StatusChange } from '../schemas/error-group.js';
import type { Status } from '../schemas/words.js';

/** A status alone is the change to it. */
export function toStatusChange(change: Status | StatusChange): StatusChange {
  return typeof change === 'string' ? { status: change } : change;
}
