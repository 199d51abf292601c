// `errord dsn`: what an application is told so that its own SDK reports here.

import { ProjectHeader } from '../../schemas/common.js';
import { Session } from '../../schemas/keys.js';
import type { FlagValues } from '../config.js';
import { KEY_PLACE, PROJECT_PLACE, type SdkAddresses, toSdkAddresses } from '../sdk-addresses.js';
import { compileBody } from '../validate.js';
import { UsageError } from './command-error.js';
import { callDaemon, probeDaemon } from './daemon-call.js';
import { EXIT_CODES } from './exit-code.js';
import { describeAbsence } from './status.js';
import { readWebTarget, type Target } from './target.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';

/**
 * Prints where the client libraries are, the DSN, the address for Spotlight and the environment for OpenTelemetry on standard output, and on standard error
 * what is to be known about them. A daemon that does not run is told by its configuration.
 */
export async function showDsn(flags: FlagValues, terminal: Terminal, name: string | null): Promise<number> {
  const project = parseProject(name ?? PROJECT_PLACE);
  const target = readWebTarget(flags);
  const isClosed = await wantsKey(target, terminal);
  if (isClosed === null) return EXIT_CODES.failed;
  const addresses = toSdkAddresses({ base: target.page.href, project, key: isClosed ? KEY_PLACE : null });
  if (flags.json === true) terminal.say(JSON.stringify({ ...addresses, wantsKey: isClosed }, null, 2));
  else terminal.say(describeAddresses(addresses));
  for (const note of toNotes(project, isClosed)) terminal.complain(note);
  return EXIT_CODES.ok;
}

const validateProject = compileBody(ProjectHeader);
const validateSession = compileBody(Session);

function parseProject(name: string): string {
  const project = validateProject(name);
  if (project.ok) return project.value;
  throw new UsageError(`${JSON.stringify(name)} is not the name of a project`);
}

/** Null when it is not to be known, which has been said. */
async function wantsKey({ token, ...target }: Target, terminal: Terminal): Promise<boolean | null> {
  // Without the key: to be asked whether it is the right one is not what this is for.
  const answer = await callDaemon({ ...target, method: 'GET', path: '/api/session' });
  const session = validateSession(answer.kind === 'answer' ? answer.json : undefined);
  if (session.ok) return session.value.isClosed;
  const probe = await probeDaemon(target.base);
  terminal.complain(
    probe.kind === 'errord'
      ? 'The daemon does not tell whether it wants a key.'
      : describeAbsence(probe, { ...target, token }),
  );
  return probe.kind === 'absent' ? token !== undefined : null;
}

function describeAddresses({ dsn, spotlight, otlp, packages }: SdkAddresses): string {
  return [
    "errord's own libraries, for Node.js and for pages:",
    `  npm install ${packages.node}`,
    `  npm install ${packages.browser}`,
    'An SDK of Sentry, in any language:',
    `  SENTRY_DSN=${dsn}`,
    'Spotlight, which gets a copy of what such an SDK sends elsewhere:',
    `  SENTRY_SPOTLIGHT=${spotlight}`,
    'OpenTelemetry:',
    ...Object.entries(otlp).map(([variable, value]) => `  ${variable}=${toTerminalText(value)}`),
  ].join('\n');
}

function* toNotes(project: string, isClosed: boolean): Generator<string> {
  const word = toTerminalText(/^[\w.-]+$/.test(project) ? project : JSON.stringify(project));
  if (isClosed) {
    yield `This daemon wants a key: write an ingest key, which is the public key of the DSN, in place of ${KEY_PLACE}.`;
    yield `This makes one: errord key add ${word} --may ingest --project ${word}`;
    yield 'Spotlight in Node sends no key, so this daemon refuses its copies.';
  } else if (!/^\w+$/.test(project)) {
    yield `SDKs in JavaScript refuse a DSN with ${word}: they take letters, digits and _ there. Others take it.`;
  }
}
