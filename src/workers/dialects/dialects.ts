import type { DialectName } from '../../messages.js';
import type { Dialect } from './dialect.js';
import { ERRORD } from './errord.js';
import { SENTRY } from './sentry.js';

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  errord: ERRORD,
  sentry: SENTRY,
  // The same envelopes, sent as copies to a tool beside the application.
  spotlight: SENTRY,
};
