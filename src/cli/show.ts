// `errord show ID`: one error group, event or request, and what belongs to it.

import { ProjectHeader } from '../../schemas/common.js';
import { parseEventQuery } from '../../schemas/event-query.js';
import type { Triage } from '../../schemas/triage.js';
import { systemClock } from '../clock.js';
import type { FlagValues } from '../config.js';
import { readFacetLines } from '../lookup/facets.js';
import { type Found, find, findRelated, type Related } from '../lookup/find.js';
import { toMetText } from '../lookup/record-text.js';
import { compileBody } from '../validate.js';
import { QueryError, UsageError } from './command-error.js';
import { EXIT_CODES } from './exit-code.js';
import { CLI_RELATED_ROWS_MAX } from './limits.js';
import { readQuery } from './query-argument.js';
import { findDaemon, toReader } from './query-daemon.js';
import { toLocalTime } from './rows.js';
import { openScreen, type Screen } from './screen.js';
import { toErrorLines } from './show-error.js';
import { toRelatedLines, toRequestLines } from './show-request.js';
import { readTriage, toTriageLines } from './show-triage.js';
import type { Terminal } from './terminal.js';

/** `errord show ID`: 3 when nothing has the id, or no event of the group meets the query. */
export async function show(flags: FlagValues, terminal: Terminal, argument: string | null): Promise<number> {
  const options = { project: parseProject(flags.project), query: parseQuery(flags.query) };
  const target = await findDaemon(flags, terminal);
  if (target === null) return EXIT_CODES.failed;
  const reader = toReader(target);
  const found = await find(reader, argument ?? '', options);
  if (found === null) {
    terminal.complain(`No error group, event or request has the id ${JSON.stringify(argument)}.`);
    return EXIT_CODES.nothing;
  }
  if (options.query !== null && found.kind !== 'error') throw toMisfit(found);
  const related = await findRelated(reader, found, CLI_RELATED_ROWS_MAX);
  const affected = found.kind === 'request' ? [] : await readFacetLines(reader, found.error.id);
  const triage = found.kind === 'request' ? null : await readTriage(reader, found.error.id);
  if (flags.json === true)
    terminal.say(JSON.stringify({ ...found, related, ...(triage !== null && { triage }) }, null, 2));
  else await print(openScreen({ wantsColours: flags['no-color'] !== true }), { found, related, affected, triage });
  if (found.kind !== 'error' || found.total !== 0) return EXIT_CODES.ok;
  // Not in the JSON, which a script reads.
  if (flags.json === true) terminal.complain(toMetText(found, toLocalTime) ?? '');
  return EXIT_CODES.nothing;
}

/** The query of a flag; null where it is not given. Throws what is wrong with one, before anything is called. */
function parseQuery(query: FlagValues[string]): string | null {
  if (typeof query !== 'string') return null;
  if (readQuery(query, parseEventQuery).terms.length === 0) throw new UsageError('--query is empty');
  return query;
}

function toMisfit(found: Exclude<Found, { readonly kind: 'error' }>): QueryError {
  const id =
    found.kind === 'event'
      ? `an event; use it with the id of its error group, ${found.error.id}`
      : 'a request; leave it out';
  return new QueryError(`--query is for the events of an error group, and this is the id of ${id}`);
}

interface Shown {
  readonly found: Found;
  readonly related: Related;
  readonly affected: readonly string[];
  readonly triage: Triage | null;
}

async function print(screen: Screen, { found, related, affected, triage }: Shown): Promise<void> {
  const done = triage === null ? [] : toTriageLines(triage);
  await screen.printWhole(
    found.kind === 'request' ? toRequestLines(found.request) : toErrorLines(found, { affected, done }),
  );
  await screen.print(toRelatedLines(related, systemClock()));
}

const validateProject = compileBody(ProjectHeader);
/** The project of a flag; null where it is not given. Throws wrong usage for what is no name of one. */
export function parseProject(name: FlagValues[string]): string | null {
  if (name === undefined) return null;
  const project = validateProject(name);
  if (project.ok) return project.value;
  throw new UsageError(`--project ${JSON.stringify(name)} is not the name of a project`);
}
