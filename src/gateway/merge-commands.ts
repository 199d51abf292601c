// Groups that people make of others, and take apart; of some events of others in split-commands.ts.

import { MergeCommand, type Merged, UnmergeCommand } from '../../schemas/merge.js';
import { assertNever, ERROR_CODES, type ErrorCode } from '../errors.js';
import type { Actor } from '../store/access.js';
import type { MergeOutcome, MergeRefusal } from '../store/merge.js';
import type { Store } from '../store/store.js';
import { compileBody } from '../validate.js';
import { parseCommand } from './command-body.js';
import type { Exchange } from './exchange.js';
import type { MergeCommandKind } from './route.js';
import { answerSplitCommand } from './split-commands.js';

export interface MergeCall {
  readonly kind: MergeCommandKind;
  readonly id: string | null;
  readonly by: Actor;
}

const parseMerge = compileBody(MergeCommand);
const parseUnmerge = compileBody(UnmergeCommand);

/** What each refusal says beyond its code; null where that says it. */
const REFUSALS: Readonly<Record<MergeRefusal, string | null>> = {
  unknown: null,
  projects: 'Errors of different projects cannot be one.',
  same: 'These errors are one already.',
  busy: 'Events of one of these errors are still on their way; try again when they are through.',
  regrouping: 'The errors of this project are being grouped anew; try again when that is through.',
  limit: null,
  parts: 'The error has no such part; its detail lists those that it has.',
};

/** Runs a command and answers it. Rejects when the store does. */
export async function answerMergeCommand(
  exchange: Exchange,
  call: MergeCall,
  { bytes, store }: { readonly bytes: Uint8Array; readonly store: Pick<Store, 'merging' | 'splitting'> },
): Promise<void> {
  switch (call.kind) {
    case 'merge': {
      const command = parseCommand(exchange, bytes, parseMerge);
      if (command === null) return;
      const { ids, preview = false } = command;
      answer(exchange, await store.merging.merge({ groupIds: ids, isPreview: preview }, call.by), { ids });
      return;
    }
    case 'unmerge': {
      const command = parseCommand(exchange, bytes.byteLength === 0 ? EMPTY_OBJECT : bytes, parseUnmerge);
      if (command === null) return;
      const request = { groupId: call.id ?? '', partIds: command.parts ?? null };
      const { preview = false } = command;
      const { merging } = store;
      const outcome = await (preview ? merging.previewUnmerge(request) : merging.unmerge(request, call.by));
      answer(exchange, outcome, { parts: request.partIds });
      return;
    }
    case 'split':
      await answerSplitCommand(exchange, call, { bytes, store });
      return;
    default:
      assertNever(call.kind);
  }
}

function answer({ reply }: Exchange, outcome: MergeOutcome, asked: MergeAsked): void {
  if (outcome.kind === 'done') {
    reply.json(200, JSON.stringify(toMerged(outcome)));
    return;
  }
  const { code, message } = toMergeFault(outcome.reason, asked);
  reply.error(code, { message });
}

/** The answer to a command that was done. */
export function toMerged({ group, groups, isComplete, looked }: Extract<MergeOutcome, { kind: 'done' }>): Merged {
  return { success: true, complete: isComplete, error: group, groups: [...groups], ...(looked && { looked }) };
}

/** What a refused command named: groups that become one, or parts that are taken out, null for all of them. */
export type MergeAsked = { readonly ids: readonly string[] } | { readonly parts: readonly string[] | null };

/** The code of a refusal, and its sentence. */
export function toMergeFault(
  reason: MergeRefusal,
  asked: MergeAsked,
): { readonly code: ErrorCode; readonly message: string } {
  const code = reason === 'unknown' ? 'error_group_not_found' : reason === 'limit' ? 'merge_limit' : 'merge_refused';
  return { code, message: toSentence(reason, asked) ?? REFUSALS[reason] ?? ERROR_CODES[code].error };
}

/** Where what was named says more than the reason; else null. */
function toSentence(reason: MergeRefusal, asked: MergeAsked): string | null {
  if ('ids' in asked) {
    const twin = asked.ids.find((id, index) => asked.ids.indexOf(id) !== index);
    return reason === 'same' && twin !== undefined
      ? `${JSON.stringify(twin)} is named twice; name each error once.`
      : null;
  }
  if (reason !== 'parts') return null;
  if (asked.parts === null) return 'This error is not made of others, so that nothing can be taken out of it.';
  const [only] = asked.parts;
  return asked.parts.length === 1
    ? `${JSON.stringify(only)} is no part of this error; its detail lists the parts that it has.`
    : 'Not all of these are parts of this error; its detail lists those that it has.';
}

/** `{}`: without a body all parts are taken out. */
const EMPTY_OBJECT = new TextEncoder().encode('{}');
