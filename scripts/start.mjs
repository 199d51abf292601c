// `npm start`: prepares what is missing, then becomes the command line.

import { prepare } from './prepare.mjs';

await prepare('daemon');
await import('../dist/src/cli.js');
