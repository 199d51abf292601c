// Sets up the ES module and reports through the CommonJS one.

import { createRequire } from 'node:module';
import type * as errord from '@errord/node';
import { flush, init, stats } from '@errord/node';

const required = createRequire(import.meta.url)('@errord/node') as typeof errord;
const [, , serverUrl = ''] = process.argv;
init({ serverUrl, projectId: 'both' });
const error = new Error('one error');
required.captureError(error);
required.captureError(error);
await flush();
process.stdout.write(`events: ${stats().sentCount}\n`);
// The other one takes its place, hooks and all.
required.init({ serverUrl, projectId: 'both' });
await required.close();
