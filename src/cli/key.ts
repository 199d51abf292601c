// `errord key add`, `key list` and `key revoke`: the keys of a running daemon.

import { type Key, KeyAdd, KeyAdded, KeyList } from '../../schemas/keys.js';
import { KEY_ROLES, type KeyRole } from '../../schemas/words.js';
import type { FlagValues } from '../config.js';
import { compileBody } from '../validate.js';
import { UsageError } from './command-error.js';
import { callDaemon } from './daemon-call.js';
import { EXIT_CODES } from './exit-code.js';
import { CLI_KEYS_BYTES_MAX } from './limits.js';
import { findDaemon } from './query-daemon.js';
import { describeRefusal } from './refusal.js';
import { toTable } from './table.js';
import type { Target } from './target.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';

const KEYS_ENDPOINT = '/api/keys';

/** What `--may` says, by the role that it stands for. */
const MAY: Readonly<Record<KeyRole, string>> = { ingest: 'ingest', reader: 'read', admin: 'admin' };

const validateKeyAdd = compileBody(KeyAdd);
const validateKeyAdded = compileBody(KeyAdded);
const validateKeyList = compileBody(KeyList);

/** Prints the text of the new key on standard output, alone, and what there is to say about it on standard error. */
export async function addKey(flags: FlagValues, terminal: Terminal, name: string | null): Promise<number> {
  const wanted = toKeyAdd(flags, name);
  const target = await findDaemon(flags, terminal);
  if (target === null) return EXIT_CODES.failed;
  const answer = await callDaemon({ ...target, method: 'POST', path: KEYS_ENDPOINT, body: wanted });
  const added = validateKeyAdded(answer.kind === 'answer' ? answer.json : undefined);
  if (answer.kind !== 'answer' || answer.status !== 201 || !added.ok) {
    terminal.complain(`The key was not added: ${describeRefusal(answer)}`);
    return EXIT_CODES.failed;
  }
  terminal.say(toTerminalText(added.value.key));
  terminal.complain(`${describeKey(added.value)} This is its text, which is not shown again.`);
  if (added.value.role === 'admin' && target.token === undefined)
    terminal.complain('errord wants a key from now on: set ERRORD_KEY to this one for the commands of errord.');
  return EXIT_CODES.ok;
}

export async function listKeys(flags: FlagValues, terminal: Terminal): Promise<number> {
  const target = await findDaemon(flags, terminal);
  const keys = target === null ? null : await readKeys(target, terminal);
  if (keys === null) return EXIT_CODES.failed;
  if (flags.json === true) terminal.say(JSON.stringify({ keys }, null, 2));
  else
    terminal.say(
      keys.length === 0 ? 'There are no keys: anybody may read, write and delete.' : toTable(COLUMNS, keys.map(toRow)),
    );
  return EXIT_CODES.ok;
}

export async function revokeKey(flags: FlagValues, terminal: Terminal, name: string | null): Promise<number> {
  const target = await findDaemon(flags, terminal);
  const keys = target === null ? null : await readKeys(target, terminal);
  if (target === null || keys === null) return EXIT_CODES.failed;
  const key = keys.find((candidate) => candidate.name === name && candidate.revokedAt === undefined);
  if (key === undefined) {
    terminal.complain(`There is no live key with the name ${toTerminalText(JSON.stringify(name))}.`);
    return EXIT_CODES.failed;
  }
  const path = `${KEYS_ENDPOINT}/${encodeURIComponent(key.id)}${flags.open === true ? '?open=1' : ''}`;
  const answer = await callDaemon({ ...target, method: 'DELETE', path });
  if (answer.kind !== 'answer' || answer.status !== 200) {
    terminal.complain(`The key was not revoked: ${describeRefusal(answer)}`);
    return EXIT_CODES.failed;
  }
  terminal.say(`Revoked the key ${toTerminalText(JSON.stringify(key.name))}, with its sessions.`);
  return EXIT_CODES.ok;
}

function toKeyAdd({ may, project }: FlagValues, name: string | null): KeyAdd {
  const role = KEY_ROLES.find((candidate) => MAY[candidate] === may);
  if (role === undefined) throw new UsageError(`--may must be one of ${Object.values(MAY).join(', ')}`);
  if (project !== undefined && role !== 'ingest') throw new UsageError('--project goes with --may ingest only');
  const wanted = validateKeyAdd({ name, role, ...(project !== undefined && { project }) });
  if (wanted.ok) return wanted.value;
  const isProject = wanted.details[0]?.path === '/project';
  throw new UsageError(
    isProject
      ? `--project ${JSON.stringify(project)} is not the name of a project`
      : `${JSON.stringify(name)} cannot be the name of a key: up to 100 characters in one line, and not "token"`,
  );
}

async function readKeys(target: Target, terminal: Terminal): Promise<readonly Key[] | null> {
  const call = { ...target, method: 'GET', path: KEYS_ENDPOINT, answerBytesMax: CLI_KEYS_BYTES_MAX } as const;
  const answer = await callDaemon(call);
  const list = validateKeyList(answer.kind === 'answer' ? answer.json : undefined);
  if (answer.kind === 'answer' && answer.status === 200 && list.ok) return list.value.keys;
  terminal.complain(`The keys could not be read: ${describeRefusal(answer)}`);
  return null;
}

function describeKey({ name, role, project }: Key): string {
  const label = `The key ${toTerminalText(JSON.stringify(name))}`;
  switch (role) {
    case 'ingest':
      return `${label} sends records${project === undefined ? '' : ` into project ${toTerminalText(JSON.stringify(project))}`}, and reads nothing.`;
    case 'reader':
      return `${label} reads what is stored, and changes nothing.`;
    case 'admin':
      return `${label} may do everything.`;
  }
}

const COLUMNS = ['name', 'may', 'project', 'added', 'last used', 'revoked'] as const;

function toRow({ name, role, project = '', createdAt, lastUsedAt = '', revokedAt = '' }: Key): readonly string[] {
  return [name, MAY[role], project, ...[createdAt, lastUsedAt, revokedAt].map(toMinute)];
}

/** `2026-01-02 03:04`, in UTC. */
function toMinute(timestamp: string): string {
  return timestamp.slice(0, 16).replace('T', ' ');
}
