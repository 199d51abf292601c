// What an application loads in front of itself (`node --import`). Where it sends to stands in its environment.

import * as Sentry from '@sentry/node';

// oxlint-disable-next-line typescript/no-deprecated -- What applications have: its successor came with the version we test.
Sentry.init({ tracesSampleRate: 1, enableLogs: true, sendDefaultPii: true });
