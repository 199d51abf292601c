import type { JsonObject } from '../../../../schemas/common.js';
import type { StoreErrorCode } from '../../../errors.js';
import { messageOf } from '../postgres-error.js';
import type { CommitOptions } from './commit.js';

/** A server that is away fails every commit until it is back: said once when it starts and once when it is over. */
export function openFailureLog(
  log: (level: 'error' | 'info', message: string, facts: JsonObject) => void,
): Pick<CommitOptions, 'onFailure' | 'onSuccess'> {
  let failing: StoreErrorCode | null = null;
  return {
    onFailure(error, code) {
      if (code !== failing) log('error', 'commit failed', { code, reason: messageOf(error) });
      if (code !== 'internal') failing = code;
    },
    onSuccess() {
      if (failing !== null) log('info', 'commits succeed again', { code: failing });
      failing = null;
    },
  };
}
