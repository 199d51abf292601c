// `errord resolve`, `snooze`, `assign` and `note`: what is done to an error group.

import { StatusChange } from '../../schemas/error-group.js';
import { Success } from '../../schemas/query.js';
import { TriageChange } from '../../schemas/triage.js';
import type { FlagValues } from '../config.js';
import { ERRORS_ENDPOINT } from '../constants.js';
import { compileBody } from '../validate.js';
import { UsageError } from './command-error.js';
import { tell } from './project.js';
import { askDaemon } from './query-daemon.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const validateSuccess = compileBody(Success);
const validateChange = compileBody(TriageChange);
const validateStatus = compileBody(StatusChange);

/** For good, or until a release sends it that is new enough. */
export function resolveError(flags: FlagValues, terminal: Terminal, id: string | null): Promise<number> {
  const body = validateStatus({ status: 'resolved', in: flags.in });
  if (!body.ok) throw new UsageError(`--in ${body.details[0]?.message ?? 'is not allowed'}`);
  return tell(flags, terminal, async (target) => {
    const path = `${ERRORS_ENDPOINT}/${encodeURIComponent(id ?? '')}`;
    const json = await askDaemon(target, { method: 'PATCH', path, body: body.value }, validateSuccess);
    return { json, text: 'It is resolved.' };
  });
}

/** Until a time, for a while, or until it has had so many more events or users. */
export function snoozeError(flags: FlagValues, terminal: Terminal, id: string | null): Promise<number> {
  const until = typeof flags.for === 'string' ? toEnd(flags.for) : flags.until;
  const events = flags.events === undefined ? undefined : Number(flags.events);
  const users = flags.users === undefined ? undefined : Number(flags.users);
  if (until === undefined && events === undefined && users === undefined)
    throw new UsageError('snooze needs --for, --until, --events or --users');
  const snooze = {
    ...(until !== undefined && { until }),
    ...(events !== undefined && { events }),
    ...(users !== undefined && { users }),
  };
  return change({ flags: withoutFilters(flags), terminal, id }, { snooze }, 'It is ignored until then.');
}

/** `--to` a name; without it to nobody. */
export function assignError(flags: FlagValues, terminal: Terminal, id: string | null): Promise<number> {
  const { to } = flags;
  const told = to === undefined ? 'Nobody has it now.' : `Assigned it to ${toTerminalText(String(to))}.`;
  return change({ flags, terminal, id }, { assignee: to ?? null }, told);
}

export function noteError(flags: FlagValues, terminal: Terminal, id: string | null): Promise<number> {
  if (flags.text === undefined) throw new UsageError('note needs --text');
  return change({ flags, terminal, id }, { note: flags.text }, 'Noted.');
}

interface Call {
  readonly flags: FlagValues;
  readonly terminal: Terminal;
  readonly id: string | null;
}

function change({ flags, terminal, id }: Call, wanted: object, told: string): Promise<number> {
  const body = validateChange(wanted);
  if (!body.ok) {
    const [fault] = body.details;
    throw new UsageError(`${fault?.path.split('/').at(-1) ?? 'the change'} ${fault?.message ?? 'is not allowed'}`);
  }
  return tell(flags, terminal, async (target) => {
    const path = `${ERRORS_ENDPOINT}/${encodeURIComponent(id ?? '')}/triage`;
    const json = await askDaemon(target, { method: 'PATCH', path, body: body.value }, validateSuccess);
    return { json, text: told };
  });
}

/** `2h` from now. */
function toEnd(text: string): string {
  const [, digits = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (digits === '') throw new UsageError('--for must be a time such as 30m, 2h or 7d');
  return new Date(Date.now() + Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS]).toISOString();
}

/** What says until when is no filter of a list. */
function withoutFilters(flags: FlagValues): FlagValues {
  return { ...flags, until: undefined };
}
