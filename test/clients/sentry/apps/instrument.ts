// What an application loads in front of itself (`node --import`). Where it sends to stands in its environment.

import * as Sentry from '@sentry/node';

Sentry.init({ tracesSampleRate: 1, enableLogs: true, sendDefaultPii: true });
