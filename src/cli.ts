#!/usr/bin/env node
import { runCommandLine } from './cli/main.js';
import { openTerminal } from './cli/terminal.js';

process.title = 'errord';
// Explicit: what a library left open must not keep a command that is done from ending.
process.exit(await runCommandLine(process.argv.slice(2), openTerminal()));
