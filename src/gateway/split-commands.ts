// Groups that people make of some events of others.

import { type Split, SplitCommand } from '../../schemas/split.js';
import { ERROR_CODES, type ErrorCode } from '../errors.js';
import type { Actor } from '../store/access.js';
import type { SplitOutcome, SplitRefusal } from '../store/split.js';
import type { Store } from '../store/store.js';
import { toIsoText } from '../timestamp.js';
import { compileBody } from '../validate.js';
import { parseCommand } from './command-body.js';
import type { Exchange } from './exchange.js';

const parseSplit = compileBody(SplitCommand);

/** What each refusal says beyond its code; null where that says it. */
const REFUSALS: Readonly<Record<SplitRefusal, string | null>> = {
  unknown: null,
  busy: 'Events of this error are still on their way; try again when they are through.',
  regrouping: 'The errors of this project are being grouped anew; try again when that is through.',
  limit: null,
  none: 'None of the newest events of this error meets the conditions; look at what its events have.',
  all: 'All events of this error meet the conditions, so nothing would be left; ask for less.',
};

/** Splits a group, or tells what would come of it, and answers that. Rejects when the store does. */
export async function answerSplitCommand(
  exchange: Exchange,
  call: { readonly id: string | null; readonly by: Actor },
  { bytes, store }: { readonly bytes: Uint8Array; readonly store: Pick<Store, 'splitting'> },
): Promise<void> {
  const { reply } = exchange;
  const command = parseCommand(exchange, bytes, parseSplit);
  if (command === null) return;
  const { preview = false, ...conditions } = command;
  if (Object.keys(conditions).length === 0) {
    reply.error('validation_failed', {
      message:
        'Say which events to take out: give a type, message, file or package, in which * stands for any characters.',
      details: [{ path: '', message: 'must have one of type, message, file and package' }],
    });
    return;
  }
  const request = { groupId: call.id ?? '', conditions };
  const { splitting } = store;
  const outcome = await (preview ? splitting.preview(request) : splitting.split(request, call.by));
  if (outcome.kind === 'done') {
    reply.json(200, JSON.stringify(toSplit(outcome)));
    return;
  }
  const { code, message } = toSplitFault(outcome.reason);
  reply.error(code, { message });
}

/** The answer to a command that was done. */
export function toSplit({ group, made, isComplete, looked }: Extract<SplitOutcome, { kind: 'done' }>): Split {
  const { id, type, message, severity, count, firstSeenAtMs, lastSeenAtMs } = made;
  const times = { firstSeen: toIsoText(firstSeenAtMs), lastSeen: toIsoText(lastSeenAtMs) };
  return {
    success: true,
    complete: isComplete,
    error: group,
    made: { ...(id !== null && { id }), type, message, severity, count, ...times },
    ...(looked && { looked }),
  };
}

/** The code of a refusal, and its sentence. */
export function toSplitFault(reason: SplitRefusal): { readonly code: ErrorCode; readonly message: string } {
  const code = reason === 'unknown' ? 'error_group_not_found' : reason === 'limit' ? 'split_limit' : 'split_refused';
  return { code, message: REFUSALS[reason] ?? ERROR_CODES[code].error };
}
