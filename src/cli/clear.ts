import { ClearCommand } from '../../schemas/query.js';
import type { FlagValues } from '../config.js';
import { compileBody } from '../validate.js';
import { UsageError } from './command-error.js';
import { callDaemon, type DaemonAnswer, probeDaemon } from './daemon-call.js';
import { EXIT_CODES } from './exit-code.js';
import { CLI_CLEAR_TIMEOUT_MS } from './limits.js';
import { describeRefusal } from './refusal.js';
import { describeAbsence } from './status.js';
import { readTarget } from './target.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toHoldings } from './words.js';

const CLEAR_ENDPOINT = '/api/clear';

const validateCommand = compileBody(ClearCommand);

/**
 * `errord clear`: deletes what a running daemon holds, all of it or one project's. Asks first; without `--yes` and
 * without a terminal to ask on it refuses with 1, because a script that clears must say that it means it.
 */
export async function clearDaemon(flags: FlagValues, terminal: Terminal): Promise<number> {
  const command = parseProject(flags.project);
  const target = readTarget(flags);
  if (flags.yes !== true && !terminal.canAsk) {
    terminal.complain('clear deletes for good and there is no terminal to ask on; add --yes to go ahead.');
    return EXIT_CODES.failed;
  }
  // Nothing is asked of a program before it is known to be an errord.
  const probe = await probeDaemon(target.base, target.token);
  if (probe.kind !== 'errord') {
    terminal.complain(describeAbsence(probe, target));
    return EXIT_CODES.failed;
  }
  const { database } = probe.status;
  const extent =
    command.projectId == null
      ? `everything ${database.path === undefined ? '' : `in ${toTerminalText(database.path)} `}(${toHoldings(database)})`
      : `all errors, events, requests and logs of project "${toTerminalText(command.projectId)}"`;
  if (flags.yes !== true) {
    terminal.say(`This deletes ${extent} for good.`);
    if ((await terminal.ask('Type yes to go ahead: ')).trim() !== 'yes') {
      terminal.complain('Nothing was deleted.');
      return EXIT_CODES.failed;
    }
  }
  const timeoutMs = CLI_CLEAR_TIMEOUT_MS;
  const answer = await callDaemon({ ...target, method: 'POST', path: CLEAR_ENDPOINT, body: command, timeoutMs });
  if (isSuccess(answer)) {
    terminal.say(`Deleted ${extent}.`);
    return EXIT_CODES.ok;
  }
  terminal.complain(`The daemon did not confirm that it cleared: ${describeRefusal(answer)}.`);
  return EXIT_CODES.failed;
}

/** An empty name is refused: a script whose variable is unset must not clear every project. */
function parseProject(projectId: FlagValues[string]): ClearCommand {
  const command = validateCommand(projectId === undefined ? {} : { projectId });
  if (command.ok) return command.value;
  throw new UsageError(`--project ${JSON.stringify(projectId)} is not the name of a project`);
}

function isSuccess(answer: DaemonAnswer): boolean {
  const { json } = answer.kind === 'answer' && answer.status === 200 ? answer : { json: null };
  return typeof json === 'object' && json !== null && 'success' in json && json.success === true;
}
