// Imported first, so that nothing the application does goes unseen.

import { init } from '@errord/browser';
import { errordReact } from '@errord/browser/react';
import * as React from 'react';

init({
  serverUrl: import.meta.env.VITE_ERRORD_URL ?? 'http://localhost:3800',
  projectId: 'example-react',
  overlay: true, // on this machine alone
});

/** Made for the React of this application. */
export const { ErrordBoundary, useErrord } = errordReact(React);
