import { ProjectHeader } from '../../schemas/common.js';
import { MatchingStatusChange, StatusChange, StatusChanges, type StatusesChanged } from '../../schemas/error-group.js';
import { ProjectSettingsChange } from '../../schemas/project-settings.js';
import { ClearCommand } from '../../schemas/query.js';
import { TriageChange } from '../../schemas/triage.js';
import type { Clock } from '../clock.js';
import { assertNever, type ErrorCode } from '../errors.js';
import { COMMAND_BODY_BYTES_MAX, PROJECT_SETTINGS_MAX, SETTINGS_BODY_BYTES_MAX } from '../limits.js';
import type { Actor } from '../store/access.js';
import type { Store } from '../store/store.js';
import { compileBody } from '../validate.js';
import type { Admission } from './admission.js';
import { parseCommand, readCommandBody } from './command-body.js';
import type { Exchange } from './exchange.js';
import { answerMatchingStatuses, type MatchingStatuses } from './matching-statuses.js';
import { answerMergeCommand } from './merge-commands.js';
import { answerRulesPreview, type PreviewRules } from './preview-commands.js';
import type { ReachedLimits } from './reached-limits.js';
import type { CommandKind } from './route.js';
import { areSoundRules } from './rule-checks.js';
import { answerUndo } from './undo-command.js';
import { answerViewCommand } from './view-commands.js';

/** A command as the URL has it. */
export interface CommandCall {
  readonly kind: CommandKind;
  /** Null when the path has none, or none that could be known. */
  readonly id: string | null;
  /** The answer to an unknown id; null for commands without one. */
  readonly unknownId: ErrorCode | null;
  /** Who asks for it. */
  readonly by: Actor;
}

export interface CommandOptions {
  readonly store: Pick<
    Store,
    | 'setStatus'
    | 'setStatuses'
    | 'undoStatuses'
    | 'changeTriage'
    | 'clear'
    | 'clearLogs'
    | 'setProjectSettings'
    | 'deleteProject'
    | 'changeView'
    | 'merging'
    | 'splitting'
    | 'query'
  >;
  /** Bodies of commands count among those of ingest calls while they are read. */
  readonly admission: Admission;
  readonly reachedLimits: ReachedLimits;
  readonly matchingStatuses: MatchingStatuses;
  readonly previewRules: PreviewRules;
  readonly clock: Clock;
}

const SUCCESS = JSON.stringify({ success: true });

const parseStatusChange = compileBody(StatusChange);
const parseStatusChanges = compileBody(StatusChanges);
const parseMatchingChange = compileBody(MatchingStatusChange);
const parseTriageChange = compileBody(TriageChange);
const parseClear = compileBody(ClearCommand);
const parseSettingsChange = compileBody(ProjectSettingsChange);
const isProjectName = compileBody(ProjectHeader);

/** Runs a command and answers it. Rejects when the store does. */
export async function answerCommand(exchange: Exchange, call: CommandCall, options: CommandOptions): Promise<void> {
  const { store, admission } = options;
  // Before the handler returns.
  const isHere = exchange.isFromThisMachine();
  const bytes = await readCommandBody(exchange, admission, toBodyBytesMax(call.kind));
  if (bytes === null) return;
  switch (call.kind) {
    case 'setStatus': {
      const change = parseCommand(exchange, bytes, parseStatusChange);
      if (change === null || !isForStatus(exchange, change)) return;
      const group = call.id === null ? null : await store.setStatus(call.id, change, call.by);
      if (group === null) exchange.reply.error(call.unknownId ?? 'internal');
      else exchange.reply.json(200, SUCCESS);
      return;
    }
    case 'setStatuses': {
      const changes = parseCommand(exchange, bytes, parseStatusChanges);
      if (changes === null) return;
      const { ids, ...change } = changes;
      if (!isForStatus(exchange, change)) return;
      const { updatedCount, missingIds } = await store.setStatuses(ids, change, call.by);
      const answer: StatusesChanged = { success: true, updated: updatedCount, missing: [...missingIds] };
      exchange.reply.json(200, JSON.stringify(answer));
      return;
    }
    case 'setMatchingStatuses': {
      const change = parseCommand(exchange, bytes, parseMatchingChange);
      if (change !== null) await answerMatchingStatuses(exchange, { change, by: call.by }, options.matchingStatuses);
      return;
    }
    case 'undoStatuses':
      await answerUndo(exchange, call, { bytes, store });
      return;
    case 'changeTriage':
      await changeTriage(exchange, { ...call, bytes }, options);
      return;
    case 'clear':
    case 'clearLogs': {
      const command = parseCommand(exchange, bytes.byteLength === 0 ? EMPTY_OBJECT : bytes, parseClear);
      if (command === null) return;
      await store[call.kind](command.projectId ?? null, call.by);
      exchange.reply.json(200, SUCCESS);
      return;
    }
    case 'setProjectSettings':
      await changeSettings(exchange, { ...call, bytes, isHere }, options);
      return;
    case 'previewRules':
      await answerRulesPreview(exchange, call, { bytes, previewRules: options.previewRules });
      return;
    case 'deleteProject': {
      const isDeleted = call.id !== null && (await store.deleteProject(call.id, call.by));
      options.reachedLimits.lift(call.id ?? '');
      if (isDeleted) exchange.reply.json(200, SUCCESS);
      else exchange.reply.error(call.unknownId ?? 'internal');
      return;
    }
    case 'merge':
    case 'unmerge':
    case 'split':
      await answerMergeCommand(exchange, { ...call, kind: call.kind }, { bytes, store });
      return;
    case 'addView':
    case 'changeView':
    case 'removeView':
      await answerViewCommand(exchange, { ...call, kind: call.kind }, { bytes, store });
      return;
    default:
      assertNever(call.kind);
  }
}

/** Settings, and rules that are tried before they are set, are longer than other commands. */
function toBodyBytesMax(kind: CommandKind): number {
  return kind === 'setProjectSettings' || kind === 'previewRules' ? SETTINGS_BODY_BYTES_MAX : COMMAND_BODY_BYTES_MAX;
}

/** Whether `in` stands beside `resolved`; else the answer says so. */
function isForStatus({ reply }: Exchange, { status, in: release }: StatusChange): boolean {
  if (release === undefined || status === 'resolved') return true;
  reply.error('validation_failed', {
    message: 'Only an error that is resolved is so in a release; leave "in" out, or set the status to resolved.',
    details: [{ path: '/in', message: 'belongs to the status resolved' }],
  });
  return false;
}

/** Whether a name stands beside a snooze, which alone can be taken back; else the answer says so. */
function isOfSnooze({ reply }: Exchange, { change, snooze }: TriageChange): boolean {
  if (change === undefined || snooze !== undefined) return true;
  reply.error('validation_failed', {
    message: 'Only a snooze can be taken back; leave "change" out.',
    details: [{ path: '/change', message: 'belongs to a snooze' }],
  });
  return false;
}

/** What is listed for source maps is read on this machine, so without keys only who is on it may list something. */
const PLACES_ELSEWHERE =
  'Where source maps are read is chosen on the machine of the daemon, or with an admin key: run errord sourcemaps add there.';

function mayReadFiles({ sourceMaps }: ProjectSettingsChange): boolean {
  return sourceMaps != null && sourceMaps.length > 0;
}

async function changeTriage(
  exchange: Exchange,
  { id, unknownId, by, bytes }: CommandCall & { readonly bytes: Uint8Array },
  { store }: CommandOptions,
): Promise<void> {
  const { reply } = exchange;
  const change = parseCommand(exchange, bytes, parseTriageChange);
  if (change === null || !isOfSnooze(exchange, change)) return;
  const changed = id === null ? null : await store.changeTriage(id, change, by);
  if (changed === null) reply.error(unknownId ?? 'internal');
  else if (changed.kind === 'refused') reply.error(changed.code);
  else reply.json(200, SUCCESS);
}

interface SettingsCall {
  readonly bytes: Uint8Array;
  /** Whether it came from the machine of the daemon. */
  readonly isHere: boolean;
}

/** Answers the settings as they are then. A project may have some before a record has named it. */
async function changeSettings(
  exchange: Exchange,
  { id, unknownId, by, bytes, isHere }: CommandCall & SettingsCall,
  { store, reachedLimits, clock }: CommandOptions,
): Promise<void> {
  const { reply } = exchange;
  const change = parseCommand(exchange, bytes, parseSettingsChange);
  if (change === null || !areSoundRules(exchange, change.groupingRules ?? [])) return;
  if (mayReadFiles(change) && by.name === null && !isHere) {
    reply.error('forbidden', { message: PLACES_ELSEWHERE });
    return;
  }
  const name = isProjectName(id);
  if (!name.ok) {
    reply.error(unknownId ?? 'internal');
    return;
  }
  if (!(await store.setProjectSettings(name.value, change, by))) {
    reply.error('project_limit', { message: `No more than ${PROJECT_SETTINGS_MAX} projects can have settings.` });
    return;
  }
  reachedLimits.lift(name.value);
  const query = { name: 'readProjectSettings', id: name.value, parameters: {}, nowMs: clock() } as const;
  reply.json(200, (await store.query(query)) ?? '');
}

/** `{}`: a clear without a body clears everything. */
const EMPTY_OBJECT = new TextEncoder().encode('{}');
