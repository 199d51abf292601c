// `npm run bench` runs everything but `soak`; `npm run bench -- NAME…` what is named.

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PACKAGE_ROOT } from '../src/package.js';
import { benchBackpressure } from './backpressure.js';
import { benchBaseline } from './baseline.js';
import { benchBaselineExpress } from './baseline-express.js';
import { benchClients } from './clients.js';
import { benchCores } from './cores.js';
import { benchDashboard } from './dashboard.js';
import { benchFeed } from './feed.js';
import { benchFeedDaemons } from './feed-daemons.js';
import { benchFootprint } from './footprint.js';
import { benchGrouping } from './grouping.js';
import { benchIngest } from './ingest.js';
import { benchNodes } from './nodes.js';
import { benchOutgoing } from './outgoing.js';
import { benchPortable } from './portable.js';
import { benchPostgres } from './postgres.js';
import { benchProfile } from './profile.js';
import { benchQuery } from './query.js';
import { updateDocuments } from './readme-table.js';
import { type BenchOptions, say, writeResult } from './report.js';
import { benchSoak } from './soak.js';
import { benchStalls } from './stalls.js';
import { benchStopwatch, WAYS } from './stopwatch.js';
import { benchWriter } from './writer.js';

const BENCHES: Readonly<Record<string, (options: BenchOptions) => Promise<object>>> = {
  ingest: benchIngest,
  baseline: benchBaseline,
  'baseline-express': benchBaselineExpress,
  portable: benchPortable,
  grouping: benchGrouping,
  nodes: benchNodes,
  postgres: benchPostgres,
  backpressure: benchBackpressure,
  cores: benchCores,
  writer: benchWriter,
  query: benchQuery,
  feed: benchFeed,
  'feed-daemons': benchFeedDaemons,
  outgoing: benchOutgoing,
  dashboard: benchDashboard,
  footprint: benchFootprint,
  clients: benchClients,
  profile: benchProfile,
  stalls: benchStalls,
  soak: benchSoak,
  stopwatch: benchStopwatch,
};

const RESULTS_DIR = join(fileURLToPath(PACKAGE_ROOT), 'bench', 'results');

/** Two slow down what they look at, one is longer than all the others together, one waits for the network. */
const ONLY_BY_NAME: readonly string[] = ['profile', 'stalls', 'soak', 'stopwatch'];

const USAGE = `npm run bench -- [NAME…] [options]

  names       ${Object.keys(BENCHES).join(', ')}; without one, all but ${ONLY_BY_NAME.join(', ')}
  --trials    how often each case is measured (3)
  --seconds   how long each measurement takes (2)
  --warm-up   seconds before it that do not count (1)
  --sizes     rows of the databases that are queried (10000,100000,1000000)
  --minutes   how long soak takes (30)
  --ways      of installing, for stopwatch (${WAYS.join(',')})
  --out       directory for the results (bench/results)
`;

process.exitCode = await main();

async function main(): Promise<number> {
  const command = readCommand();
  if (command === null) return 2;
  if (command.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { positionals, options } = command;
  const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0) {
    say(`unknown: ${unknown.join(', ')}\n\n${USAGE}`);
    return 2;
  }
  const names =
    positionals.length > 0 ? positionals : Object.keys(BENCHES).filter((name) => !ONLY_BY_NAME.includes(name));
  const voided: string[] = [];
  for (const name of names) {
    const startedAtMs = Date.now();
    say(`${name}:`);
    try {
      const figures = await BENCHES[name]?.(options);
      writeResult(name, figures ?? {}, { options, startedAtMs });
    } catch (error) {
      voided.push(name);
      say(`  VOID: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  if (resolve(options.outDir) === RESULTS_DIR) updateDocuments(RESULTS_DIR);
  if (voided.length > 0) say(`\nVOID, no result was written: ${voided.join(', ')}`);
  return voided.length > 0 ? 1 : 0;
}

/** Null for one that cannot be understood: then it is said why. */
function readCommand(): ReturnType<typeof parseCommand> | null {
  try {
    return parseCommand();
  } catch (error) {
    say(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return null;
  }
}

function parseCommand(): { help: boolean; positionals: string[]; options: BenchOptions } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      trials: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
      'warm-up': { type: 'string', default: '1' },
      sizes: { type: 'string', default: '10000,100000,1000000' },
      minutes: { type: 'string', default: '30' },
      ways: { type: 'string', default: WAYS.join(',') },
      out: { type: 'string', default: RESULTS_DIR },
    },
  });
  const options = {
    trials: parseNumber(values.trials),
    seconds: parseNumber(values.seconds),
    warmUpSeconds: parseNumber(values['warm-up']),
    sizes: values.sizes.split(',').map(parseNumber),
    minutes: parseNumber(values.minutes),
    ways: values.ways.split(','),
    outDir: values.out,
  };
  return { help: values.help, positionals, options };
}

function parseNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new Error(`"${text}" is no number above 0`);
}
