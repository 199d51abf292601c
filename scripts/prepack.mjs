// Before `npm pack`: builds everything that the package brings along.

import { prepare } from './prepare.mjs';

await prepare('package');
