#!/usr/bin/env node
// The program. What it runs is in a few files, `dist/main/`: to find and compile three hundred takes a fifth of a start
// (docs/adr/0030-a-thread-is-one-file.md).

await import(new URL('../main/cli.js', import.meta.url).href);
