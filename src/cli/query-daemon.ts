import type { FlagValues } from '../config.js';
import { ANSWER_MS_MAX } from '../limits.js';
import type { Reader } from '../lookup/reader.js';
import type { Validator } from '../validate.js';
import { CommandError } from './command-error.js';
import { callDaemon, type DaemonAnswer, type DaemonCall, probeDaemon } from './daemon-call.js';
import { CLI_LIST_BYTES_MAX, CLI_PAGE_BYTES_MAX } from './limits.js';
import { describeRefusal } from './refusal.js';
import { describeAbsence } from './status.js';
import { readTarget, type Target } from './target.js';
import type { Terminal } from './terminal.js';

/** Nothing is asked of a program before it is known to be an errord. Null when there is none, which has been said. */
export async function findDaemon(flags: FlagValues, terminal: Terminal): Promise<Target | null> {
  const target = readTarget(flags);
  const probe = await probeDaemon(target.base, target.token);
  if (probe.kind === 'errord') return target;
  terminal.complain(describeAbsence(probe, target));
  return null;
}

export type Ask = Pick<DaemonCall, 'method' | 'path' | 'body' | 'answerBytesMax'>;

/** The answer of a call. Throws what the daemon says when it refuses. */
export async function askDaemon<T>(target: Target, ask: Ask, validate: Validator<T>): Promise<T> {
  return toValue(await call(target, ask), validate);
}

/** Reads whole pages and records. */
export function toReader(target: Target): Reader {
  const toAsk = (path: string): Ask => ({ method: 'GET', path, answerBytesMax: CLI_PAGE_BYTES_MAX });
  return {
    read: (path, validate) => askDaemon(target, toAsk(path), validate),
    readById: (path, validate) => askForId(target, toAsk(path), validate),
  };
}

/** The answer to a call that names an id; null when the daemon has none of that id. Throws as `askDaemon` does. */
export async function askForId<T>(target: Target, ask: Ask, validate: Validator<T>): Promise<T | null> {
  const answer = await call(target, ask);
  // Some words in the place of an id are routes of another method.
  const isUnknown = answer.kind === 'answer' && (answer.status === 404 || answer.status === 405);
  return isUnknown ? null : toValue(answer, validate);
}

function call(target: Target, ask: Ask): Promise<DaemonAnswer> {
  // It waits as long as the daemon gives itself for an answer.
  return callDaemon({ ...target, answerBytesMax: CLI_LIST_BYTES_MAX, timeoutMs: ANSWER_MS_MAX, ...ask });
}

function toValue<T>(answer: DaemonAnswer, validate: Validator<T>): T {
  const parsed = validate(answer.kind === 'answer' ? answer.json : undefined);
  const isDone = answer.kind === 'answer' && (answer.status === 200 || answer.status === 201);
  if (isDone && parsed.ok) return parsed.value;
  throw new CommandError(`the daemon refused: ${describeRefusal(answer)}`);
}
