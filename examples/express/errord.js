// Loaded before the application, so that nothing it does goes unseen.

import { init } from '@errord/node';

init({
  // Without it, http://localhost:3800.
  serverUrl: process.env.ERRORD_URL,
  projectId: 'example-express',
  captureBodies: true,
  captureConsole: ['warn'],
  ignoreRequests: ['/health'],
});
