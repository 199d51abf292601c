// `errord sourcemaps`: where the source maps of a project are read, on the daemon's machine.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProjectSettings, ProjectSettingsChange } from '../../schemas/project-settings.js';
import type { FlagValues } from '../config.js';
import { compileBody } from '../validate.js';
import { UsageError } from './command-error.js';
import { type Told, tell } from './project.js';
import { askDaemon } from './query-daemon.js';
import type { Target } from './target.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';

const validateSettings = compileBody(ProjectSettings);
const validateChange = compileBody(ProjectSettingsChange);

/** `errord sourcemaps list --project NAME` */
export function listSourceMaps(flags: FlagValues, terminal: Terminal): Promise<number> {
  return run(flags, terminal, async (target, project) => describe(await read(target, project)));
}

/** `errord sourcemaps add --project NAME PLACE`: a folder, or the address of a dev server. */
export function addSourceMaps(flags: FlagValues, terminal: Terminal, argument: string | null): Promise<number> {
  const place = toPlace(argument ?? '');
  if (!isServer(place) && flags.url === undefined && !isFolder(place))
    throw new UsageError(`${toTerminalText(place)} is no folder`);
  return run(flags, terminal, async (target, project) => {
    const { sourceMaps } = await read(target, project);
    // One that is listed is sent again: what is stored is looked at anew.
    return describe(await write(target, project, [...new Set([...sourceMaps, place])]));
  });
}

/** `errord sourcemaps remove --project NAME PLACE` */
export function removeSourceMaps(flags: FlagValues, terminal: Terminal, argument: string | null): Promise<number> {
  const place = toPlace(argument ?? '');
  return run(flags, terminal, async (target, project) => {
    const { sourceMaps } = await read(target, project);
    // A folder of another machine's spelling is listed as it was typed there.
    const left = sourceMaps.filter((listed) => listed !== place && listed !== argument);
    if (left.length === sourceMaps.length) throw new UsageError(`${toTerminalText(place)} is not listed`);
    return describe(await write(target, project, left));
  });
}

function run(
  flags: FlagValues,
  terminal: Terminal,
  work: (target: Target, project: string) => Promise<Told>,
): Promise<number> {
  const { project } = flags;
  if (typeof project !== 'string' || project === '') throw new UsageError('sourcemaps needs --project NAME');
  return tell(flags, terminal, (target) => work(target, project));
}

const isServer = (place: string): boolean => /^https?:\/\//.test(place);

/** Whole, because the daemon was started elsewhere. */
function toPlace(argument: string): string {
  if (isServer(argument)) return argument.replace(/\/+$/, '');
  const place = resolve(argument);
  if (!validateChange({ sourceMaps: [place] }).ok) throw new UsageError(`${toTerminalText(argument)} is not allowed`);
  return place;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const toPath = (project: string): string => `/api/projects/${encodeURIComponent(project)}/settings`;

function read(target: Target, project: string): Promise<ProjectSettings> {
  return askDaemon(target, { method: 'GET', path: toPath(project) }, validateSettings);
}

function write(target: Target, project: string, sourceMaps: readonly string[]): Promise<ProjectSettings> {
  return askDaemon(target, { method: 'PATCH', path: toPath(project), body: { sourceMaps } }, validateSettings);
}

function describe(settings: ProjectSettings): Told {
  const { projectId, sourceMaps } = settings;
  const json = { projectId, sourceMaps };
  if (sourceMaps.length === 0) return { json, text: `project ${toTerminalText(projectId)} has no source maps listed` };
  const lines = sourceMaps.map((place) => `  ${toTerminalText(place)}`);
  return { json, text: [`source maps of project ${toTerminalText(projectId)}`, ...lines].join('\n') };
}
