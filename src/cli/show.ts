// `errord show ID`: one error group, event or request, and what belongs to it.

import { ProjectHeader } from '../../schemas/common.js';
import type { Triage } from '../../schemas/triage.js';
import { systemClock } from '../clock.js';
import type { FlagValues } from '../config.js';
import { readFacetLines } from '../lookup/facets.js';
import { type Found, find, findRelated, type Related } from '../lookup/find.js';
import { compileBody } from '../validate.js';
import { UsageError } from './command-error.js';
import { EXIT_CODES } from './exit-code.js';
import { CLI_RELATED_ROWS_MAX } from './limits.js';
import { findDaemon, toReader } from './query-daemon.js';
import { openScreen, type Screen } from './screen.js';
import { toErrorLines } from './show-error.js';
import { toRelatedLines, toRequestLines } from './show-request.js';
import { readTriage, toTriageLines } from './show-triage.js';
import type { Terminal } from './terminal.js';

/** `errord show ID`: 3 when nothing has the id. */
export async function show(flags: FlagValues, terminal: Terminal, argument: string | null): Promise<number> {
  const project = parseProject(flags.project);
  const target = await findDaemon(flags, terminal);
  if (target === null) return EXIT_CODES.failed;
  const reader = toReader(target);
  const found = await find(reader, argument ?? '', project);
  if (found === null) {
    terminal.complain(`No error group, event or request has the id ${JSON.stringify(argument)}.`);
    return EXIT_CODES.nothing;
  }
  const related = await findRelated(reader, found, CLI_RELATED_ROWS_MAX);
  const affected = found.kind === 'request' ? [] : await readFacetLines(reader, found.error.id);
  const triage = found.kind === 'request' ? null : await readTriage(reader, found.error.id);
  if (flags.json === true)
    terminal.say(JSON.stringify({ ...found, related, ...(triage !== null && { triage }) }, null, 2));
  else await print(openScreen({ wantsColours: flags['no-color'] !== true }), { found, related, affected, triage });
  return EXIT_CODES.ok;
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
