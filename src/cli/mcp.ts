// `errord mcp`: the Model Context Protocol over standard input and output. Nothing else is ever written to the latter.

import { Merged } from '../../schemas/merge.js';
import { Split } from '../../schemas/split.js';
import { systemClock } from '../clock.js';
import type { FlagValues } from '../config.js';
import { ERRORS_ENDPOINT } from '../constants.js';
import { Refusal } from '../lookup/reader.js';
import { MCP_REASON_CHARS_MAX, MCP_STDIN_BYTES_MAX } from '../mcp/limits.js';
import { loadSdk } from '../mcp/sdk.js';
import { openServer } from '../mcp/server.js';
import type { Api } from '../mcp/tool.js';
import { sliceText } from '../slice-text.js';
import { compileBody } from '../validate.js';
import { CommandError } from './command-error.js';
import { callDaemon, probeDaemon } from './daemon-call.js';
import { EXIT_CODES } from './exit-code.js';
import { toMergeAsk, toUnmergeAsk } from './merge.js';
import { askForId, toReader } from './query-daemon.js';
import { describeRefusal } from './refusal.js';
import { parseProject } from './show.js';
import { toSplitAsk } from './split.js';
import { describeAbsence } from './status.js';
import { readTarget, type Target } from './target.js';
import type { Terminal } from './terminal.js';

/**
 * Serves until its input ends or a signal comes: 0; 1 when a message is too long to be one. The daemon may be away at any
 * time: a call of a tool says so.
 */
export async function serveMcp(flags: FlagValues, terminal: Terminal): Promise<number> {
  const project = parseProject(flags.project);
  const target = readTarget(flags);
  const sdk = await loadSdk();
  const { server, settled } = openServer(sdk, {
    api: toDaemonApi(target),
    project,
    allowTriage: flags['allow-triage'] === true,
    clock: systemClock,
    onBug: (error) => {
      terminal.complain(`errord: unexpected failure. ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    },
  });
  server.onerror = (error) => {
    terminal.complain(`errord: ${sliceText(error.message, MCP_REASON_CHARS_MAX)}`);
  };
  const end = new Promise<'input' | 'signal' | 'closed'>((resolve) => {
    process.stdin.once('end', () => resolve('input'));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('signal'));
    // By the transport, when its buffer is full.
    server.onclose = () => resolve('closed');
  });
  await server.connect(
    new sdk.StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MCP_STDIN_BYTES_MAX }),
  );
  const reason = await end;
  if (reason === 'closed') return EXIT_CODES.failed;
  if (reason === 'input') await settled();
  return EXIT_CODES.ok;
}

const validateSplit = compileBody(Split);
const validateMerged = compileBody(Merged);

/** Says why there is no daemon to ask, where that is the reason. */
function toDaemonApi(target: Target): Api {
  const reader = toReader(target);
  const explain = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const probe = await probeDaemon(target.base, target.token);
      throw toRefusal(probe.kind === 'errord' ? error.message : describeAbsence(probe, target));
    }
  };
  return {
    read: (path, validate) => explain(reader.read(path, validate)),
    readById: (path, validate) => explain(reader.readById(path, validate)),
    setStatus: async (id, change) => {
      const path = `${ERRORS_ENDPOINT}/${encodeURIComponent(id)}`;
      const answer = await callDaemon({ ...target, method: 'PATCH', path, body: change });
      if (answer.kind === 'answer' && answer.status === 404) return false;
      if (answer.kind === 'answer' && answer.status === 200) return true;
      return explain(Promise.reject(new CommandError(`the daemon refused: ${describeRefusal(answer)}`)));
    },
    merge: (ids) => explain(askForId(target, toMergeAsk({ ids: [...ids] }), validateMerged)),
    split: (id, conditions) => explain(askForId(target, toSplitAsk(id, conditions), validateSplit)),
    unmerge: (id, parts) =>
      explain(askForId(target, toUnmergeAsk(id, parts === null ? {} : { parts: [...parts] }), validateMerged)),
  };
}

function toRefusal(reason: string): Refusal {
  return new Refusal(sliceText(reason, MCP_REASON_CHARS_MAX));
}
