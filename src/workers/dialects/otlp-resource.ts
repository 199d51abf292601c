// What a resource of OTLP says of all its records: https://opentelemetry.io/docs/specs/semconv/resource/

import { PROJECT_NAME_CHARS_MAX } from '../../../schemas/limits.js';
import type { Source } from '../../../schemas/words.js';
import { type Fields, findLabel, findText, toAttributes } from './otlp-values.js';

/** Fields of our records; those that are undefined are not told. */
export interface ResourceFacts {
  readonly projectId: string | undefined;
  readonly source: Source;
  readonly environment: Fields | undefined;
  readonly release: string | undefined;
  readonly serverName: string | undefined;
  readonly platform: string | undefined;
  readonly contexts: Fields | undefined;
  readonly sdk: Fields | undefined;
}

/** `callProject`: the project of header or key, for a service that nobody has named. */
export function toResourceFacts(list: unknown, callProject: string | null): ResourceFacts {
  const attributes = toAttributes(list);
  const language = findLabel(attributes, 'telemetry.sdk.language');
  return {
    projectId: toProjectId(findText(attributes, 'service.name'), callProject),
    source: isFrontend(attributes, language) ? 'frontend' : 'backend',
    environment: toEnvironment(attributes),
    release: findText(attributes, 'service.version'),
    serverName: findLabel(attributes, 'host.name'),
    platform: language === undefined ? undefined : (PLATFORMS.get(language) ?? language),
    contexts: toFilled({
      os: toFilled({
        name: findText(attributes, 'os.name', 'os.type'),
        version: findText(attributes, 'os.version'),
        description: findText(attributes, 'os.description'),
      }),
      runtime: toFilled({
        name: findText(attributes, 'process.runtime.name'),
        version: findText(attributes, 'process.runtime.version'),
        description: findText(attributes, 'process.runtime.description'),
      }),
    }),
    sdk: toFilled({
      name: findLabel(attributes, 'telemetry.sdk.name'),
      version: findLabel(attributes, 'telemetry.sdk.version'),
    }),
  };
}

/** A legal project name that is close to the service's. */
function toProjectId(service: string | undefined, callProject: string | null): string | undefined {
  // What SDKs say when nobody has told them.
  if (service === undefined || (callProject !== null && service.startsWith('unknown_service'))) return undefined;
  const name = service
    .replace(NO_NAME_CHARS, ' ')
    .replace(/\.{2,}/g, '.')
    .trim()
    .slice(0, PROJECT_NAME_CHARS_MAX)
    .trim();
  return name === '' ? undefined : name;
}

const NO_NAME_CHARS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

function isFrontend(attributes: Fields, language: string | undefined): boolean {
  const os = findText(attributes, 'os.name', 'os.type')?.toLowerCase();
  return (
    language === 'webjs' || language === 'swift' || attributes['browser.platform'] !== undefined || os === 'android'
  );
}

/** Ours, where OTLP calls a language otherwise. */
const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ['nodejs', 'node'],
  ['webjs', 'javascript'],
  ['dotnet', 'csharp'],
  ['erlang', 'elixir'],
]);

/** All attributes, with the name of the environment as our own clients tell it. */
function toEnvironment(attributes: Fields): Fields | undefined {
  const name = findText(attributes, 'deployment.environment.name', 'deployment.environment');
  const environment: Record<string, unknown> = name === undefined ? {} : { name };
  for (const key of Object.keys(attributes)) if (!COMMANDS.has(key)) environment[key] = attributes[key];
  return Object.keys(environment).length === 0 ? undefined : environment;
}

/** Commands have secrets among their arguments, where nothing tells them from other words. */
const COMMANDS: ReadonlySet<string> = new Set(['process.command_args', 'process.command_line']);

/** The object without what is undefined; undefined when nothing is left. */
export function toFilled(fields: Fields): Fields | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
