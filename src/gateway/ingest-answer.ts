// From the fates of the items of one call to its answer. Pure.

import type { ErrorDetail } from '../../schemas/error-reply.js';
import { assertNever, ERROR_CODES, REASON_CODES, toErrorReply } from '../errors.js';
import { ERROR_DETAILS_MAX } from '../limits.js';
import type { BatchResult, DigestVerdict, IngestRoute } from '../messages.js';
import type { Drop, Outcome, Rejection, Stored } from '../outcome.js';
import { stringifyErrorReply, stringifyEventAccepted, stringifyRecordAccepted } from './json.js';
import { type Answer, type HeaderList, JSON_HEADERS, toErrorAnswer } from './reply.js';

/** One item of a call with its fate. */
export interface ItemOutcome {
  readonly projectName: string | null;
  readonly outcome: Outcome;
}

const INTERNAL: Drop = { kind: 'dropped', reason: 'internal' };

/** The items of a call in their order: refused ones from the verdict, the others from the store's result. */
export function mergeOutcomes(verdict: DigestVerdict, result: BatchResult | null): readonly ItemOutcome[] {
  const refused = new Map(verdict.rejections.map((refusal) => [refusal.index, refusal]));
  const items: ItemOutcome[] = [];
  let acceptedIndex = 0;
  for (let index = 0; index < verdict.itemCount; index += 1) {
    const refusal = refused.get(index);
    if (refusal !== undefined) {
      items.push({ projectName: refusal.projectName, outcome: refusal.rejection });
      continue;
    }
    const projectName = verdict.acceptedProjects[acceptedIndex] ?? null;
    items.push({ projectName, outcome: toStoreOutcome(result, acceptedIndex) });
    acceptedIndex += 1;
  }
  return items;
}

function toStoreOutcome(result: BatchResult | null, acceptedIndex: number): Outcome {
  if (result === null) return INTERNAL;
  if (!result.ok) return { kind: 'dropped', reason: result.code };
  return result.outcomes[acceptedIndex] ?? INTERNAL;
}

/** The answer to a call whose body was refused as a whole, or to a call of one item that was. */
export function toRefusalAnswer(refusal: Rejection | Drop, headers: HeaderList = []): Answer {
  const facts = refusal.kind === 'rejected' ? { message: refusal.message, details: refusal.details } : {};
  return toErrorAnswer(REASON_CODES[refusal.reason], { ...facts, headers });
}

/** The answer to a call whose items have all met their fate. */
export function toIngestAnswer(route: IngestRoute, items: readonly ItemOutcome[]): Answer {
  const outcomes = items.map((item) => item.outcome);
  switch (route) {
    case 'event_batch':
    case 'request_batch':
    case 'log_batch':
      return toBatchAnswer(route, outcomes);
    case 'event':
    case 'request':
    case 'log': {
      const outcome = outcomes[0] ?? INTERNAL;
      return isStored(outcome) ? toJsonAnswer(201, toStoredText(route, outcome)) : toRefusalAnswer(outcome);
    }
    default:
      return assertNever(route);
  }
}

function toBatchAnswer(route: IngestRoute, outcomes: readonly Outcome[]): Answer {
  const refusals = outcomes.filter((outcome) => !isStored(outcome));
  if (refusals.length > 0 && refusals.length === outcomes.length) return toNoneStoredAnswer(refusals);
  const texts = outcomes.map((outcome) => (isStored(outcome) ? toStoredText(route, outcome) : toEntryText(outcome)));
  return toJsonAnswer(refusals.length > 0 ? 207 : 201, `[${texts.join(',')}]`);
}

/**
 * With a failure of ours among them, the answer of that failure: the call is worth sending again. Otherwise the answer
 * of the reason they share, else of `validation_failed`; the details name the items by their place.
 */
function toNoneStoredAnswer(refusals: readonly (Rejection | Drop)[]): Answer {
  const drop = refusals.find((refusal) => refusal.kind === 'dropped');
  if (drop !== undefined) return toRefusalAnswer(drop);
  const rejections = refusals.filter((refusal) => refusal.kind === 'rejected');
  const reasons = new Set(rejections.map((rejection) => rejection.reason));
  const [reason = 'validation_failed'] = reasons.size === 1 ? reasons : [];
  const details = rejections.slice(0, ERROR_DETAILS_MAX).map(toItemDetail);
  const message = `None of the ${rejections.length} items could be stored; see details.`;
  return toErrorAnswer(REASON_CODES[reason], { message, details });
}

function toItemDetail(refusal: Rejection, index: number): ErrorDetail {
  const [first] = refusal.details ?? [];
  if (first === undefined) return { path: `/${index}`, message: toMessage(refusal) };
  const isPlaced = first.path === `/${index}` || first.path.startsWith(`/${index}/`);
  return { path: isPlaced ? first.path : `/${index}${first.path}`, message: first.message };
}

function toMessage(refusal: Rejection): string {
  return refusal.message ?? ERROR_CODES[REASON_CODES[refusal.reason]].error;
}

function toEntryText(refusal: Rejection | Drop): string {
  const facts = refusal.kind === 'rejected' ? { message: refusal.message, details: refusal.details } : {};
  return stringifyErrorReply(toErrorReply(REASON_CODES[refusal.reason], facts));
}

function toStoredText(route: IngestRoute, stored: Stored): string {
  if (route === 'log_batch') return JSON.stringify(stored.id);
  if (route === 'log' || route === 'request' || route === 'request_batch')
    return stringifyRecordAccepted({ id: stored.id });
  return stringifyEventAccepted({
    id: stored.id,
    fingerprint: stored.fingerprint ?? '',
    isNew: stored.isNew ?? false,
  });
}

function isStored(outcome: Outcome): outcome is Stored {
  return outcome.kind === 'stored' || outcome.kind === 'duplicate';
}

function toJsonAnswer(status: number, body: string): Answer {
  return { status, headers: JSON_HEADERS, body };
}
