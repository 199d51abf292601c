// Imported first, so that nothing the application does goes unseen.

import { init } from '@errord/browser';

init({ serverUrl: import.meta.env.VITE_ERRORD_URL ?? 'http://localhost:3800', projectId: 'example-react' });
