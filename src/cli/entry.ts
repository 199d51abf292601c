// What `cli.ts` runs; the build makes a bundle of it (`scripts/build-main.mjs`).

import { runCommandLine } from './main.js';
import { openTerminal } from './terminal.js';

process.title = 'errord';
const exitCode = await runCommandLine(process.argv.slice(2), openTerminal());
// What is on its way into a pipe would be cut off.
await Promise.all([process.stdout, process.stderr].map((out) => new Promise((resolve) => out.write('', resolve))));
// Explicit: what a library left open must not keep a command that is done from ending.
process.exit(exitCode);
