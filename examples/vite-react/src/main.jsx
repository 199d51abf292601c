import { reactErrorHandlers } from '@errord/browser/react';
import { createRoot } from 'react-dom/client';
import { ErrordBoundary } from './errord.js';
import { Shop } from './shop.jsx';

function Broken({ error, eventId, reset }) {
  return (
    <p role="alert">
      {error.message} <small>Reported as {eventId}.</small>{' '}
      <button type="button" onClick={reset}>
        Try again
      </button>
    </p>
  );
}

createRoot(document.getElementById('root'), reactErrorHandlers()).render(
  <ErrordBoundary fallback={(props) => <Broken {...props} />}>
    <Shop />
  </ErrordBoundary>,
);
