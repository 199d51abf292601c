// `npm run bench`: prepares what is missing, then measures. `npm run bench -- NAME` measures one thing.

import { prepare } from './prepare.mjs';

await prepare('all');
await import('../dist/bench/run.js');
