// Captures what an option of its own, named by its argument, keeps from being sent.

import { captureError, close, init, type NodeOptions } from '@errord/node';

const OPTIONS: Readonly<Record<string, NodeOptions>> = {
  ignoreErrors: { ignoreErrors: ['left out'] },
  sampleRate: { sampleRate: 0 },
  beforeSend: { beforeSend: () => null },
  enabled: { enabled: false },
};

const [, , serverUrl = '', name = ''] = process.argv;
init({ serverUrl, projectId: 'shop', debug: true, ...OPTIONS[name] });
for (let index = 0; index < 100; index++) captureError(new Error(`left out ${index}`));
await close();
