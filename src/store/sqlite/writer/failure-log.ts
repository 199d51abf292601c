import type { JsonObject } from '../../../../schemas/common.js';
import type { StoreErrorCode } from '../../../errors.js';
import { messageOf } from '../sqlite-error.js';
import type { CommitOptions } from './commit.js';
import type { StorageWatch } from './storage-watch.js';

/** A full disk fails every commit until somebody makes room: said once when it starts and once when it is over. */
export function openFailureLog(
  watch: StorageWatch,
  log: (level: 'error' | 'info', message: string, facts: JsonObject) => void,
): Pick<CommitOptions, 'onFailure' | 'onSuccess'> {
  let failing: StoreErrorCode | null = null;
  return {
    onFailure(error, code) {
      watch.note(error);
      if (code !== failing) log('error', 'commit failed', { code, reason: messageOf(error) });
      if (code !== 'internal') failing = code;
    },
    onSuccess() {
      if (failing !== null) log('info', 'commits succeed again', { code: failing });
      failing = null;
    },
  };
}
