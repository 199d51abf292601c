// Loaded before the application, so that nothing it does goes unseen.

import { init } from '@errord/node';

init({ projectId: 'example-express', captureBodies: true, captureConsole: ['warn'], ignoreRequests: ['/health'] });
