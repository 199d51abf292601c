// `npm run build`: installs and builds everything, tests and benchmarks included.

import { prepare } from './prepare.mjs';

await prepare('all');
