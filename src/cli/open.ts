import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Session, SessionCode } from '../../schemas/keys.js';
import type { FlagValues } from '../config.js';
import { compileBody } from '../validate.js';
import { callDaemon, probeDaemon } from './daemon-call.js';
import { EXIT_CODES } from './exit-code.js';
import { describeRefusal } from './refusal.js';
import { describeAbsence } from './status.js';
import { readWebTarget, type Target } from './target.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';

const validateSession = compileBody(Session);
const validateCode = compileBody(SessionCode);

/**
 * `errord open`: opens the dashboard in the browser, logged in where the daemon wants a key. The address carries a code that
 * is good once and for a minute, behind `#`, which browsers send to nobody.
 */
export async function openDashboard(flags: FlagValues, terminal: Terminal): Promise<number> {
  const target = readWebTarget(flags);
  const address = await toAddress(target, terminal);
  if (address === null) return EXIT_CODES.failed;
  if (flags.print !== true && (await hasOpened(address))) {
    terminal.say(`Opened ${toTerminalText(target.page.href)} in the browser.`);
    return EXIT_CODES.ok;
  }
  terminal.say(toTerminalText(address.href));
  if (flags.print !== true) terminal.complain('No browser could be started here; open this address within a minute.');
  return EXIT_CODES.ok;
}

/** Null when there is none, which has been said. */
async function toAddress(target: Target, terminal: Terminal): Promise<URL | null> {
  const probe = await probeDaemon(target.base, target.token);
  if (probe.kind !== 'errord') {
    terminal.complain(describeAbsence(probe, target));
    return null;
  }
  const answer = await callDaemon({ ...target, method: 'GET', path: '/api/session' });
  const session = validateSession(answer.kind === 'answer' ? answer.json : undefined);
  if (session.ok && !session.value.isClosed) return target.page;
  const asked = await callDaemon({ ...target, method: 'POST', path: '/api/session/code' });
  const code = validateCode(asked.kind === 'answer' && asked.status === 201 ? asked.json : undefined);
  if (!code.ok) {
    terminal.complain(`The daemon gave no code to log in with: ${describeRefusal(asked)}`);
    return null;
  }
  const address = new URL(`${target.page.pathname.replace(/\/$/, '')}/login`, target.page);
  address.hash = `code=${code.value.code}`;
  return address;
}

/** Whether there is a program that opens addresses. */
async function hasOpened(address: URL): Promise<boolean> {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [address.href], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
    child.unref();
    return true;
  } catch {
    // There is no such program; the address is printed instead.
    return false;
  }
}
