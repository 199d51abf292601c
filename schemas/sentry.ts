// What is answered to the SDKs of Sentry. What they send is their protocol's affair.

import { Type } from 'typebox';

/** The id that the sender gave to its event; none where the envelope has none. */
export const SentryAccepted = Type.Object({ id: Type.Optional(Type.String()) }, { $id: 'SentryAccepted' });

export const SentryRefused = Type.Object(
  { detail: Type.String(), causes: Type.Optional(Type.Array(Type.String())) },
  { $id: 'SentryRefused' },
);
