// The routes of what Sentry SDKs send.

import { SentryAccepted, SentryRefused } from '../../schemas/sentry.js';
import { SPOTLIGHT_ENDPOINT } from '../constants.js';
import type { IngestForm } from '../messages.js';
import { toSentryStatus } from '../workers/dialects/sentry-answers.js';
import type { Route, RouteBody } from './route.js';
import { success } from './route-answers.js';

/** A route that takes what the Sentry SDKs send. */
function sentry(
  path: string,
  form: IngestForm,
  rest: Pick<Route, 'summary'> & Required<Pick<RouteBody, 'contentType'>>,
): Route {
  return {
    method: 'POST',
    path,
    isSlashOptional: path.endsWith('/'),
    action: { kind: 'ingest', form },
    summary: rest.summary,
    isKeyInDsn: true,
    query: null,
    body: { schema: { type: 'string' }, required: true, contentType: rest.contentType },
    unknownId: null,
    successes: [success(200, SentryAccepted)],
    errors: ['batch_too_long'],
    refusals: { schema: SentryRefused, toStatus: toSentryStatus },
  };
}

/**
 * Whether the path is one of the protocol, also one that errord does not take, such as `/api/1/security/`: the project of a DSN
 * is a number, and no path of our own API has one there.
 */
export function isSentryPath(path: string): boolean {
  return SENTRY_PATH.test(path);
}

const SENTRY_PATH = /^\/(?:api\/\d{1,20}\/.|stream$)/;

const ENVELOPE_TYPE = 'application/x-sentry-envelope';

export const SENTRY_ROUTES: readonly Route[] = [
  sentry(
    '/api/{project}/envelope/',
    { dialect: 'sentry', kind: null, isBatch: true },
    { summary: 'Store what a Sentry SDK sends: an envelope.', contentType: ENVELOPE_TYPE },
  ),
  sentry(
    '/api/{project}/store/',
    { dialect: 'sentry', kind: 'event', isBatch: false },
    { summary: 'Store one event of an older Sentry SDK.', contentType: 'application/json' },
  ),
  sentry(
    SPOTLIGHT_ENDPOINT,
    { dialect: 'spotlight', kind: null, isBatch: true },
    { summary: 'Store the copy of an envelope that a Sentry SDK sends to Spotlight.', contentType: ENVELOPE_TYPE },
  ),
];
